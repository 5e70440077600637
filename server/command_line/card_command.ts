/** A character card as an agent of a running server: told first, made when that is said. */
import { imageSize } from "../../events/catalog/image_size.ts";
import { PICTURE_BYTES, PICTURE_SIDE } from "../../events/catalog/limits.ts";
import { type Card, type CardHost, type FoundCard, takeCard } from "../../projections/moving_in/cards.ts";
import type { FoundFile } from "../../projections/moving_in/files.ts";
import { StartError } from "./start_error.ts";
import type { Terminal } from "./remote.ts";

/** The card's own picture, where an agent may have it. */
async function pictureOf({ picture, name }: FoundCard): Promise<FoundFile | null> {
  const found = await picture?.() ?? null;
  if (!found || found.bytes.length > PICTURE_BYTES) return null;
  const size = imageSize(found.bytes, found.type);
  if (!size || Math.max(size.width, size.height) > PICTURE_SIDE) return null;
  return { ...found, name };
}

function told({ name, prompt, left: { greetings, lore, assets, cut } }: Card, picture: string): string {
  const out = [
    ...(picture === "large"
      ? ["its picture, which no agent can have, for it is too large or of another kind"]
      : []),
    ...(greetings > 0 ? [`${greetings} other greetings`] : []),
    ...(lore > 0
      ? [`${lore} entries of its lore book, told when certain words are said, which no agent here does`]
      : []),
    ...(assets > 0 ? [`${assets} other files`] : []),
    ...(cut ? ["what is over the length of a prompt"] : []),
  ];
  return `A character card: ${name}, a prompt of ${prompt.length} characters${
    picture === "small" ? " and a picture" : ""
  }.\n` +
    (out.length > 0 ? `Left out: ${out.join(", ")}.\n` : "");
}

/** @returns the exit status: 0 told, made or there already */
export async function cardCommand(
  card: FoundCard,
  yes: boolean,
  host: CardHost,
  { write, note }: Pick<Terminal, "write" | "note">,
): Promise<number> {
  const picture = await pictureOf(card);
  await write(told(card, picture ? "small" : card.picture ? "large" : ""));
  if (!yes) {
    note("Nothing was imported yet: say --yes for that.");
    return 0;
  }
  const taken = await takeCard(card, picture, host);
  if (taken.state === "alone") {
    throw new StartError("There is no agent yet whose model it could use. Make one in the settings first.");
  }
  await write(
    taken.state === "here"
      ? `${card.name} is here already.\n`
      : `Made the agent ${card.name}, with the model ${taken.model}.\n`,
  );
  return 0;
}

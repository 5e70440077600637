/** A character card as an agent of a running server: told first, made when that is said. */
import { imageSize } from "../../events/catalog/image_size.ts";
import { PICTURE_BYTES, PICTURE_SIDE } from "../../events/catalog/limits.ts";
import { type Card, type CardHost, takeCard } from "../../projections/moving_in/cards.ts";
import type { FoundFile } from "../../projections/moving_in/files.ts";
import type { Source } from "../../projections/moving_in/zip.ts";
import { StartError } from "../serve.ts";
import type { Terminal } from "./remote.ts";

/** The card's own picture, where an agent may have it. */
async function pictureOf(source: Source, name: string): Promise<FoundFile | null> {
  if (source.size > PICTURE_BYTES) return null;
  const bytes = await source.read(0, source.size);
  const size = imageSize(bytes, "image/png");
  if (!size || Math.max(size.width, size.height) > PICTURE_SIDE) return null;
  return { bytes, type: "image/png", name: `${name}.png` };
}

function told({ name, prompt, left: { greetings, lore, cut } }: Card, picture: string): string {
  const out = [
    ...(picture === "large" ? ["its picture, which is too large for an agent"] : []),
    ...(greetings > 0 ? [`${greetings} other greetings`] : []),
    ...(lore > 0 ? [`${lore} entries of its lore book`] : []),
    ...(cut ? ["what is over the length of a prompt"] : []),
  ];
  return `A character card: ${name}, a prompt of ${prompt.length} characters${
    picture === "small" ? " and a picture" : ""
  }.\n` +
    (out.length > 0 ? `Left out: ${out.join(", ")}.\n` : "");
}

/** @returns the exit status: 0 told, made or there already */
export async function cardCommand(
  card: Card & { readonly picture: boolean },
  source: Source,
  yes: boolean,
  host: CardHost,
  { write, note }: Pick<Terminal, "write" | "note">,
): Promise<number> {
  const picture = card.picture ? await pictureOf(source, card.name) : null;
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

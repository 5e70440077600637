/** A conversation as one file that shows itself and checks its own signature: the built page, with the proof in it. */
import { pageBytes, pageText, proofLine, readProofLine } from "../../events/catalog/proof.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { plainBytes } from "../http/assets.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { proofOf, type Wished } from "./proofs.ts";

/** The page as it was built, and where the talk goes in it. */
const PAGE = "one_file.html";
const TALK = "/*TALK*/";
/** UTF-16 units of the lines: a page that has more no browser opens gladly. */
export const TALK_UNITS = 60 * 1024 * 1024;

export interface PageWished extends Wished {
  readonly models: "0" | "1";
  readonly language: "en" | "de";
}

/** @throws 503 where the interface was not built, 413 where there is too much in it for one page */
export async function oneFileOf(
  call: Call<unknown, PageWished>,
  state: ConversationState,
): Promise<Uint8Array<ArrayBuffer>> {
  const asset = await call.services.assets.get(PAGE)?.();
  if (!asset) throw new Problem("unavailable", "The interface was not built.");
  const { models, prompts, language } = call.query;
  const whole = models === "1";
  const lines: string[] = [];
  let units = 0;
  for await (const line of await proofOf(call, state)) {
    units += line.length;
    if (units > TALK_UNITS) throw new Problem("too_large", "This conversation is too long for one file.");
    lines.push(whole ? line : nameless(line));
  }
  const given = { lines, whole, prompts: prompts === "1", language, origin: call.url.origin };
  // A `<` may begin the end of the element that it stands in; in JSON each can be written otherwise.
  const talk = JSON.stringify(given).replaceAll("<", "\\u003c");
  const [before = "", after = ""] = new TextDecoder().decode(await plainBytes(asset)).split(TALK);
  return new TextEncoder().encode(before + talk + after);
}

/** Fields of an event that say which model answered, or at whose server. */
const MODELS: ReadonlySet<string> = new Set([
  "model",
  "provider",
  "providerId",
  "providerMessageId",
  "renderer",
]);

/** JSON without the names of models. */
const without = (json: string): string =>
  JSON.stringify(
    JSON.parse(json, (field, value: unknown) => MODELS.has(field) && typeof value === "string" ? "" : value),
  );

/** The same line without the names of models; what was signed of it is not there any more. */
function nameless(text: string): string {
  const line = readProofLine(text);
  if (line?.type === "Event") return proofLine({ ...line, structure: without(line.structure) });
  if (line?.type !== "Blob") return text;
  const bytes = pageBytes(line.data) ?? new Uint8Array();
  // What a request was made of besides the log begins with its model; of a long one the rest names none.
  if (line.page > 0 || !bytes.subarray(0, SHELL.length).every((byte, at) => byte === SHELL.charCodeAt(at))) {
    return text;
  }
  if (line.pages > 1) return proofLine({ ...line, data: pageText(bytes.map(() => SPACE)) });
  const shell = new TextEncoder().encode(without(new TextDecoder().decode(bytes)));
  return proofLine({ ...line, size: shell.length, data: pageText(shell) });
}
const SHELL = '{"model":';
const SPACE = 0x20;

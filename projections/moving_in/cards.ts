/**
 * Character cards, versions 1 to 3: JSON, a PNG in which it stands as base64 in a text chunk, `ccv3` before `chara`, or an
 * archive (CHARX). Of a picture its chunks' heads are read alone.
 */
import { firstCharacters } from "../../events/catalog/clear_text.ts";
import { PROMPT_CODE_POINTS } from "../../events/catalog/limits.ts";
import {
  assetsOf,
  type CardArchive,
  cardArchive,
  type CardPicture,
  iconOf,
  ownPicture,
} from "./card_assets.ts";
import { type Fields, fieldsOf, listOf, nameOf, textOf } from "./talks.ts";
import type { FoundFile } from "./files.ts";
import type { Host } from "./moving.ts";
import type { Source } from "./zip.ts";

export interface Card {
  readonly name: string;
  readonly prompt: string;
  /**
   * What is not taken in: other greetings, entries of a lore book that are told when certain words are said, other files,
   * and what was over the length of a prompt.
   */
  readonly left: {
    readonly greetings: number;
    readonly lore: number;
    readonly assets: number;
    readonly cut: boolean;
  };
}

/** Bytes of a card's words: a hundred times what anybody writes. */
export const CARD_BYTES = 4 * 1024 * 1024;
/** Chunks of one picture. */
const CHUNKS = 10_000;
const PNG = "89504e470d0a1a0a";
const PNG_BYTES = PNG.length / 2;
const HEAD_BYTES = 8, CHECK_BYTES = 4;

const latin = new TextDecoder("latin1");
const ascii = (bytes: Uint8Array): string => latin.decode(bytes);

/** What a text chunk says under its keyword; null for one that is packed, which no card is. */
function textIn(type: string, bytes: Uint8Array): { readonly keyword: string; readonly text: string } | null {
  const end = bytes.indexOf(0);
  if (end < 0) return null;
  const keyword = ascii(bytes.subarray(0, end)).toLowerCase();
  if (type === "tEXt") return { keyword, text: ascii(bytes.subarray(end + 1)) };
  if (bytes[end + 1] !== 0) return null;
  const language = bytes.indexOf(0, end + 3);
  const translated = language < 0 ? -1 : bytes.indexOf(0, language + 1);
  return translated < 0 ? null : { keyword, text: ascii(bytes.subarray(translated + 1)) };
}

/**
 * The words of a card in a picture; null where there are none.
 * @outside
 */
export async function cardText(source: Source): Promise<string | null> {
  let found: string | null = null;
  let at = PNG_BYTES;
  for (let number = 0; number < CHUNKS && at + HEAD_BYTES <= source.size; number++) {
    const head = await source.read(at, at + HEAD_BYTES);
    const length = new DataView(head.buffer).getUint32(0);
    const type = ascii(head.subarray(4));
    const from = at + HEAD_BYTES;
    if (from + length > source.size || type === "IEND") break;
    if ((type === "tEXt" || type === "iTXt") && length <= CARD_BYTES) {
      const said = textIn(type, await source.read(from, from + length));
      if (said?.keyword === "ccv3") return decoded(said.text);
      if (said?.keyword === "chara") found ??= decoded(said.text);
    }
    at = from + length + CHECK_BYTES;
  }
  return found;
}

/** What base64 holds, in UTF-8; null for what is none. */
function decoded(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** In the place of a field: entries of a lore book. */
const ALWAYS = "always";

/** Parts of a prompt, each under what it is. */
const PARTS: readonly (readonly [field: string, heading: string])[] = [
  ["system_prompt", ""],
  ["description", ""],
  ["personality", "Personality"],
  ["scenario", "Scenario"],
  ["first_mes", "How you begin a conversation"],
  ["mes_example", "How you talk"],
  [ALWAYS, "What is so"],
  ["post_history_instructions", "Always"],
];

/**
 * A text of a card with the names in the place of those that stand for them.
 * @outside
 */
export const named = (text: string, name: string): string =>
  text.replace(/\{\{char\}\}|<bot>/gi, () => name).replace(/\{\{user\}\}|<user>/gi, () => "the person");

/** What is so whatever is said; the other entries of a lore book wait for words of theirs, and nobody here looks for these. */
function lore(data: Fields): { readonly always: string; readonly others: number } {
  const entries = listOf(fieldsOf(data["character_book"])["entries"]).map(fieldsOf);
  const rank = ({ insertion_order: order }: Fields) => typeof order === "number" ? order : 0;
  const isAlways = ({ constant, enabled, content }: Fields) =>
    constant === true && enabled !== false && textOf(content).trim() !== "";
  const always = entries.filter(isAlways).toSorted((a, b) => rank(a) - rank(b));
  return {
    always: always.map(({ content }) => textOf(content).trim()).join("\n\n"),
    others: entries.length - always.length,
  };
}

/** What a record describes; null where it is no card. */
export function cardOf(record: Fields): Card | null {
  const data = record["data"] === undefined ? record : fieldsOf(record["data"]);
  const isOne = /^chara_card_v[23]$/.test(textOf(record["spec"])) ||
    ("first_mes" in record && "description" in record);
  const own = nameOf(data["name"]);
  if (!isOne || own === "") return null;
  const name = nameOf(data["nickname"]) || own;
  const { always, others } = lore(data);
  const texts: Fields = { ...data, [ALWAYS]: always };
  const parts = PARTS.flatMap(([field, heading]) => {
    // `{{original}}` stands for a prompt of the other product's.
    const text = named(textOf(texts[field]).toWellFormed().replaceAll("{{original}}", ""), name).trim();
    return text === "" ? [] : [heading === "" ? text : `${heading}:\n${text}`];
  });
  const whole = [`You are ${name}.`, ...parts].join("\n\n");
  const prompt = firstCharacters(whole, PROMPT_CODE_POINTS);
  return {
    name: own,
    prompt,
    left: {
      greetings: listOf(data["alternate_greetings"]).length,
      lore: others,
      assets: assetsOf(data).length,
      cut: prompt.length < whole.length,
    },
  };
}

export interface FoundCard extends Card {
  /** What its agent may look like; null where it has none. */
  readonly picture: CardPicture | null;
}

const PK = "PK";

/** Where the words of a card in a file are; null for a file that has none. */
async function textOfCard(source: Source): Promise<Partial<CardArchive> & { readonly own: boolean } | null> {
  const begin = await source.read(0, Math.min(PNG_BYTES, source.size));
  const own = [...begin].map((byte) => byte.toString(16).padStart(2, "0")).join("") === PNG;
  if (own) {
    const text = await cardText(source);
    return text === null ? null : { text, own };
  }
  if (ascii(begin).startsWith(PK)) {
    const archive = await cardArchive(source, CARD_BYTES);
    return archive && { ...archive, own };
  }
  if (source.size > CARD_BYTES || !ascii(begin).trimStart().startsWith("{")) return null;
  return { text: new TextDecoder().decode(await source.read(0, source.size)), own };
}

/** The card in a file; null where it is none. */
export async function readCard(source: Source): Promise<FoundCard | null> {
  const found = await textOfCard(source);
  let value: unknown = null;
  try {
    value = JSON.parse(found?.text ?? "");
  } catch {
    return null;
  }
  const record = fieldsOf(value);
  const card = cardOf(record);
  if (!card || !found) return null;
  if (found.own) return { ...card, picture: ownPicture(source) };
  const picture = iconOf(fieldsOf(record["data"]), source, found.files ?? []);
  const assets = card.left.assets - Number(picture !== null);
  return { ...card, left: { ...card.left, assets }, picture };
}

/** Where a card becomes an agent. */
export interface CardHost {
  /** Agents that are there, the first one first. */
  agents(): Promise<readonly Pick<MadeAgent, "id" | "name" | "systemPrompt" | "providerId" | "model">[]>;
  upload: Host["upload"];
  make(agent: Omit<MadeAgent, "id">): Promise<{ readonly id: string }>;
}
interface MadeAgent {
  readonly id: string;
  readonly name: string;
  readonly systemPrompt: string;
  readonly providerId: string;
  readonly model: string;
  /** Hash of an uploaded image. */
  readonly picture?: string;
}
/** What became of a card; `model` is that of the agent whose provider it uses. */
export type TakenCard =
  | { readonly state: "made" | "here"; readonly id: string; readonly model: string }
  /** Nobody is there whose model it could use. */
  | { readonly state: "alone" };

/**
 * Makes an agent of a card, once: the same name and prompt again are the same agent.
 * @param picture an image small enough for an agent, or null
 */
export async function takeCard(
  { name, prompt }: Card,
  picture: FoundFile | null,
  host: CardHost,
): Promise<TakenCard> {
  const agents = await host.agents();
  const there = agents.find((agent) => agent.name === name && agent.systemPrompt === prompt);
  if (there) return { state: "here", id: there.id, model: there.model };
  const [like] = agents;
  if (!like) return { state: "alone" };
  const { providerId, model } = like;
  const sent = picture && await host.upload(picture);
  const fields = { name, systemPrompt: prompt, providerId, model };
  const { id } = await host.make(sent ? { ...fields, picture: sent.sha256 } : fields);
  return { state: "made", id, model };
}

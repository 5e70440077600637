/** Pictures that stand in a text as data, where a product keeps no files beside its words. */
import { ATTACHMENT_BYTES } from "../../events/catalog/limits.ts";
import { type FoundFile, type NotFound, typeOf } from "./files.ts";
import type { NamedFile } from "./talks.ts";

/** How an address begins that is its content itself. */
const BEGIN = /^data:[\w.+-]{0,60}\/?[\w.+-]{0,60}(?:;[\w=.+-]{1,60}){0,3};base64,/i;
const BEGIN_UNITS = 300;
/** Characters of base64 for the largest file that can be attached. */
const DATA_UNITS = Math.ceil(ATTACHMENT_BYTES / 3) * 4 + BEGIN_UNITS;

/**
 * Whether an address is its content itself.
 * @outside
 */
export const isHeld = (address: string): boolean => BEGIN.test(address.slice(0, BEGIN_UNITS));

/**
 * What an address holds; by its own bytes it is what it is.
 * @outside
 */
export function heldFile(address: string, name: string): FoundFile | NotFound {
  if (address.length > DATA_UNITS) return "large_files";
  const [begin = ""] = BEGIN.exec(address.slice(0, BEGIN_UNITS)) ?? [];
  let text: string;
  try {
    text = atob(address.slice(begin.length));
  } catch {
    return "other_files";
  }
  if (text.length > ATTACHMENT_BYTES) return "large_files";
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const type = typeOf(bytes);
  return type === null
    ? "other_files"
    : { bytes, type, name: name || `picture.${type.slice(1 + type.indexOf("/"))}` };
}

const PICTURE = "](data:image/";
/** Characters of what a picture is called in a text. */
const CALLED_UNITS = 1_000;

/**
 * The words without pictures that stand among them as Markdown writes them, `![bread](data:image/png;base64,…)`.
 * @outside
 */
export function withoutPictures(text: string): { readonly words: string; readonly files: NamedFile[] } {
  const parts: string[] = [];
  const files: NamedFile[] = [];
  let at = 0;
  for (let from = text.indexOf(PICTURE); from !== -1; from = text.indexOf(PICTURE, from + 1)) {
    const before = text.slice(Math.max(at, from - CALLED_UNITS), from);
    const begin = before.lastIndexOf("![");
    if (begin === -1 || !isHeld(text.slice(from + 2, from + 2 + BEGIN_UNITS))) continue;
    const end = text.indexOf(")", from);
    if (end === -1) break;
    parts.push(text.slice(at, from - before.length + begin));
    files.push({ id: `picture ${files.length + 1}`, name: "", held: text.slice(from + 2, end) });
    at = end + 1;
    from = end;
  }
  return files.length === 0
    ? { words: text, files }
    : { words: (parts.join("") + text.slice(at)).trim(), files };
}

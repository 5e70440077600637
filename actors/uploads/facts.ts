/** What is found out about a file once, when it is uploaded: its text, its pages, its sides; or why it cannot be taken. */
import { z } from "zod";
import { Attachment } from "../../events/catalog/conversation.ts";
import { imageSize } from "../../events/catalog/image_size.ts";
import { EXTRACT_UNITS, IMAGE_MOST_SIDE, READ_TYPES } from "../../events/catalog/limits.ts";
import { estimateTokens } from "../../projections/context/tokens.ts";
import type { Extracted } from "../extracting/extract.ts";
import type { Unreadable } from "../extracting/refusal.ts";

/** As it is kept beside the file, and told with a message. */
export const Facts = Attachment.pick({ text: true, pages: true, width: true, height: true });
export type Facts = z.infer<typeof Facts>;

/** What is read of a file, its text still in hand; `detail` is a sentence for people. */
export type Looked =
  | {
    readonly ok: true;
    readonly facts: Omit<Facts, "text">;
    readonly text?: { readonly content: string; readonly tokens: number; readonly left?: "cut" | "none" };
  }
  | { readonly ok: false; readonly detail: string };

/** Reads the text of a file of an office. */
export type Extract = (
  file: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string },
) => Promise<Extracted>;

const WHY: Readonly<Record<Unreadable, string>> = {
  damaged: "The file cannot be read: it may be damaged, or another kind of file than its name says.",
  form:
    "The file opens, but its pages are packed in a form that cannot be read here: print it into a new PDF, and attach that.",
  locked: "The file is locked with a password: save a copy without one, and attach that.",
  bomb: "The file unpacks to far more than it seems, so it is not read.",
  slow: "Reading the file takes too long: attach a part of it, or its text.",
};

/** Bytes of a file that is to be attached. */
export async function lookAt(bytes: Uint8Array, type: string, extract: Extract): Promise<Looked> {
  if (type.startsWith("image/")) return ofImage(bytes, type);
  if (type === "text/csv") return ofTable(bytes);
  if (!READ_TYPES.some((one) => one === type)) return { ok: true, facts: {} };
  const read = await extract({ bytes: new Uint8Array(bytes), type });
  if (!read.ok) return { ok: false, detail: WHY[read.why] };
  const { text: content, tokens, words, cut, pages } = read;
  return {
    ok: true,
    facts: pages === undefined ? {} : { pages },
    text: { content, tokens, ...(words ? (cut ? { left: "cut" } : {}) : { left: "none" }) },
  };
}

function ofImage(bytes: Uint8Array, type: string): Looked {
  const size = imageSize(bytes, type);
  if (!size || size.width < 1 || size.height < 1) return { ok: true, facts: {} };
  const { width, height } = size;
  if (Math.max(width, height) <= IMAGE_MOST_SIDE) return { ok: true, facts: { width, height } };
  const [wide, high, most] = [width, height, IMAGE_MOST_SIDE].map((n) => n.toLocaleString("en"));
  return {
    ok: false,
    detail: `The image has ${wide} × ${high} pixels, and a side may have ${most}: scale it down.`,
  };
}

/** A table as spreadsheets save it: in UTF-8 it is its own text, else it is read as what it seems to be. */
function ofTable(bytes: Uint8Array): Looked {
  const whole = textOfTable(bytes);
  if (whole === null) return { ok: true, facts: {} };
  const content = whole.slice(0, EXTRACT_UNITS).toWellFormed();
  const cut = content.length < whole.length;
  return {
    ok: true,
    facts: {},
    text: { content, tokens: estimateTokens(content), ...(cut ? { left: "cut" } : {}) },
  };
}

/** Null where it is UTF-8. Excel writes UTF-16 with a mark, or the letters of Windows. */
function textOfTable(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return null;
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What a tool of another server gave, as text: its words, behind them what is structured as JSON, and of the rest what it is. */
import { z } from "zod";
import { imageSize } from "../../events/catalog/image_size.ts";
import { IMAGE_MOST_SIDE, IMAGE_TYPES } from "../../events/catalog/limits.ts";
import { jsonOf } from "../runtime/json.ts";
import type { GivenPicture, ToolResult } from "../tools/toolbox.ts";
import { beginning, type Clean } from "./beginning.ts";
import { Links } from "./result_links.ts";

/** UTF-16 units of a result that a model is given: as much as of a page. */
export const RESULT_UNITS = 200 * 1024;
/** Pieces of a result that are looked at. */
const PIECES = 1_000;
/** UTF-16 units of a name, a type or an address in what is said of a piece. */
const FACT_UNITS = 500;

const Resource = z.object({
  uri: z.string(),
  mimeType: z.string().optional().catch(undefined),
  text: z.string().optional(),
  blob: z.string().optional(),
});
const Piece = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.enum(["image", "audio"]), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal("resource_link"),
    uri: z.string(),
    name: z.string(),
    title: z.string().optional().catch(undefined),
    mimeType: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
  }),
  z.object({ type: z.literal("resource"), resource: Resource }),
]);
const Result = z.object({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
});

const fact = (text: string, clean: Clean): string => beginning(text, FACT_UNITS, clean).replace(/\s+/g, " ");
/** Kilobytes of what was sent as base64. */
const kb = (data: string): number => Math.ceil(data.length * 3 / 4 / 1_024);

/** Takes out of a result what is shown as a picture: as many as there is room for. */
class Pictures {
  readonly taken: GivenPicture[] = [];

  constructor(readonly most: number) {}

  /** Its number; null where it is none that is shown. */
  take(type: string, data: string): number | null {
    if (this.taken.length >= this.most || !IMAGE_TYPES.some((known) => known === type)) return null;
    const bytes = bytesOf(data);
    const size = bytes && imageSize(bytes, type);
    if (!size || Math.max(size.width, size.height) > IMAGE_MOST_SIDE) return null;
    return this.taken.push({ type, bytes, ...size });
  }
}

/** Null where it is no base64. */
export function bytesOf(data: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(data);
  } catch {
    return null;
  }
}

function told(sent: unknown, clean: Clean, pictures: Pictures, links: Links): string {
  const said = (text: string) => fact(text, clean);
  const shown = (kind: string, type: string, data: string) => {
    const number = pictures.take(type, data);
    const what = `${kind} ${said(type)}, ${kb(data)} KB`;
    return number === null ? `[${what}, not shown]` : `[${what}, picture ${number}]`;
  };
  const piece = Piece.safeParse(sent).data;
  switch (piece?.type) {
    case "text":
      return piece.text;
    case "image":
    case "audio":
      return shown(`${piece.type}:`, piece.mimeType, piece.data);
    case "resource_link":
      links.take(piece.uri, piece.title || piece.name, piece.mimeType);
      return `[resource: ${said(piece.name)} ${said(piece.uri)}${
        piece.description ? ` (${said(piece.description)})` : ""
      }]`;
    case "resource": {
      const { uri, text, blob = "", mimeType = "" } = piece.resource;
      links.take(uri, undefined, mimeType);
      return text === undefined
        ? shown(`resource: ${said(uri)}`, mimeType, blob)
        : `[resource: ${said(uri)}]\n${text}`;
    }
    default:
      return "[something of a kind that is not known here]";
  }
}

/** Whether a piece is this JSON, however it is set out. */
const says = (piece: string, json: string): boolean => {
  const read = piece.length <= RESULT_UNITS && /^\s*[[{]/.test(piece) ? jsonOf(piece) : undefined;
  return read !== undefined && JSON.stringify(read) === json;
};

/** The text that is all of an object, as libraries put one around what a tool gives as words. */
function onlyText(structured: unknown): string | undefined {
  const [text, ...others] = typeof structured === "object" ? Object.values(structured ?? {}) : [];
  return typeof text === "string" && others.length === 0 ? text : undefined;
}

/**
 * A result as a model and people are told it; cut at `RESULT_UNITS`, which it then says.
 * @param clean takes secrets out of a text, before it is cut
 * @param most pictures and links to resources that are taken out of it
 * @outside
 */
export function toldResult(
  sent: unknown,
  clean: Clean = (text) => text,
  most = { pictures: 0, links: 0 },
): ToolResult {
  const result = Result.safeParse(sent).data;
  if (!result) return { status: "error", result: "The server of this tool answered with no result." };
  const { content, structuredContent, isError } = result;
  const pictures = new Pictures(most.pictures);
  const links = new Links(most.links, clean);
  const pieces = content.slice(0, PIECES).map((piece) => told(piece, clean, pictures, links));
  if (content.length > PIECES) pieces.push(`[${content.length - PIECES} more pieces were left out]`);
  // Whoever structures a result is to write it as JSON too; who did not, or wrote something else, is given so.
  const structured = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  const only = onlyText(structuredContent);
  if (structured !== undefined && !pieces.some((piece) => piece === only || says(piece, structured))) {
    if (pieces.every((piece) => piece.trim() === "")) pieces.length = 0;
    pieces.push(structured);
  }
  const text = pieces.join("\n\n").toWellFormed();
  const begins = beginning(text, RESULT_UNITS, clean);
  const cut = text.length - RESULT_UNITS;
  const kept = cut <= 0 ? begins : `${begins}\n[${cut} more characters were cut]`;
  return {
    status: isError ? "error" : "ok",
    result: kept,
    ...(pictures.taken.length > 0 ? { pictures: pictures.taken } : {}),
    ...(links.taken.length > 0 ? { links: links.taken } : {}),
  };
}

/** What a tool of another server gave, as text: its words, behind them what is structured as JSON, and of the rest what it is. */
import { z } from "zod";
import { jsonOf } from "../runtime/json.ts";
import type { ToolResult } from "../tools/toolbox.ts";
import { beginning, type Clean } from "./beginning.ts";

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

function told(sent: unknown, clean: Clean): string {
  const said = (text: string) => fact(text, clean);
  const piece = Piece.safeParse(sent).data;
  switch (piece?.type) {
    case "text":
      return piece.text;
    case "image":
    case "audio":
      return `[${piece.type}: ${said(piece.mimeType)}, ${kb(piece.data)} KB, not shown]`;
    case "resource_link":
      return `[resource: ${said(piece.name)} ${said(piece.uri)}${
        piece.description ? ` (${said(piece.description)})` : ""
      }]`;
    case "resource": {
      const { uri, text, blob = "", mimeType = "" } = piece.resource;
      return text === undefined
        ? `[resource: ${said(uri)} ${said(mimeType)}, ${kb(blob)} KB, not shown]`
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

/**
 * A result as a model and people are told it; cut at `RESULT_UNITS`, which it then says.
 * @param clean takes secrets out of a text, before it is cut
 * @outside
 */
export function toldResult(sent: unknown, clean: Clean = (text) => text): ToolResult {
  const result = Result.safeParse(sent).data;
  if (!result) return { status: "error", result: "The server of this tool answered with no result." };
  const { content, structuredContent, isError } = result;
  const pieces = content.slice(0, PIECES).map((piece) => told(piece, clean));
  if (content.length > PIECES) pieces.push(`[${content.length - PIECES} more pieces were left out]`);
  // Whoever structures a result is to write it as JSON too; who did not, or wrote something else, is given so.
  const structured = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  if (structured !== undefined && !pieces.some((piece) => says(piece, structured))) {
    if (pieces.every((piece) => piece.trim() === "")) pieces.length = 0;
    pieces.push(structured);
  }
  const text = pieces.join("\n\n").toWellFormed();
  const begins = beginning(text, RESULT_UNITS, clean);
  const cut = text.length - RESULT_UNITS;
  const kept = cut <= 0 ? begins : `${begins}\n[${cut} more characters were cut]`;
  return { status: isError ? "error" : "ok", result: kept };
}

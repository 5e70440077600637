/** Conversations in and out: the log itself, or a view of it for people. */
import { z } from "zod";
import { firstCharacters } from "../../events/catalog/clear_text.ts";
import { linesOf } from "../../events/catalog/export.ts";
import { exportStream, IMPORT_BYTES, importStream } from "../../events/store/transfer/transfer.ts";
import { importOptions, type Origin } from "../command_line/derived_rows.ts";
import { ExportQuery } from "../contract/conversation_requests.ts";
import { Imported, ProgramTranscript, Transcript } from "../contract/conversation_shapes.ts";
import { ForeignProof } from "../contract/signing_shapes.ts";
import { describe } from "./conversations.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { viewsOf } from "../../projections/conversation/message_view.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";
import { conversationOf, noConversation } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, Reply, type Route, route } from "../http/route.ts";
import { bodyOf } from "../http/body_in_turns.ts";
import { indentedTexts } from "../http/long_json.ts";
import { markdownTexts } from "./markdown_transcript.ts";
import { type OwnKey, ownKeys } from "../../events/catalog/own_keys.ts";
import type { System } from "../../actors/system.ts";
import { proofLinesOf } from "../../events/catalog/proof_lines.ts";
import { beginsProof } from "../../events/store/transfer/import_proof.ts";
import type { ImportResult } from "../../events/store/transfer/import_stream.ts";
import { proofKept, takeProof } from "./import_proof.ts";
import { oneFileOf } from "./one_file.ts";
import { proofOf } from "./proofs.ts";
import { htmlTexts, programMessages } from "./transcripts.ts";

/** Code points of a title in the name of a file. */
const FILE_NAME_CODE_POINTS = 60;

/** A title as a file name. */
function fileNameOf(state: ConversationState, extension: string): string {
  const words = state.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const stem = firstCharacters(words, FILE_NAME_CODE_POINTS) || state.id;
  return `attachment; filename*=UTF-8''${encodeURIComponent(`${stem}.${extension}`)}`;
}

/** An answer that a browser keeps as a file. */
const fileResponse = (body: BodyInit, type: string, state: ConversationState, extension: string): Response =>
  new Response(body, {
    headers: { "content-type": type, "content-disposition": fileNameOf(state, extension) },
  });

/** The log itself, line by line as it is read. */
async function* asLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Views of a conversation for people and programs, message by message: a long one is no single piece of work. */
function viewOf(
  format: "markdown" | "html" | "openai" | "json",
  state: ConversationState,
  prices: PriceOverrides | undefined,
): Response {
  if (format === "markdown") {
    return fileResponse(bodyOf(markdownTexts(state)), "text/markdown; charset=utf-8", state, "md");
  }
  if (format === "html") {
    return fileResponse(bodyOf(htmlTexts(state)), "text/html; charset=utf-8", state, "html");
  }
  if (format === "openai") {
    const texts = indentedTexts({}, "messages", programMessages(state));
    return fileResponse(bodyOf(texts), "application/json", state, "openai.json");
  }
  const { id, title, mode, createdAt, participants, seq } = state;
  const whole: Omit<Transcript, "messages"> = { id, seq, title, mode, createdAt, participants };
  const texts = indentedTexts(whole, "messages", viewsOf(state, prices));
  return fileResponse(bodyOf(texts), "application/json", state, "json");
}

/** Bytes by which a file is known. */
const BEGIN_BYTES = 100;
/** Bytes of a file that are read at once: in one piece, 20 MB would hold everybody up. */
const PIECE_BYTES = 64 * 1024;

export async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Takes the lines of an export in, and answers with the conversation. `copy`: of one that stands here. */
export async function imported(
  call: Call,
  lines: AsyncIterable<string>,
  copy?: Required<Pick<Origin, "elsewhere" | "as">> & { readonly foreign: number },
): Promise<Reply<Imported>> {
  const at = new Date(call.services.now()).toISOString();
  const result = await importStream(call.services.store, lines, {
    ...importOptions(at, call.by, copy),
    ...(copy ? { foreign: copy.foreign } : {}),
  });
  return await takenIn(call, result, copy !== undefined);
}

const keysHere = async ({ signing }: System): Promise<OwnKey[]> =>
  await ownKeys(crypto.subtle, { key: await signing.key(), changes: await signing.changes() });

/** A proof in place of an export. */
async function importedProof(call: Call): Promise<Reply<Imported>> {
  const { store, now, system } = call.services;
  const own = await keysHere(system);
  const lines = () => proofLinesOf(piecesOf(call.bytes));
  const at = new Date(now()).toISOString();
  return await takenIn(call, await takeProof(store, lines, { at, by: call.by, own }), false);
}

async function takenIn(call: Call, result: ImportResult, copy: boolean): Promise<Reply<Imported>> {
  if (!result.ok) {
    const code = result.reason === "invalid" ? "validation" : result.reason;
    throw new Problem(code, result.detail);
  }
  const { stream, seq, created } = result;
  const state = await call.services.system.conversation(stream);
  // It can still be had back; taking it in is not that.
  if (!state) throw new Problem("conflict", "A conversation with this id was deleted.");
  const conversation = describe(state);
  return new Reply({ conversation, seq, created }, copy || created ? 201 : 200);
}

const NDJSON = "application/x-ndjson";

export const transfer: Route[] = [
  route("POST", "/api/import", {
    summary: "Take in a conversation's exported log; twice is fine",
    rawBytes: IMPORT_BYTES,
    status: 201,
    answers: { 200: "It was there already", 409: "Another conversation has that id" },
    answer: Imported,
    handle(call) {
      const begin = new TextDecoder().decode(call.bytes.subarray(0, BEGIN_BYTES));
      return beginsProof(begin) ? importedProof(call) : imported(call, linesOf(piecesOf(call.bytes)));
    },
  }),
  route("GET", "/api/conversations/:id/proof", {
    summary: "What signed the conversation elsewhere, as it came with it",
    answers: { 404: "There is no such conversation, or it came without a proof" },
    answer: ForeignProof,
    async handle(call) {
      const { id } = await conversationOf(call);
      const { store, system } = call.services;
      const kept = await proofKept(store, id, await keysHere(system));
      if (!kept) throw new Problem("not_found", "This conversation came with no proof.");
      return kept;
    },
  }),
  route("GET", "/api/conversations/:id/export", {
    summary: "The conversation's log, or a view of it",
    query: ExportQuery,
    answer: z.union([Transcript, ProgramTranscript]),
    media: { "application/x-ndjson": z.string(), "text/markdown": z.string(), "text/html": z.string() },
    async handle(call) {
      const { format } = call.query;
      const state = await conversationOf(call);
      if (format === "proof") {
        return fileResponse(bodyOf(asLines(await proofOf(call, state))), NDJSON, state, "proof.ndjson");
      }
      if (format === "page") {
        return fileResponse(await oneFileOf(call, state), "text/html; charset=utf-8", state, "fishbowl.html");
      }
      if (format === "ndjson") {
        const lines = await exportStream(call.services.store, state.id);
        if (!lines) throw noConversation();
        return fileResponse(bodyOf(asLines(lines)), NDJSON, state, "ndjson");
      }
      const { settings: { prices } } = await call.services.system.workspace();
      // What is told is so at one moment, however long it takes to be put into words.
      const told = await call.services.system.copyOf(state.id);
      if (!told) throw noConversation();
      return viewOf(format, told, prices);
    },
  }),
];

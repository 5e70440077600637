/** Conversations in and out: the log itself, or a view of it for people; and copies of one as a new one. */
import { z } from "zod";
import { firstCharacters } from "../../events/catalog/clear_text.ts";
import { linesOf } from "../../events/catalog/export.ts";
import { forkStream } from "../../events/store/fork.ts";
import { exportStream, IMPORT_BYTES, importStream } from "../../events/store/transfer.ts";
import { importOptions } from "../command_line/derived_rows.ts";
import { ExportQuery, Fork, Imported, Transcript } from "../contract/conversation_shapes.ts";
import { describe } from "./conversations.ts";
import type { ConversationState } from "../../projections/conversation/state.ts";
import { messageViews } from "../../projections/conversation/message_view.ts";
import { conversationIdFor, conversationOf } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, Reply, type Route, route } from "../http/route.ts";

/** Code points of a title in the name of a file. */
const FILE_NAME_CODE_POINTS = 60;

/** A title as a file name. */
function fileNameOf(state: ConversationState, extension: string): string {
  const words = state.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const stem = firstCharacters(words, FILE_NAME_CODE_POINTS) || state.id;
  return `attachment; filename*=UTF-8''${encodeURIComponent(`${stem}.${extension}`)}`;
}

/**
 * The transcript for reading: what was left out of the context says so.
 * @outside
 */
export function markdownOf(state: ConversationState): string {
  const parts = [`# ${state.title || "Conversation"}`];
  for (const view of messageViews(state, state.order)) {
    if (view.role === "assistant" && view.content === "") continue;
    const left = view.included || view.role === "system" ? "" : ", left out of the context";
    const how = view.completed ? "" : `, ${view.status}`;
    parts.push(`## ${view.authorName}\n\n*${view.createdAt}${how}${left}*\n\n${view.content}`);
    for (const file of view.attachments) parts.push(`Attached: ${file.name} (${file.size} bytes)`);
  }
  return parts.join("\n\n") + "\n";
}

async function exportView(call: Call<unknown, z.infer<typeof ExportQuery>>): Promise<Response> {
  const { format } = call.query;
  const state = await conversationOf(call);
  if (format === "markdown") {
    return new Response(markdownOf(state), {
      headers: {
        "content-type": "text/markdown; charset=utf-8",
        "content-disposition": fileNameOf(state, "md"),
      },
    });
  }
  if (format === "json") {
    const messages = messageViews(state, state.order);
    const { id, title, mode, createdAt, participants, seq } = state;
    const whole: Transcript = { id, seq, title, mode, createdAt, participants, messages };
    return new Response(JSON.stringify(whole, null, 2), {
      headers: {
        "content-type": "application/json",
        "content-disposition": fileNameOf(state, "json"),
      },
    });
  }
  return await exportLog(call, state);
}

/** The log itself, line by line as it is read. */
async function exportLog(call: Call, state: ConversationState): Promise<Response> {
  const disposition = fileNameOf(state, "ndjson");
  const lines = await exportStream(call.services.store, state.id);
  if (!lines) throw new Problem("not_found", "There is no such conversation.");
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value + "\n"));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: { "content-type": "application/x-ndjson", "content-disposition": disposition },
  });
}

async function importLog(call: Call): Promise<Reply<Imported>> {
  return await imported(call, linesOf(piecesOf(call.bytes)));
}

/** Bytes of a file that are read at once: in one piece, 20 MB would hold everybody up. */
const PIECE_BYTES = 64 * 1024;

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Takes the lines of an export in, and answers with the conversation. `copy`: of one that stands here. */
async function imported(
  call: Call,
  lines: AsyncIterable<string>,
  copy?: { readonly foreign: number; readonly elsewhere: boolean },
): Promise<Reply<Imported>> {
  const at = new Date(call.services.now()).toISOString();
  const result = await importStream(call.services.store, lines, {
    ...importOptions(at, call.by, copy?.elsewhere ?? true),
    ...(copy ? { foreign: copy.foreign } : {}),
  });
  if (!result.ok) {
    const code = result.reason === "invalid" ? "validation" : result.reason;
    throw new Problem(code, result.detail);
  }
  const state = await call.services.system.conversation(result.stream);
  if (!state) throw new Problem("not_found", "There is no such conversation.");
  return new Reply(
    { conversation: describe(state), seq: result.seq, created: result.created },
    copy || result.created ? 201 : 200,
  );
}

async function fork(call: Call<z.infer<typeof Fork>>): Promise<Reply<Imported>> {
  const { seq, title } = call.body;
  const { id, seq: head, title: old } = await conversationOf(call);
  if (seq > head) {
    throw new Problem("validation", `seq: the conversation has ${head} events`, [
      { path: "seq", message: `must be at most ${head}` },
    ]);
  }
  const to = conversationIdFor(call);
  const lineage = { conversationId: id, seq, kind: "fork" };
  const lines = await forkStream(call.services.store, id, seq, to, (data) => ({
    ...data,
    title: title ?? old,
    lineage,
  }));
  if (!lines) throw new Problem("not_found", "There is no such conversation.");
  // A fork is made of its own words, but for those that came in from somewhere else.
  const foreign = await call.services.system.foreign(id);
  // Forked before what marks it as imported, it has to be marked anew.
  return await imported(call, lines, { foreign: Math.min(foreign, seq), elsewhere: seq < foreign });
}

export const transfer: Route[] = [
  route({
    method: "POST",
    path: "/api/import",
    access: "api",
    summary: "Take in a conversation's exported log; twice is fine",
    rawBytes: IMPORT_BYTES,
    status: 201,
    answers: { 200: "It was there already", 409: "Another conversation has that id" },
    answer: Imported,
    handle: importLog,
  }),
  route({
    method: "POST",
    path: "/api/conversations/:id/fork",
    access: "api",
    summary: "Continue from an event as a new conversation",
    body: Fork,
    status: 201,
    answer: Imported,
    handle: fork,
  }),
  route({
    method: "GET",
    path: "/api/conversations/:id/export",
    access: "api",
    summary: "The conversation's log, or a view of it",
    query: ExportQuery,
    answer: Transcript,
    media: { "application/x-ndjson": z.string(), "text/markdown": z.string() },
    handle: exportView,
  }),
];

/** Conversations: list, start, read, change, delete. */
import type { z } from "zod";
import { factsOf, type Mode } from "../../events/catalog/modes.ts";
import type { Posting } from "../../actors/conversation/commands.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/conversation/state.ts";
import { messageViews } from "../../projections/conversation/message_view.ts";
import { PAGE_MESSAGES } from "../../events/catalog/limits.ts";
import { firstPaint, pageOf } from "../../projections/serialise.ts";
import { AllConversations } from "./all_conversations.ts";
import {
  ChangeConversation,
  Changed,
  ConversationAnswer,
  ConversationList,
  ConversationQuery,
  type ConversationView,
  CreateConversation,
  ListQuery,
  Started,
} from "../contract/conversation_shapes.ts";
import { Nothing } from "../contract/values.ts";
import { conversationIdFor, conversationOf, execute, param, seqQuery } from "../http/commands.ts";
import { agencyOf, joining } from "./joining_agents.ts";
import { pageAfter, placeOf } from "./list_page.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { FILE_UPLOAD, resolveAttachments } from "./uploads.ts";

export function describe(state: ConversationState): ConversationView {
  const { id, seq, title, mode, manager, settings, lineage, createdAt, updatedAt, archived } = state;
  return {
    id,
    seq,
    title,
    mode,
    manualResponses: factsOf(mode).onRequest === true,
    rounds: settings.rounds ?? 1,
    limits: settings.limits ?? {},
    webAccess: settings.webAccess ?? false,
    onNewMessage: settings.onNewMessage ?? "cancel",
    manager,
    lineage,
    archived,
    createdAt,
    updatedAt,
    messageCount: state.order.length,
  };
}

async function list(call: Call<unknown, z.infer<typeof ListQuery>>): Promise<ConversationList> {
  const { cursor, limit, archived = false } = call.query;
  const after = cursor ? placeOf(cursor) : null;
  if (cursor && !after) {
    throw new Problem("validation", "cursor: the `next` of an earlier answer", [
      { path: "cursor", message: "must be the next of an earlier answer" },
    ]);
  }
  const words = (call.query.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  // The position comes first: what happens while the rows are read is then told by the stream again.
  const position = await call.services.system.log.order.end();
  const all = new AllConversations(call.services);
  const found = (await all.rows())
    .filter((row) => row.archived === archived)
    .filter((row) => {
      const text = `${row.title} ${row.lastMessage?.text ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  return { ...pageAfter(found, after, limit), position, ...all.leftOut };
}

type CreateBody = z.infer<typeof CreateConversation>;

/** The first message, given as text or as an object, with the files beside it. */
async function firstMessage(call: Call<CreateBody>): Promise<Posting | undefined> {
  const { message, attachments } = call.body;
  if (message === undefined && !attachments?.length) return undefined;
  const given = typeof message === "string" || message === undefined ? { content: message ?? "" } : message;
  const named = [...("attachments" in given ? given.attachments ?? [] : []), ...(attachments ?? [])];
  const files = await resolveAttachments(call.services.system.log, named);
  return {
    content: given.content,
    ...("id" in given && given.id !== undefined ? { id: given.id } : {}),
    ...(files.length > 0 ? { attachments: files } : {}),
  };
}

async function create(call: Call<CreateBody>): Promise<Started> {
  const { body, services } = call;
  const workspace = await services.system.workspace();
  const agency = body.agencyId === undefined ? undefined : agencyOf(workspace, body.agencyId);
  const chosen = (body.agentIds ?? []).map((id, index) => joining(workspace, id, `agentIds.${index}`));
  const members = agency?.agents ?? [];
  const agents = [...members, ...chosen.filter((c) => !members.some((m) => m.agentId === c.agentId))];
  const mode: Mode = body.mode ?? (body.manualResponses ? "manual" : agency ? "manager" : "parallel");
  const message = await firstMessage(call);
  const { rounds, webAccess, onNewMessage, limits } = body;
  const id = conversationIdFor(call);
  const outcome = await execute(call, id, {
    type: "start",
    title: body.title ?? "",
    mode,
    settings: {
      ...(rounds === undefined ? {} : { rounds }),
      ...(webAccess === undefined ? {} : { webAccess }),
      ...(onNewMessage === undefined ? {} : { onNewMessage }),
      ...(limits === undefined ? {} : { limits }),
    },
    agents,
    ...(agency ? { managing: agency.managing } : {}),
    ...(message ? { message } : {}),
  });
  const state = await services.system.conversationAt(id, outcome.seq);
  if (!state) throw new Problem("not_found", "There is no such conversation.");
  return { conversation: { ...describe(state), participants: state.participants }, seq: outcome.seq };
}

type ReadCall = Call<unknown, z.infer<typeof ConversationQuery>>;

/** The answer for a fold: headers of all messages, all turns, texts of the last page. */
function folded(
  { services, query }: ReadCall,
  state: ConversationState,
  position: string,
): ConversationAnswer {
  const { seq } = state;
  const { system } = services;
  const drafts = query.at === undefined ? system.drafts(state.id) : [];
  if (query.view === "fold") {
    const waits = system.waits(state.id);
    return { seq, position, fold: firstPaint(state), drafts, waits, fileUpload: FILE_UPLOAD };
  }
  const headers = messageViews(state, state.order).map(({ content: _, reasoning: __, ...header }) => header);
  return {
    seq,
    position,
    conversation: describe(state),
    participants: state.participants,
    headers,
    messages: messageViews(state, pageOf(state, null, PAGE_MESSAGES).ids),
    turns: Object.values(state.turns),
    drafts,
    status: Object.fromEntries(state.participants.map((p) => [p.id, agentStatus(state, p)])),
    fileUpload: FILE_UPLOAD,
  };
}

async function read(call: ReadCall): Promise<ConversationAnswer> {
  const { system } = call.services;
  const position = await system.log.order.end();
  const current = await conversationOf(call);
  const at = seqQuery(call, current);
  if (at === undefined) return folded(call, current, position);
  const state = await system.conversationAt(current.id, at);
  if (!state) throw new Problem("not_found", "There is no such conversation.");
  return folded(call, state, position);
}

async function change(call: Call<z.infer<typeof ChangeConversation>>): Promise<Changed> {
  const { body, services } = call;
  const id = param(call, "id");
  const agency = body.agencyId === undefined
    ? undefined
    : agencyOf(await services.system.workspace(), body.agencyId);
  const managing = agency?.managing ??
    (body.managerAgentId === undefined ? undefined : { managerAgentId: body.managerAgentId, principles: "" });
  const { rounds, limits, webAccess, onNewMessage } = body;
  const outcome = await execute(call, id, {
    type: "change",
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.mode === undefined ? {} : { mode: body.mode }),
    ...(body.archived === undefined ? {} : { archived: body.archived }),
    ...(managing ? { managing } : {}),
    settings: {
      ...(rounds === undefined ? {} : { rounds }),
      ...(limits === undefined ? {} : { limits }),
      ...(webAccess === undefined ? {} : { webAccess }),
      ...(onNewMessage === undefined ? {} : { onNewMessage }),
    },
  });
  return { conversation: describe(await conversationOf(call)), seq: outcome.seq };
}

async function remove(call: Call): Promise<void> {
  const id = param(call, "id");
  const { system } = call.services;
  const state = await system.conversation(id);
  if (state) await execute(call, id, { type: "delete" });
  // Deleting what was deleted is fine; what never was is not there.
  else if ((await system.log.head(id)).seq === 0) {
    throw new Problem("not_found", "There is no such conversation.");
  }
}

export const conversations: Route[] = [
  route({
    method: "GET",
    path: "/api/conversations",
    access: "api",
    summary: "Conversations, newest first",
    query: ListQuery,
    answer: ConversationList,
    handle: list,
  }),
  route({
    method: "POST",
    path: "/api/conversations",
    access: "api",
    summary: "Start a conversation, with its roster and first message",
    body: CreateConversation,
    optionalBody: true,
    status: 201,
    answer: Started,
    handle: create,
  }),
  route({
    method: "GET",
    path: "/api/conversations/:id",
    access: "api",
    summary: "The conversation as the fold of its events, now or as of an event",
    query: ConversationQuery,
    answer: ConversationAnswer,
    handle: read,
  }),
  route({
    method: "PATCH",
    path: "/api/conversations/:id",
    access: "api",
    summary: "Rename, archive, change mode or limits",
    body: ChangeConversation,
    answer: Changed,
    handle: change,
  }),
  route({
    method: "DELETE",
    path: "/api/conversations/:id",
    access: "api",
    summary: "Delete a conversation and its content for good",
    status: 204,
    answer: Nothing,
    handle: remove,
  }),
];

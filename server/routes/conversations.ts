/** Conversations: list, start, read, change, delete. */
import type { z } from "zod";
import { factsOf } from "../../events/catalog/modes.ts";
import type { Posting } from "../../actors/conversation/commands.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
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
  type PostMessage,
  Started,
} from "../contract/conversation_shapes.ts";
import { Nothing } from "../contract/values.ts";
import {
  conversationIdFor,
  conversationOf,
  execute,
  given,
  noConversation,
  param,
  seqQuery,
} from "../http/commands.ts";
import { agencyOf, joining } from "./joining_agents.ts";
import { pageAfter, placeOf } from "./list_page.ts";
import { wrongField } from "../http/problem.ts";
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

/** The first message, given as text or as an object, with the files beside it. */
async function firstMessage(
  { body: { message, attachments = [] }, services }: Call<z.infer<typeof CreateConversation>>,
): Promise<Posting | undefined> {
  if (message === undefined && attachments.length === 0) return undefined;
  const { content, id, attachments: own = [] }: PostMessage = typeof message === "object"
    ? message
    : { content: message ?? "" };
  const files = await resolveAttachments(services.system.log, [...own, ...attachments]);
  return { content, ...given({ id, attachments: files }) };
}

/** The answer for a fold: headers of all messages, all turns, texts of the last page. */
function folded(
  { services: { system }, query }: Call<unknown, z.infer<typeof ConversationQuery>>,
  state: ConversationState,
  position: string,
): ConversationAnswer {
  const { seq } = state;
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

export const conversations: Route[] = [
  route("GET", "/api/conversations", {
    summary: "Conversations, newest first",
    query: ListQuery,
    answer: ConversationList,
    async handle({ query: { cursor, limit, archived = false, q = "" }, services }) {
      const after = cursor ? placeOf(cursor) : null;
      if (cursor && !after) {
        const detail = "cursor: the `next` of an earlier answer";
        throw wrongField("cursor", "must be the next of an earlier answer", detail);
      }
      const words = q.toLowerCase().split(/\s+/).filter(Boolean);
      // The position comes first: what happens while the rows are read is then told by the stream again.
      const position = await services.system.log.order.end();
      const all = new AllConversations(services);
      const found = (await all.rows()).filter((row) => {
        const text = `${row.title} ${row.lastMessage?.text ?? ""}`.toLowerCase();
        return row.archived === archived && words.every((word) => text.includes(word));
      });
      return { ...pageAfter(found, after, limit), position, ...all.leftOut };
    },
  }),
  route("POST", "/api/conversations", {
    summary: "Start a conversation, with its roster and first message",
    body: CreateConversation,
    optionalBody: true,
    status: 201,
    answer: Started,
    async handle(call) {
      const { body, services } = call;
      const { title = "", agencyId, agentIds = [], rounds, webAccess, onNewMessage, limits } = body;
      const workspace = await services.system.workspace();
      const agency = agencyId === undefined ? undefined : agencyOf(workspace, agencyId);
      const chosen = agentIds.map((id, index) => joining(workspace, id, `agentIds.${index}`));
      const members = agency?.agents ?? [];
      const agents = [...members, ...chosen.filter((c) => !members.some((m) => m.agentId === c.agentId))];
      const mode = body.mode ?? (body.manualResponses ? "manual" : agency ? "manager" : "parallel");
      const message = await firstMessage(call);
      const id = conversationIdFor(call);
      const settings = given({ rounds, webAccess, onNewMessage, limits });
      const more = given({ managing: agency?.managing, message });
      const { seq } = await execute(call, id, { type: "start", title, mode, settings, agents, ...more });
      const state = await services.system.conversationAt(id, seq);
      if (!state) throw noConversation();
      return { conversation: { ...describe(state), participants: state.participants }, seq };
    },
  }),
  route("GET", "/api/conversations/:id", {
    summary: "The conversation as the fold of its events, now or as of an event",
    query: ConversationQuery,
    answer: ConversationAnswer,
    async handle(call) {
      const { system } = call.services;
      const position = await system.log.order.end();
      const current = await conversationOf(call);
      const at = seqQuery(call, current);
      const state = at === undefined ? current : await system.conversationAt(current.id, at);
      if (!state) throw noConversation();
      return folded(call, state, position);
    },
  }),
  route("PATCH", "/api/conversations/:id", {
    summary: "Rename, archive, change mode or limits",
    body: ChangeConversation,
    answer: Changed,
    async handle(call) {
      const { title, mode, archived, agencyId, managerAgentId, ...settings } = call.body;
      const id = param(call, "id");
      const managing = agencyId !== undefined
        ? agencyOf(await call.services.system.workspace(), agencyId).managing
        : managerAgentId === undefined
        ? undefined
        : { managerAgentId, principles: "" };
      const changes = given({ title, mode, archived, managing });
      const { seq } = await execute(call, id, { type: "change", ...changes, settings: given(settings) });
      return { conversation: describe(await conversationOf(call)), seq };
    },
  }),
  route("DELETE", "/api/conversations/:id", {
    summary: "Delete a conversation and its content for good",
    status: 204,
    answer: Nothing,
    async handle(call) {
      const id = param(call, "id");
      const { system } = call.services;
      const state = await system.conversation(id);
      if (state) await execute(call, id, { type: "delete" });
      // Deleting what was deleted is fine; what never was is not there.
      else if ((await system.log.head(id)).seq === 0) throw noConversation();
    },
  }),
];

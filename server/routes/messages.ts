/** Messages: older pages, posting, the checkbox, and who saw one. */
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { messageView, messageViews } from "../../projections/conversation/message_view.ts";
import { seenBy } from "../../projections/context/requests.ts";
import { pageOf } from "../../projections/serialise.ts";
import {
  ChangeMessage,
  MessagePage,
  MessagesQuery,
  OneMessage,
  PostMessage,
  SeenByList,
} from "../contract/conversation_shapes.ts";
import { conversationOf, execute, given, metaOf, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";
import { resolveAttachments } from "./uploads.ts";

const noMessage = () => new Problem("not_found", "There is no such message.");

function messageAnswer(state: ConversationState, id: string, seq: number): OneMessage {
  const message = messageView(state, id);
  if (!message) throw noMessage();
  return { message, seq };
}

export const messages: Route[] = [
  route("GET", "/api/conversations/:id/messages", {
    summary: "A page of messages, in reading order",
    query: MessagesQuery,
    answer: MessagePage,
    async handle(call) {
      const { before, limit, view } = call.query;
      const state = await conversationOf(call);
      const { ids, next } = pageOf(state, before === 0 ? null : before, limit);
      const bodies = Object.fromEntries(
        ids.flatMap((id) => state.bodies[id] ? [[id, state.bodies[id]]] : []),
      );
      return { items: messageViews(state, ids), next, ...(view === "fold" ? { bodies } : {}) };
    },
  }),
  route("POST", "/api/conversations/:id/messages", {
    summary: "Post a message; answers follow on the event stream",
    body: PostMessage,
    status: 201,
    answer: OneMessage,
    async handle(call) {
      const { content, id, mentions, attachments: named } = call.body;
      const conversationId = param(call, "id");
      const attachments = await resolveAttachments(call.services.system.log, named);
      const { answer, seq } = await execute(
        call,
        conversationId,
        { type: "post", content, ...given({ id, attachments, mentions }) },
        metaOf(call, id === undefined ? undefined : `message:${conversationId}:${id.slice(0, 100)}`),
      );
      return messageAnswer(await conversationOf(call), answer.messageId ?? "", seq);
    },
  }),
  route("PATCH", "/api/conversations/:id/messages/:messageId", {
    summary: "Put a message into the context or leave it out, for all or for some agents",
    body: ChangeMessage,
    answer: OneMessage,
    async handle(call) {
      const messageId = param(call, "messageId");
      const { included, participantIds } = call.body;
      const command = { type: "include", messageId, included, ...given({ participantIds }) } as const;
      const { seq } = await execute(call, param(call, "id"), command);
      return messageAnswer(await conversationOf(call), messageId, seq);
    },
  }),
  route("GET", "/api/conversations/:id/messages/:messageId/seen-by", {
    summary: "The turns whose context had the message",
    answer: SeenByList,
    async handle(call) {
      const messageId = param(call, "messageId");
      const state = await conversationOf(call);
      if (!state.messages[messageId]) throw noMessage();
      return { items: seenBy(state, messageId), next: null };
    },
  }),
];

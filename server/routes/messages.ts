/** Messages: older pages, posting, the checkbox, and who saw one. */
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { messageView, messageViews } from "../../projections/conversation/message_view.ts";
import { inTurns, yieldLoop } from "../../actors/runtime/yield_loop.ts";
import type { Seen } from "../../projections/shapes/views.ts";
import { seenBy } from "../../projections/context/requests.ts";
import { pageOf } from "../../projections/serialise.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import {
  ChangeMessage,
  ChangeMessages,
  MessagesQuery,
  PostMessage,
} from "../contract/conversation_requests.ts";
import {
  ChangedMessages,
  MessagePage,
  OneMessage,
  Pin,
  Pinned,
  SeenByList,
} from "../contract/conversation_shapes.ts";
import { NoFields } from "../contract/values.ts";
import { conversationOf, execute, given, metaOf, noConversation, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";
import { askingOf } from "./panels.ts";
import { resolveAttachments } from "./uploads.ts";

/** Turns that are looked at before others have their turn: a millisecond. */
export const TURNS_AT_ONCE = 200;

/**
 * The turns whose context had a message.
 * @param state which changes no more
 * @param rest lets others have their turn
 */
export async function seenInTurns(
  state: ConversationState,
  messageId: string,
  rest = yieldLoop,
): Promise<Seen[]> {
  const items: Seen[] = [];
  await inTurns(Object.values(state.turns), TURNS_AT_ONCE, (turn) => {
    items.push(...seenBy(state, messageId, [turn]));
  }, rest);
  return items;
}

const noMessage = () => new Problem("not_found", "There is no such message.");

function messageAnswer(
  state: ConversationState,
  id: string,
  seq: number,
  prices?: PriceOverrides,
): OneMessage {
  const message = messageView(state, id, prices);
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
      const prices = pricesInForce(await call.services.system.workspace());
      const state = await conversationOf(call);
      const { ids, next } = pageOf(state, before === 0 ? null : before, limit);
      const bodies = Object.fromEntries(
        ids.flatMap((id) => state.bodies[id] ? [[id, state.bodies[id]]] : []),
      );
      return { items: messageViews(state, ids, prices), next, ...(view === "fold" ? { bodies } : {}) };
    },
  }),
  route("POST", "/api/conversations/:id/messages", {
    summary: "Post a message; answers follow on the event stream",
    body: PostMessage,
    status: 201,
    answer: OneMessage,
    async handle(call) {
      const { content, id, mentions, attachments: named, panel: asked } = call.body;
      const conversationId = param(call, "id");
      const { system } = call.services;
      const attachments = await resolveAttachments(system, named);
      const panel = asked && askingOf(await system.workspace(), asked, "panel");
      const { answer, seq } = await execute(
        call,
        conversationId,
        { type: "post", content, ...given({ id, attachments, mentions, panel }) },
        metaOf(call, id === undefined ? undefined : `message:${conversationId}:${id.slice(0, 100)}`),
      );
      return messageAnswer(await conversationOf(call, conversationId, seq), answer.messageId ?? "", seq);
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
      const prices = pricesInForce(await call.services.system.workspace());
      return messageAnswer(await conversationOf(call), messageId, seq, prices);
    },
  }),
  route("PATCH", "/api/conversations/:id/messages", {
    summary: "The same for several messages in one commit; the answer undoes it",
    body: ChangeMessages,
    answer: ChangedMessages,
    async handle(call) {
      const { changes } = call.body;
      const { answer, seq } = await execute(call, param(call, "id"), { type: "include_all", changes });
      return { changed: answer.changed ?? [], seq };
    },
  }),
  route("POST", "/api/conversations/:id/messages/:messageId/keep", {
    summary: "Of the answers to the same message let only this one count",
    body: NoFields,
    optionalBody: true,
    answer: ChangedMessages,
    async handle(call) {
      const command = { type: "keep", messageId: param(call, "messageId") } as const;
      const { answer, seq } = await execute(call, param(call, "id"), command);
      return { changed: answer.changed ?? [], seq };
    },
  }),
  route("POST", "/api/conversations/:id/messages/:messageId/pin", {
    summary: "Have a message count wherever the window of an agent begins, or no longer",
    body: Pin,
    answer: Pinned,
    async handle(call) {
      const [id, messageId] = [param(call, "id"), param(call, "messageId")];
      const { seq } = await execute(call, id, { type: "pin", messageId, pinned: call.body.pinned });
      const { system } = call.services;
      const prices = pricesInForce(await system.workspace());
      const answer = messageAnswer(await conversationOf(call), messageId, seq, prices);
      return { ...answer, overfull: await system.overfull(id) };
    },
  }),
  route("GET", "/api/conversations/:id/messages/:messageId/seen-by", {
    summary: "The turns whose context had the message",
    answer: SeenByList,
    long: true,
    async handle(call) {
      const messageId = param(call, "messageId");
      const state = await call.services.system.copyOf(param(call, "id"));
      if (!state) throw noConversation();
      if (!state.messages[messageId]) throw noMessage();
      return { items: await seenInTurns(state, messageId), next: null };
    },
  }),
];

/** Messages: older pages, posting, the checkbox, and who saw one. */
import type { z } from "zod";
import type { ConversationState } from "../../projections/conversation/state.ts";
import { messageView, messageViews } from "../../projections/conversation/message_view.ts";
import { seenBy as turnsThatSaw } from "../../projections/context/requests.ts";
import { pageOf } from "../../projections/serialise.ts";
import {
  ChangeMessage,
  MessagePage,
  MessagesQuery,
  OneMessage,
  PostMessage,
  SeenByList,
} from "../contract/conversation_shapes.ts";
import type { Wire } from "../contract/values.ts";
import { conversationOf, execute, metaOf, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { resolveAttachments } from "./uploads.ts";

async function older(call: Call<unknown, z.infer<typeof MessagesQuery>>): Promise<MessagePage> {
  const { before, limit, view } = call.query;
  const state = await conversationOf(call);
  const page = pageOf(state, before === 0 ? null : before, limit);
  const bodies = Object.fromEntries(
    page.ids.flatMap((id) => state.bodies[id] ? [[id, state.bodies[id]]] : []),
  );
  return {
    items: messageViews(state, page.ids),
    next: page.next,
    ...(view === "fold" ? { bodies } : {}),
  };
}

const noMessage = () => new Problem("not_found", "There is no such message.");

function messageAnswer(state: ConversationState, id: string, seq: number): OneMessage {
  const message = messageView(state, id);
  if (!message) throw noMessage();
  return { message, seq };
}

async function post(call: Call<z.infer<typeof PostMessage>>): Promise<OneMessage> {
  const { body, services } = call;
  const id = param(call, "id");
  const attachments = await resolveAttachments(services.system.log, body.attachments);
  const outcome = await execute(call, id, {
    type: "post",
    content: body.content,
    ...(body.id === undefined ? {} : { id: body.id }),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(body.mentions === undefined ? {} : { mentions: body.mentions }),
  }, metaOf(call, body.id === undefined ? undefined : `message:${id}:${body.id.slice(0, 100)}`));
  return messageAnswer(await conversationOf(call), outcome.answer.messageId ?? "", outcome.seq);
}

async function include(call: Call<z.infer<typeof ChangeMessage>>): Promise<OneMessage> {
  const messageId = param(call, "messageId");
  const { included, participantIds } = call.body;
  const outcome = await execute(call, param(call, "id"), {
    type: "include",
    messageId,
    included,
    ...(participantIds === undefined ? {} : { participantIds }),
  });
  return messageAnswer(await conversationOf(call), messageId, outcome.seq);
}

async function seenBy(call: Call): Promise<Wire<typeof SeenByList>> {
  const messageId = param(call, "messageId");
  const state = await conversationOf(call);
  if (!state.messages[messageId]) throw noMessage();
  return { items: turnsThatSaw(state, messageId), next: null };
}

export const messages: Route[] = [
  route({
    method: "GET",
    path: "/api/conversations/:id/messages",
    access: "api",
    summary: "A page of messages, in reading order",
    query: MessagesQuery,
    answer: MessagePage,
    handle: older,
  }),
  route({
    method: "POST",
    path: "/api/conversations/:id/messages",
    access: "api",
    summary: "Post a message; answers follow on the event stream",
    body: PostMessage,
    status: 201,
    answer: OneMessage,
    handle: post,
  }),
  route({
    method: "PATCH",
    path: "/api/conversations/:id/messages/:messageId",
    access: "api",
    summary: "Put a message into the context or leave it out, for all or for some agents",
    body: ChangeMessage,
    answer: OneMessage,
    handle: include,
  }),
  route({
    method: "GET",
    path: "/api/conversations/:id/messages/:messageId/seen-by",
    access: "api",
    summary: "The turns whose context had the message",
    answer: SeenByList,
    handle: seenBy,
  }),
];

/** Messages: older pages, posting, the checkbox, and who saw one. */
import type { z } from "zod";
import { messageView } from "../../projections/conversation/message_view.ts";
import { seenBy as turnsThatSaw } from "../../projections/context/requests.ts";
import { PAGE_MESSAGES, pageOf } from "../../projections/serialise.ts";
import { ChangeMessage, PostMessage } from "../http/bodies.ts";
import { conversationOf, execute, intQuery, metaOf, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, json, type Route, route } from "../http/route.ts";
import { resolveAttachments } from "./uploads.ts";

/** Messages in one page. */
const PAGE_LIMIT = 500;

async function older(call: Call<unknown>): Promise<Response> {
  const before = intQuery(call, "before", 0, 0, Number.MAX_SAFE_INTEGER);
  const limit = intQuery(call, "limit", PAGE_MESSAGES, 1, PAGE_LIMIT);
  const state = await conversationOf(call);
  const page = pageOf(state, before === 0 ? null : before, limit);
  const bodies = call.query.get("view") === "fold"
    ? { bodies: Object.fromEntries(page.ids.map((id) => [id, state.bodies[id]])) }
    : {};
  return json({ items: page.ids.map((id) => messageView(state, id)), next: page.next, ...bodies });
}

async function post(call: Call<z.infer<typeof PostMessage>>): Promise<Response> {
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
  const state = await conversationOf(call);
  const message = messageView(state, outcome.answer.messageId ?? "");
  return json({ message, seq: outcome.seq }, 201);
}

async function include(call: Call<z.infer<typeof ChangeMessage>>): Promise<Response> {
  const messageId = param(call, "messageId");
  const { included, participantIds } = call.body;
  const outcome = await execute(call, param(call, "id"), {
    type: "include",
    messageId,
    included,
    ...(participantIds === undefined ? {} : { participantIds }),
  });
  return json({ message: messageView(await conversationOf(call), messageId), seq: outcome.seq });
}

async function seenBy(call: Call<unknown>): Promise<Response> {
  const messageId = param(call, "messageId");
  const state = await conversationOf(call);
  if (!state.messages[messageId]) throw new Problem("not_found", "There is no such message.");
  return json({ items: turnsThatSaw(state, messageId), next: null });
}

export const messages: Route[] = [
  route({
    method: "GET",
    path: "/api/conversations/:id/messages",
    access: "api",
    summary: "A page of messages, in reading order",
    query: ["before", "limit", "view"],
    status: 200,
    handle: older,
  }),
  route({
    method: "POST",
    path: "/api/conversations/:id/messages",
    access: "api",
    summary: "Post a message; answers follow on the event stream",
    body: PostMessage,
    status: 201,
    handle: post,
  }),
  route({
    method: "PATCH",
    path: "/api/conversations/:id/messages/:messageId",
    access: "api",
    summary: "Put a message into the context or leave it out, for all or for some agents",
    body: ChangeMessage,
    status: 200,
    handle: include,
  }),
  route({
    method: "GET",
    path: "/api/conversations/:id/messages/:messageId/seen-by",
    access: "api",
    summary: "The turns whose context had the message",
    status: 200,
    handle: seenBy,
  }),
];

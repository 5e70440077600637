/** The event streams, and the same events as JSON pages. */
import { intQuery, param } from "../http/commands.ts";
import {
  allSource,
  conversationSource,
  resetResponse,
  type Source,
  streamResponse,
} from "../stream/event_stream.ts";
import { Problem } from "../http/problem.ts";
import { type Call, json, type Route, route } from "../http/route.ts";

/** Events in one JSON page. */
const PAGE_LIMIT = 5_000;

const wantsStream = (call: Call<unknown>) =>
  (call.request.headers.get("accept") ?? "").includes("text/event-stream");

/** The stream, in a place of its own; it ends with the credential that opened it. */
function follow({ services: { hub, access }, who, caller }: Call<unknown>, source: Source): Response {
  const leave = hub.places.take(caller);
  const { ended, release } = access.hold(who);
  return streamResponse(hub, source, ended, () => {
    release();
    leave();
  });
}

async function ofConversation(call: Call<unknown>): Promise<Response> {
  const { system } = call.services;
  const id = param(call, "id");
  const state = await system.conversation(id);
  if (!wantsStream(call)) {
    if (!state) throw new Problem("not_found", "There is no such conversation.");
    const after = intQuery(call, "after", 0, 0, Number.MAX_SAFE_INTEGER);
    const limit = intQuery(call, "limit", 1_000, 1, PAGE_LIMIT);
    const head = state.seq;
    const events = [];
    for await (const batch of system.log.read(id, after, Math.min(after + limit, head))) {
      events.push(...batch);
    }
    const last = events.at(-1)?.seq ?? after;
    return json({ events, next: last < head ? last : null });
  }
  // A browser that reconnects to what was deleted must stop trying: 204 tells it so.
  if (!state) {
    if ((await system.log.head(id)).seq > 0) return new Response(null, { status: 204 });
    throw new Problem("not_found", "There is no such conversation.");
  }
  const header = call.request.headers.get("last-event-id");
  const after = header !== null && /^\d{1,15}$/.test(header)
    ? Number(header)
    : intQuery(call, "after", 0, 0, Number.MAX_SAFE_INTEGER);
  if (after > (await system.log.head(id)).seq) return resetResponse("the position is beyond the end");
  return follow(call, conversationSource(call.services.hub, id, after));
}

async function ofAll(call: Call<unknown>): Promise<Response> {
  const { log } = call.services.system;
  const asked = call.request.headers.get("last-event-id") || call.query.get("after");
  if (asked && !(await log.order.knows(asked))) {
    if (wantsStream(call)) return resetResponse("the position is not of this store");
    throw new Problem("conflict", "The position is not of this store; fetch the fold again.");
  }
  if (!wantsStream(call)) {
    const limit = intQuery(call, "limit", 1_000, 1, PAGE_LIMIT);
    const located = await log.order.page(asked || `${log.epoch}.00000000000000000000.0`, limit);
    const last = located.at(-1)?.position ?? null;
    const events = located.map(({ stream, position, event }) => ({ stream, position, ...event }));
    return json({ events, next: located.length === limit ? last : null });
  }
  const after = asked || await log.order.end();
  return follow(call, allSource(call.services.hub, after));
}

export const streams: Route[] = [
  route({
    method: "GET",
    path: "/api/conversations/:id/events",
    access: "api",
    summary: "The conversation's events, as a stream or as JSON",
    query: ["after", "limit"],
    status: 200,
    answers: { 204: "The conversation was deleted; stop asking" },
    handle: ofConversation,
  }),
  route({
    method: "GET",
    path: "/api/events",
    access: "api",
    summary: "Every conversation and the workspace in one stream",
    query: ["after", "limit"],
    status: 200,
    answers: { 409: "The position is not of this store; fetch the fold again" },
    handle: ofAll,
  }),
];

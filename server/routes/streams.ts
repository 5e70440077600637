/** The event streams, and the same events as JSON pages. */
import {
  AllEventsQuery,
  EventPage,
  EventsQuery,
  Frame,
  FrameOfAll,
  LocatedEventPage,
} from "../contract/event_frames.ts";
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";
import { withoutHalf } from "../../actors/live/half_brought.ts";
import { noConversation, param } from "../http/commands.ts";
import {
  allSource,
  conversationSource,
  resetResponse,
  type Source,
  streamResponse,
} from "../stream/event_stream.ts";
import { told } from "../stream/frames.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

const wantsStream = (call: Call) => (call.request.headers.get("accept") ?? "").includes("text/event-stream");

/** The stream, in a place of its own; it ends with the credential that opened it. */
function follow({ services: { hub, access }, who, caller }: Call, source: Source): Response {
  const leave = hub.places.take(caller);
  const { ended, release } = access.streams.hold(who.key);
  return streamResponse(hub, source, ended, () => {
    release();
    leave();
  });
}

export const streams: Route[] = [
  route("GET", "/api/conversations/:id/events", {
    summary: "The conversation's events, as a stream or as JSON",
    query: EventsQuery,
    answers: { 204: "The conversation was deleted; stop asking" },
    answer: EventPage,
    long: true,
    media: { "text/event-stream": Frame },
    async handle(call) {
      const { limit } = call.query;
      const { system } = call.services;
      const id = param(call, "id");
      const state = await system.conversation(id);
      if (!wantsStream(call)) {
        if (!state) throw noConversation();
        const { after = 0 } = call.query;
        const head = state.seq;
        const events = [];
        for await (const batch of system.log.read(id, after, Math.min(after + limit, head))) {
          events.push(...batch.map(told));
        }
        const last = events.at(-1)?.seq ?? after;
        return { events, next: last < head ? last : null };
      }
      // A browser that reconnects to what was deleted must stop trying: 204 tells it so.
      if (!state) {
        if ((await system.log.head(id)).seq > 0) return new Response(null, { status: 204 });
        throw noConversation();
      }
      const header = call.request.headers.get("last-event-id");
      const after = header !== null && /^\d{1,15}$/.test(header) ? Number(header) : call.query.after ?? 0;
      if (after > (await system.log.head(id)).seq) return resetResponse("the position is beyond the end");
      return follow(call, conversationSource(call.services.hub, id, after));
    },
  }),
  route("GET", "/api/events", {
    summary: "Every conversation and the workspace in one stream",
    query: AllEventsQuery,
    answers: { 409: "The position is not of this store; fetch the fold again" },
    answer: LocatedEventPage,
    long: true,
    media: { "text/event-stream": FrameOfAll },
    async handle(call) {
      const { limit } = call.query;
      const { log } = call.services.system;
      const asked = call.request.headers.get("last-event-id") || call.query.after;
      if (asked && !(await log.order.knows(asked))) {
        if (wantsStream(call)) return resetResponse("the position is not of this store");
        throw new Problem("conflict", "The position is not of this store; fetch the fold again.");
      }
      if (!wantsStream(call)) {
        const located = await log.order.page(asked || `${log.epoch}.00000000000000000000.0`, limit);
        const last = located.at(-1)?.position ?? null;
        const there = await withoutHalf(call.services.system, located);
        await yieldLoop();
        const events = there.map(({ stream, position, event }) => ({ stream, position, ...told(event) }));
        return { events, next: located.length === limit ? last : null };
      }
      const after = asked || await log.order.end();
      return follow(call, allSource(call.services.hub, after, call.query.drafts?.split(",")));
    },
  }),
];

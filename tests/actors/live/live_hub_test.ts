/** What live listeners are given: a draft is never ahead of its turn, never behind its end, never with a gap. */
import type { Draft } from "../../../projections/shapes/views.ts";
import assert from "node:assert/strict";
import { LiveHub } from "../../../actors/live/live_hub.ts";
import type { Live } from "../../../actors/system.ts";
import { READS_TOLD } from "../../../events/catalog/limits.ts";
import type { Commit } from "../../../events/store/types.ts";

function hubWithListener() {
  const hub = new LiveHub((error) => assert.fail(String(error)));
  const heard: Live[] = [];
  hub.subscribe((live) => heard.push(live));
  const shown = () =>
    heard.flatMap((live) => live.type === "drafts" ? live.drafts : []).map((d) => d.text).join("|");
  return { hub, heard, shown };
}

const commit = (type: string, data: Record<string, unknown>): Commit => ({
  position: "e.1.0",
  events: [{
    stream: "c",
    position: "e.1.0",
    event: {
      id: "x",
      seq: 1,
      type,
      v: 1,
      at: "2026-01-01T00:00:00.000Z",
      by: { kind: "system", id: "system", name: "Fishbowl" },
      data,
    },
  }],
});
const started = commit("TurnStarted", { turnId: "t", attempt: 1 });
const frame = (at: number, text: string, attempt = 1): Draft => ({
  conversationId: "c",
  turnId: "t",
  messageId: "m",
  attempt,
  at,
  text,
});

Deno.test("drafts of an own turn wait until its start has been handed out", () => {
  const { hub, heard, shown } = hubWithListener();
  hub.expect("t", 1);
  hub.drafts([frame(0, "hel")]);
  hub.drafts([frame(3, "lo")]);
  assert.deepEqual(hub.current(), []);
  hub.commit(started);
  assert.deepEqual(heard.map((l) => l.type), ["commit", "drafts"]);
  assert.equal(shown(), "hel|lo");
  assert.equal(hub.current("c")[0]?.text, "hello");
});

Deno.test("drafts after the end, of another attempt or of an unknown turn are dropped", () => {
  const { hub, shown } = hubWithListener();
  hub.drafts([frame(0, "unknown")]);
  hub.commit(started);
  hub.drafts([frame(0, "older", 0), frame(0, "yes")]);
  hub.commit(commit("TurnCancelled", { turnId: "t" }));
  hub.drafts([frame(3, " late")]);
  assert.equal(shown(), "yes");
  assert.deepEqual(hub.current(), []);
});

Deno.test("with a conversation goes what is written and waited for in it, also where the ends of its answers left the store first", () => {
  const { hub } = hubWithListener();
  hub.commit(started);
  hub.drafts([frame(0, "yes")]);
  hub.waits({ conversationId: "c", turnId: "t", until: "2026-01-01T00:01:00.000Z" });
  hub.commit(commit("DeletionRequested", {}));
  assert.deepEqual([hub.current().length, hub.waiting().length], [1, 1]);
  hub.commit(commit("ConversationDeleted", {}));
  hub.drafts([frame(3, " late"), frame(0, "anew")]);
  assert.deepEqual([hub.current(), hub.waiting()], [[], []]);
});

Deno.test("as a room is revealed, what is being written in it is told from its beginning, once", () => {
  const { hub, shown } = hubWithListener();
  hub.seal("c");
  hub.commit(started);
  hub.drafts([frame(0, "ab")]);
  assert.equal(shown(), "");
  hub.reveal("c");
  hub.drafts([frame(2, "cd")]);
  hub.reveal("c");
  assert.equal(shown(), "ab|cd");
});

Deno.test("a frame that does not continue what is shown is dropped: the next one that does goes on", () => {
  const { hub, shown } = hubWithListener();
  hub.commit(started);
  hub.drafts([frame(0, "ab")]);
  hub.drafts([frame(0, "ab"), frame(5, "gap"), frame(2, "c")]);
  assert.equal(shown(), "ab|c");
});

Deno.test("a new attempt starts over; a listener that throws does not keep the others from hearing", () => {
  const errors: unknown[] = [];
  const hub = new LiveHub((error) => errors.push(error));
  const heard: string[] = [];
  hub.subscribe(() => {
    throw new Error("bad listener");
  });
  const leave = hub.subscribe((live) => heard.push(live.type));
  hub.commit(started);
  hub.drafts([frame(0, "first")]);
  hub.commit(commit("TurnInterrupted", { turnId: "t", attempt: 1 }));
  hub.commit(commit("TurnStarted", { turnId: "t", attempt: 2 }));
  hub.drafts([frame(0, "second", 2)]);
  assert.equal(hub.current()[0]?.text, "second");
  assert.deepEqual(heard, ["commit", "drafts", "commit", "commit", "drafts"]);
  assert.equal(errors.length, 5);
  leave();
  hub.commit(started);
  assert.equal(heard.length, 5);
});

Deno.test("as many as may be told of what was read last are kept, each reader once and those who read last", () => {
  const { hub } = hubWithListener();
  for (let n = 0; n <= READS_TOLD; n++) hub.read({ conversationId: `c${n}`, by: "local", seq: 1 });
  hub.read({ conversationId: "c1", by: "local", seq: 2 });
  const told = hub.reads();
  assert.equal(told.length, READS_TOLD);
  assert.deepEqual(told.at(0), { conversationId: "c2", by: "local", seq: 1 });
  assert.deepEqual(told.at(-1), { conversationId: "c1", by: "local", seq: 2 });
  assert.deepEqual(hub.reads("c3"), [{ conversationId: "c3", by: "local", seq: 1 }]);
});

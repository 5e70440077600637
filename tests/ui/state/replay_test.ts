/** Looking at a conversation as it was. */
import assert from "node:assert/strict";
import "../page.ts";
import { enter, eventsOf, leave, pace, play, replay, scrub } from "../../../ui/state/replay.ts";
import { toasts } from "../../../ui/state/toast.ts";
import { History } from "../../history.ts";
import { clockwork, problem, serving } from "../browser.ts";

const story = () =>
  new History().started().joined("Ada").posted("m1", "One").posted("m2", "Two").posted("m3", "Three");

/** A server that gives the events of `history`, `size` at a time. */
const telling = ({ events }: History, size = 2) =>
  serving(({ path }) => {
    const after = Number(new URL(path, "http://localhost").searchParams.get("after"));
    const page = events.slice(after, after + size);
    return Response.json({ events: page, next: after + size < events.length ? after + size : null });
  });

const shown = () => replay.value?.store.state.order;

Deno.test("all events of a conversation are fetched, page by page", async () => {
  const history = story();
  using server = telling(history);
  assert.deepEqual(await eventsOf("conv_1"), history.events);
  assert.equal(server.asked.length, 3);
});

Deno.test("where events cannot be had it is said, and the present stays", async () => {
  using _clock = clockwork();
  using _server = serving(() => problem(404, "Gone."));
  replay.value = null;
  await enter("conv_1", 1);
  assert.equal(replay.value, null);
  assert.deepEqual(toasts.value.map(({ text, error }) => [text, error]), [["Gone.", true]]);
});

Deno.test("the past is what had been said by then; forward folds on, backward begins anew, never beyond the ends", async () => {
  using server = telling(story());
  leave();
  await enter("conv_1", 3);
  assert.deepEqual([replay.value?.at, shown()], [3, ["m1"]]);
  const { store, round } = replay.value ?? assert.fail();
  assert.equal(store.live, false, "nothing can be done in the past");
  scrub(4);
  assert.deepEqual([replay.value?.at, shown()], [4, ["m1", "m2"]]);
  assert.equal(replay.value?.store, store, "the same fold, continued");
  scrub(13);
  assert.deepEqual([replay.value?.at, shown()], [5, ["m1", "m2", "m3"]]);
  scrub(3);
  assert.deepEqual([replay.value?.at, shown()], [3, ["m1"]]);
  assert.equal(replay.value?.round, round + 1, "what is shown begins anew");
  scrub(-5);
  assert.deepEqual([replay.value?.at, shown()], [1, []]);
  const before = server.asked.length;
  await enter("conv_1", 5);
  assert.equal(server.asked.length, before, "its events are known");
  leave();
  assert.equal(replay.value, null);
});

Deno.test("it plays at its own pace or faster, no pause longer than two seconds, and ends at the end", async () => {
  using _server = telling(story());
  using clock = clockwork();
  leave();
  await enter("conv_1", 1);
  const { events } = replay.value ?? assert.fail();
  // A night between the third and the fourth event.
  replay.value &&= {
    ...replay.value,
    events: events.map((event, n) =>
      n < 3 ? event : { ...event, at: event.at.replace("2026-01-01", "2026-01-02") }
    ),
  };
  play(1);
  assert.deepEqual(clock.waits(), [1_000]);
  clock.ring();
  assert.equal(replay.value?.at, 2);
  play(4);
  assert.deepEqual(clock.waits(), [250], "one timer, at the new pace");
  clock.ring();
  assert.deepEqual(clock.waits(), [500], "two seconds, four times as fast");
  play(Infinity);
  assert.deepEqual(clock.waits(), [0]);
  clock.ring();
  clock.ring();
  assert.deepEqual([replay.value?.at, pace.value, clock.waits()], [5, 0, []]);
  play(0);
  assert.deepEqual(clock.waits(), []);
  leave();
});

/** The log in parts that read as a story. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import {
  isRunning,
  type Section,
  SECTION_EVENTS,
  sectionsOf,
  withEvent,
  withOlder,
} from "../../../ui/glass/sections.ts";
import { ANN, BEN, History } from "../../history.ts";

const told = (sections: readonly Section[]): string[] =>
  sections.map((one) =>
    `${one.kind === "acts" ? one.by.name : `${one.why}${one.round || ""}`} ${
      one.events.map((e) => e.seq).join()
    }`
  );
const of = (history: History) => sectionsOf(history.events, history.state());

/** Two exchanges, the second in two rounds, with a checkbox set in the middle of an answer. */
function talk(): History {
  const history = new History().started().joined("Ada", "Ben").answered("m1", "One", { Ada: "a", Ben: "b" });
  const round = (n: number) => ({ reason: { code: "in_turn" as const, text: "", round: n, rounds: 2 } });
  history.posted("m2", "Two").requested("Ada", "m2", { turnId: "t1", ...round(1) }).claimed("t1")
    .add("InclusionSet", { messageId: "m1", included: false })
    .completed("t1", "x").requested("Ben", "m2", { turnId: "t2", ...round(2) }).claimed("t2").completed(
      "t2",
      "y",
    );
  return history.add("ExchangeCompleted", { completed: 2, failed: 0, cancelled: 0 }, { exchange: "m2" })
    .add("ParticipantDisabled", { participantId: "p_Ada" });
}

Deno.test("a part is what somebody did, or the answers to it; rounds are parts; what is done meanwhile belongs to them", () => {
  assert.deepEqual(told(of(talk())), [
    "Ann 1,2,3,4",
    "enabled 5,6,7,8,9,10,11",
    "Ann 12",
    "in_turn1 13,14,15,16",
    "in_turn2 17,18,19,20",
    "Ann 21",
  ]);
});

Deno.test("another person's act, and what is done after something was said, begin anew", () => {
  const history = new History().started().add("ParticipantEnabled", { participantId: "p" }, { by: BEN })
    .posted("m1", "Hm", BEN).add("ParticipantDisabled", { participantId: "p" }, { by: BEN }).posted(
      "m2",
      "So",
      ANN,
    );
  assert.deepEqual(told(of(history)), ["Ann 1", "Ben 2,3", "Ben 4", "Ann 5"]);
});

Deno.test("what the program says of an exchange belongs to it", () => {
  const history = talk();
  history.posted("m3", "Three").requested("Ada", "m3", { turnId: "t3" }).claimed("t3")
    .add("MessagePosted", {
      messageId: "n1",
      author: { kind: "system", id: "system", name: "System" },
      role: "system",
      content: "Stopped.",
    });
  assert.equal(told(of(history)).at(-1), "enabled 23,24,25");
  assert.equal(isRunning(of(history).at(-1) ?? assert.fail(), history.state()), true);
  assert.equal(isRunning(of(talk())[1] ?? assert.fail(), talk().state()), false);
});

Deno.test("a part does not grow without end", () => {
  const history = new History().started();
  for (let n = 0; n < 2 * SECTION_EVENTS; n++) {
    history.add("InclusionSet", { messageId: "m", included: false });
  }
  assert.deepEqual(of(history).map(({ events }) => events.length), [SECTION_EVENTS, SECTION_EVENTS, 1]);
});

Deno.test("each part knows when what came before it happened", () => {
  const [first, second] = of(talk());
  assert.deepEqual([first?.before, second?.before], [undefined, talk().events[3]?.at]);
});

Deno.test("read at once, one by one, or from the end backwards, the parts are the same", () => {
  const { events } = talk();
  const state = talk().state();
  const whole = sectionsOf(events, state);
  const grown = events.reduce<Section[]>((sections, event) => withEvent(sections, event, state), []);
  assert.deepEqual(grown, whole);
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: events.length })), (cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), events.length];
    let read: Section[] = [];
    for (let index = places.length - 1; index > 0; index--) {
      const older: AnyEvent[] = events.slice(places[index - 1], places[index]);
      read = withOlder(older, read, state);
    }
    assert.deepEqual(read, whole);
  }));
});

Deno.test("an event that arrives leaves every part but the last as it was", () => {
  const { events } = talk();
  const state = talk().state();
  const before = sectionsOf(events.slice(0, -1), state);
  const after = withEvent(before, events.at(-1) ?? assert.fail(), state);
  before.slice(0, -1).forEach((section, index) => assert.equal(after[index], section));
});

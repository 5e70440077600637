/** Every mode with nobody, one, two and many agents: who speaks is decided, in order, and said with its reason. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Mode } from "../../events/catalog/conversation.ts";
import { MODES } from "../../events/catalog/modes.ts";
import { EXPECTED } from "../expected_of_modes.ts";
import { History } from "../history.ts";
import { given, nothing } from "./given.ts";
import { inWorld, type Room } from "./world.ts";

/** A conversation of `total` agents, the first `enabled` of them on; the first one manages. */
function roster(mode: Mode, total: number, enabled: number): History {
  const names = Array.from({ length: total }, (_, n) => `A${n + 1}`);
  const history = new History().started({ mode }).joined(...names);
  if (mode === "manager" && total > 0) history.managed("A1");
  for (const name of names.slice(enabled)) history.add("ParticipantDisabled", { participantId: `p_${name}` });
  return history;
}

/** Who is to be asked at once. */
const expected = (mode: Mode, enabled: number): string[] =>
  Array.from({ length: EXPECTED[mode].first(enabled) }, (_, n) => `p_A${n + 1}`);

for (const mode of MODES) {
  // Shows P4, C-9.
  Deno.test(`${mode} with none to five agents, any number of them on: who speaks first, and why`, () => {
    for (let total = 0; total <= 5; total++) {
      for (let enabled = 0; enabled <= total; enabled++) {
        const decided = given(roster(mode, total, enabled)).when({ type: "post", content: "Go" });
        const where = `${enabled} of ${total} on`;
        assert.deepEqual(decided.speakers(), expected(mode, enabled), where);
        for (const { reason } of decided.all("TurnRequested")) assert.ok(reason.text.length > 5, where);
        const [message, notice] = decided.all("MessagePosted");
        assert.equal(message?.content, "Go", "the message is kept in any case");
        assert.equal(
          notice !== undefined,
          enabled === 0 && mode !== "manual",
          `${where}: silence is explained`,
        );
      }
    }
  });
}

// Shows P4.
Deno.test("the same history and message give the same speakers in the same order, every time", () => {
  const any = fc.record({
    mode: fc.constantFrom(...MODES),
    total: fc.nat(8),
    off: fc.array(fc.nat(7)),
    content: fc.constantFrom("Go", "@A2 go", "@A3 @A1 go", "@all go"),
  });
  fc.assert(fc.property(any, ({ mode, total, off, content }) => {
    const once = () => {
      const history = roster(mode, total, total);
      for (const n of new Set(off)) {
        if (n < total) history.add("ParticipantDisabled", { participantId: `p_A${n + 1}` });
      }
      return given(history).when({ type: "post", content });
    };
    const [first, second] = [once(), once()];
    assert.deepEqual(first.accepted.events, second.accepted.events);
    const speakers = first.speakers();
    assert.deepEqual(speakers, [...speakers].sort(), "in the order of the roster");
    assert.ok(speakers.every((id) => !off.includes(Number(id.slice(3)) - 1)), "nobody who is off");
  }));
});

// Shows S4-22, S4-2.
Deno.test("a first message asks the agents at once, unless responses are manual", () => {
  const start = (mode: Mode) =>
    given(nothing()).when({
      type: "start",
      title: "",
      mode,
      settings: {},
      agents: ["Ada", "Ben"].map((name, n) => ({
        agentId: `a_${name}`,
        agentVersion: 1,
        number: n + 1,
        name,
        color: 1,
        model: "echo",
      })),
      message: { content: "Hello" },
    });
  assert.equal(start("parallel").speakers().length, 2);
  assert.equal(start("manual").one("MessagePosted").content, "Hello");
  assert.deepEqual(start("manual").speakers(), []);
});

/** What an answer leaves behind: the kinds of its events, and the pieces it was shown in. */
async function traceOf(room: Room): Promise<{ events: string[]; shown: string[] }> {
  await room.rest();
  const turn = await room.turnOf("Ada");
  const events = (await room.events()).filter(({ data }) => "turnId" in data && data.turnId === turn?.id);
  const drafts = room.engine.live.flatMap((live) => live.type === "drafts" ? live.drafts : []);
  return {
    events: events.map(({ type }) => type),
    shown: drafts.filter(({ turnId }) => turnId === turn?.id).map(({ text }) => text),
  };
}

// Shows S4-35.
Deno.test("an answer that was asked for by hand streams exactly as one that came by itself", async () => {
  const traces: { events: string[]; shown: string[] }[] = [];
  for (const mode of ["parallel", "manual"] as const) {
    await inWorld({ tokenMs: 20 }, async (_, room) => {
      await room.open([{ name: "Ada", model: "story:40" }], { mode });
      await room.post("Tell me of bread");
      if (mode === "manual") await room.do({ type: "ask", agentId: "agent_1" });
      traces.push(await traceOf(room));
    });
  }
  const [auto, manual] = traces;
  assert.deepEqual(manual?.events, auto?.events);
  assert.deepEqual(auto?.events, ["TurnRequested", "TurnStarted", "ProviderCalled", "TurnCompleted"]);
  for (const trace of traces) assert.ok(trace.shown.length > 5, "in pieces");
});

import assert from "node:assert/strict";
import { SCHEDULES } from "../../../../events/catalog/limits.ts";
import type { CommandOf } from "../../../../actors/conversation/commands.ts";
import type { Actor } from "../../../../events/catalog/envelope.ts";
import { completion, History } from "../../../history.ts";
import { given } from "../../given.ts";

const room = () => new History().started().joined("Ada", "Bob");
const AS: Actor = { kind: "system", id: "schedule_1", name: "Schedule" };

const wanted = (more: Partial<CommandOf<"set_schedule">> = {}): CommandOf<"set_schedule"> => ({
  type: "set_schedule",
  when: { kind: "every", minutes: 30 },
  instruction: " What is new? ",
  runTokens: 1_000,
  runsPerDay: 2,
  ...more,
});
const run = (more: Partial<CommandOf<"run_schedule">> = {}): CommandOf<"run_schedule"> => ({
  type: "run_schedule",
  scheduleId: "schedule_1",
  due: "2026-01-01T13:00:00.000Z",
  allowance: { tokens: 500, usd: 2 },
  ...more,
});

/** One that is due now: decisions are made at 13:00. */
const due = (history = room(), more: object = {}) =>
  history.add("ScheduleSet", {
    scheduleId: "schedule_1",
    when: { kind: "every", minutes: 30 },
    instruction: "What is new?",
    runTokens: 1_000,
    runsPerDay: 2,
    next: "2026-01-01T13:00:00.000Z",
    ...more,
  });

Deno.test("a schedule is set with its next run; wrong ones are refused with the field", () => {
  const { next, instruction } = given(room()).when(wanted()).then("ScheduleSet").one("ScheduleSet");
  assert.deepEqual([next, instruction], ["2026-01-01T13:30:00.000Z", "What is new?"]);
  const times = { kind: "times", days: [1], time: "08:00", zone: "Mars/Olympus" } as const;
  given(room()).when(wanted({ when: times })).refused("validation", "There is no such time zone.");
  given(room()).when(wanted({ address: "https://example.org" })).refused(
    "validation",
    /belongs to what watches/,
  );
  const watch = { kind: "watch", minutes: 15 } as const;
  given(room()).when(wanted({ when: watch })).refused("validation", /belongs to what watches/);
  for (const address of ["ftp://example.org", "https://me:pw@example.org", "nothing"]) {
    given(room()).when(wanted({ when: watch, address })).refused("validation", /no address that can be read/);
  }
  given(room()).when(wanted({ participantIds: ["p_Nobody"] })).refused(
    "validation",
    /not in this conversation/,
  );
  given(room()).when(wanted({ scheduleId: "schedule_1" })).refused("not_found");
  const onRequest = new History().started({ mode: "manual" }).joined("Ada");
  given(onRequest).when(wanted()).refused("validation", /Nobody answers here unasked/);
  given(onRequest).when(wanted({ participantIds: ["p_Ada"] })).then("ScheduleSet");
});

Deno.test("a conversation has ten schedules and no more, and one that is put away none", () => {
  const full = room();
  for (let n = 0; n < SCHEDULES; n++) due(full, { scheduleId: `schedule_${n}` });
  given(full).when(wanted()).refused("conflict", /At most 10 schedules/);
  given(full).when(wanted({ scheduleId: "schedule_1" })).then("ScheduleSet");
  given(room().add("ConversationArchived", {})).when(wanted()).refused("conflict", /archived/);
});

Deno.test("a run is said once for its moment, with its measure, in one commit with what is next", () => {
  const done = given(due()).when(run(), AS);
  done.then("ScheduleRan", "MessagePosted", "TurnRequested", "TurnRequested");
  const { outcome, next, tokens, usd, messageId } = done.one("ScheduleRan");
  // Minutes are counted from when it was set, four seconds after noon.
  assert.deepEqual([outcome, next, tokens, usd], ["ran", "2026-01-01T13:00:04.000Z", 500, 2]);
  assert.deepEqual(done.one("MessagePosted").author, { kind: "user", id: "schedule_1", name: "Schedule" });
  assert.equal(done.one("MessagePosted").messageId, messageId);
  // Whoever comes second, before its time, or for what was paused, does nothing.
  assert.deepEqual(given(done.next).when(run(), AS).accepted.events, []);
  assert.deepEqual(given(due()).when(run({ due: "2026-01-01T12:30:00.000Z" }), AS).accepted.events, []);
  const early = due(room(), { next: "2026-01-01T13:00:00.001Z" });
  assert.deepEqual(given(early).when(run({ due: "2026-01-01T13:00:00.001Z" }), AS).accepted.events, []);
  const paused = due().add("SchedulePaused", { scheduleId: "schedule_1", why: "person" });
  assert.deepEqual(given(paused).when(run(), AS).accepted.events, []);
});

Deno.test("those who were chosen answer and nobody else; where none of them is there any more that is told", () => {
  const chosen = due(room(), { participantIds: ["p_Bob"] });
  assert.deepEqual(given(chosen).when(run(), AS).speakers(), ["p_Bob"]);
  chosen.add("ParticipantRemoved", { participantId: "p_Bob" });
  const done = given(chosen).when(run(), AS).then("MessagePosted", "ScheduleRan");
  assert.equal(done.one("ScheduleRan").outcome, "nobody");
});

Deno.test("what stands in its way is recorded, and what a person would wait for is told", () => {
  const outcomeOf = (history: History, more: Partial<CommandOf<"run_schedule">> = {}) => {
    const done = given(history).when(run(more), AS);
    return [done.one("ScheduleRan").outcome, done.one("ScheduleRan").next, done.all("MessagePosted").length];
  };
  assert.equal(outcomeOf(due(), { allowance: null })[0], "over_budget");
  assert.match(String(outcomeOf(due(), { allowance: null })[1]), /^2026-01-02T00:0/);
  assert.equal(outcomeOf(due(), { allowance: null })[2], 1);
  // Its last run goes on.
  const running = given(due()).when(run(), AS).next.add("ScheduleResumed", {
    scheduleId: "schedule_1",
    next: "2026-01-01T13:00:00.000Z",
  });
  assert.deepEqual(outcomeOf(running).slice(0, 1), ["busy"]);
  // As often as it may.
  const often = due(room(), { runsPerDay: 1 });
  often.add("ScheduleRan", { scheduleId: "schedule_1", outcome: "ran", next: "2026-01-01T13:00:00.000Z" });
  assert.deepEqual(outcomeOf(often)[0], "over_cap");
  const watch = { when: { kind: "watch", minutes: 30 }, address: "https://example.org/" };
  const digest = "a".repeat(64);
  assert.deepEqual(outcomeOf(due(room(), watch), { look: null })[0], "unreachable");
  assert.deepEqual(outcomeOf(due(room(), watch), { look: { digest } })[0], "unchanged");
});

Deno.test("in one run nothing more is begun when its tokens or its dollars are used", () => {
  const round = new History().started({ mode: "round_robin" }).joined("Ada", "Bob");
  for (
    const [allowance, word] of [[{ tokens: 15, usd: 9 }, /used its 15 tokens/], [
      { tokens: 999, usd: 0.5 },
      /used its 0.5 US dollars/,
    ]] as const
  ) {
    const begun = given(due(round)).when(run({ allowance }), AS).next;
    const turnId = begun.state().open[0] ?? "";
    begun.claimed(turnId);
    const messageId = begun.state().turns[turnId]?.messageId ?? "";
    const data = { ...completion(turnId, "Nothing."), messageId };
    const done = given(begun, undefined, undefined, 0.5).when({ type: "complete", data });
    done.then("TurnCompleted", "MessagePosted", "ExchangeCompleted");
    assert.match(done.one("MessagePosted").content, word);
    round.events.length = 3;
  }
});

Deno.test("putting away pauses all, and what is changed while paused stays so; removing ends what is being said", () => {
  const paused = given(due()).when({ type: "change", archived: true });
  assert.equal(paused.then("ConversationArchived", "SchedulePaused").one("SchedulePaused").why, "archived");
  const back = paused.next.add("ConversationRestored", {});
  const changed = given(back).when(wanted({ scheduleId: "schedule_1" })).then(
    "ScheduleSet",
    "SchedulePaused",
  );
  assert.equal(changed.next.state().schedules?.[0]?.paused, true);
  given(paused.next).when({ type: "resume_schedule", scheduleId: "schedule_1" }).refused(
    "conflict",
    /archived/,
  );
  const resumed = given(back).when({ type: "resume_schedule", scheduleId: "schedule_1" }).then(
    "ScheduleResumed",
  );
  assert.ok(resumed.one("ScheduleResumed").next);
  const running = given(due()).when(run(), AS).next;
  given(running).when({ type: "remove_schedule", scheduleId: "schedule_1" })
    .then("ScheduleRemoved", "TurnCancelled", "TurnCancelled", "ExchangeCompleted");
  given(running).when({ type: "remove_schedule", scheduleId: "schedule_2" }).then();
});

Deno.test("what a clock planned that was ahead is planned anew, once; what waits for the next day goes on waiting", () => {
  const next = (at: string) => ({ next: at });
  const anew = (history: History, at: string) => given(history).when(run({ due: at, allowance: null }), AS);
  const yearAhead = "2027-01-01T13:00:00.000Z";
  const done = anew(due(room(), next(yearAhead)), yearAhead).then("ScheduleRan");
  const { outcome, next: planned } = done.one("ScheduleRan");
  assert.equal(outcome, "replanned");
  assert.match(String(planned), /^2026-01-01T13:00:0[1-9]/);
  anew(done.next, yearAhead).then();
  const soon = "2026-01-01T13:30:00.000Z";
  anew(due(room(), next(soon)), soon).then();
  for (const outcome of ["over_cap", "over_budget"] as const) {
    const tomorrow = "2026-01-02T00:00:04.000Z";
    const full = due().add("ScheduleRan", { scheduleId: "schedule_1", outcome, next: tomorrow });
    anew(full, tomorrow).then();
    const later = "2026-01-03T00:00:04.000Z";
    const ahead = due().add("ScheduleRan", { scheduleId: "schedule_1", outcome, next: later });
    anew(ahead, later).then("ScheduleRan");
  }
});

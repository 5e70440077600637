/** Which process begins a turn: each reckons the same of what all are told. */
import assert from "node:assert/strict";
import { AHEAD, Shares, STEP_MS } from "../../../actors/live/shares.ts";
import { namesOf, processOfCommand } from "../../../actors/live/liveness.ts";
import type { Work } from "../../../events/store/types.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";

const NAMES = ["a", "b", "c"] as const;
type Name = typeof NAMES[number];

/** As many processes as named, told of the same commits; what counts is the time that the test says. */
function processes(names: readonly Name[] = NAMES) {
  let now = 0, seq = 0;
  const all = new Map(names.map((name) => {
    const shares = new Shares(name, () => now);
    shares.with(names);
    return [name, shares] as const;
  }));
  const event = (type: string, data: object, by: Name): AnyEvent => ({
    id: `${++seq}`,
    seq,
    type,
    v: 1,
    at: "2026-11-27T00:00:00.000Z",
    by: { kind: "system" },
    cause: `cmd_${by}_${seq}`,
    salt: "",
    data,
  } as unknown as AnyEvent);
  const commit = (stream: string, ...events: AnyEvent[]) => {
    const located = events.map((event) => ({ stream, position: "", event }));
    for (const shares of all.values()) shares.heard({ events: located });
  };
  const of = (name: Name) => all.get(name) ?? assert.fail(name);
  return {
    of,
    wait: (ms: number) => now += ms,
    asked: (turnId: string, by: Name, stream = turnId) =>
      commit(stream, event("TurnRequested", { turnId }, by)),
    began: (turnId: string, by: Name, stream = turnId) =>
      commit(stream, event("TurnStarted", { turnId, attempt: 1, owner: namesOf(by).owner }, by)),
    askedAndBegun: (turnId: string, by: Name) =>
      commit(
        turnId,
        event("TurnRequested", { turnId }, by),
        event("TurnStarted", { turnId, attempt: 1, owner: namesOf(by).owner }, by),
      ),
    ended: (turnId: string) => commit(turnId, event("TurnCompleted", { turnId }, "a")),
    interrupted: (turnId: string, why: string, by: Name) =>
      commit(turnId, event("TurnInterrupted", { turnId, attempt: 1, why }, by)),
    deleted: (stream: string) => commit(stream, event("ConversationDeleted", {}, "a")),
    /** Who thinks that the turn is its own to begin. */
    whose: (turnId: string, stream = turnId) => names.filter((name) => of(name).isMine(stream, turnId)),
    steps: (stream: string) => names.filter((name) => of(name).stepsIn(stream)),
  };
}

const work = (turnId: string, owner: string | null): Work => ({
  conversationId: turnId,
  turnId,
  stamp: "s",
  row: { attempt: 1, owner, beat: 1, length: 0, reasoningLength: 0 },
});

Deno.test("who is alone begins everything, at once, and tells nothing apart", () => {
  const { of, asked } = processes(["a"]);
  assert.equal(of("a").room(1_000_000), Infinity);
  asked("t", "b");
  assert.ok(of("a").isMine("t", "t") && of("a").isMine("never", "heard of"));
  assert.ok(of("a").beginsIn("t") && of("a").stepsIn("t"));
});

Deno.test("who was asked begins, as long as it is not further ahead than that; then all take turns, each turn one", () => {
  const { of, asked, whose } = processes();
  const counts = new Map<Name, number>();
  for (let n = 0; n < 99; n++) {
    asked(`t${n}`, "b");
    const [one, ...more] = whose(`t${n}`);
    assert.ok(one && more.length === 0, `${one} ${more}`);
    counts.set(one, (counts.get(one) ?? 0) + 1);
    if (n <= AHEAD) assert.equal(one, "b");
    assert.ok(of(one).beginsIn(`t${n}`));
  }
  const [a = 0, b = 0, c = 0] = NAMES.map((name) => counts.get(name));
  assert.ok(b > a && b - Math.min(a, c) <= AHEAD + 1 && Math.abs(a - c) <= 1, `${a} ${b} ${c}`);
});

Deno.test("what begins with the commit that asks for it is nobody's to begin, and counts where it runs", () => {
  const { of, asked, askedAndBegun, whose, ended } = processes();
  assert.equal(of("a").room(0), AHEAD + 1);
  assert.equal(of("a").room(AHEAD + 1), 0);
  for (const name of ["b", "c"] as const) {
    askedAndBegun(`${name}1`, name);
    assert.deepEqual(whose(`${name}1`), [name]);
    assert.ok(!of(name).beginsIn(`${name}1`));
  }
  assert.equal(of("a").room(0), AHEAD + 2, "the one with fewest has one");
  ended("b1");
  assert.equal(of("a").room(0), AHEAD + 1);
  // Whoever would have been next, nobody let it stand: all are left something as before.
  for (let n = 0; n < AHEAD + 3; n++) askedAndBegun(`c${n}`, "c");
  asked("t", "c");
  assert.deepEqual(whose("t"), ["a"]);
  asked("u", "c");
  assert.deepEqual(whose("u"), ["b"]);
});

Deno.test("what is left standing the next in line begins after a while, and then the next; who left it is left nothing for a time", () => {
  const { of, wait, asked, began, whose, steps } = processes();
  asked("t", "b");
  assert.deepEqual(steps("t"), []);
  wait(STEP_MS - 1);
  assert.deepEqual(steps("t"), []);
  wait(1);
  assert.deepEqual(steps("t"), ["a"]);
  wait(STEP_MS);
  assert.deepEqual(steps("t"), ["a", "c"]);
  wait(STEP_MS);
  assert.deepEqual(steps("t"), ["a", "b", "c"], "last the one that should have");
  of("a").take("t", "t");
  assert.deepEqual(whose("t"), ["a", "b"]);
  began("t", "a");
  asked("u", "b");
  assert.deepEqual(whose("u").filter((name) => name !== "b"), ["c"]);
  wait(10_000);
  asked("v", "b");
  assert.deepEqual(whose("v"), ["b"], "and then as before");
});

Deno.test("news of a conversation begin the time anew: a turn that waits for another of its agent is not left standing", () => {
  const { wait, asked, began, steps } = processes();
  began("t", "b", "room");
  asked("u", "b", "room");
  wait(STEP_MS - 1);
  asked("v", "b", "room");
  wait(STEP_MS - 1);
  assert.deepEqual(steps("room"), []);
});

Deno.test("who stops gives its turns to another; who takes one over begins it", () => {
  const { began, interrupted, whose } = processes();
  began("t", "b");
  interrupted("t", "shutdown", "b");
  assert.deepEqual(whose("t"), ["a"]);
  began("u", "b");
  interrupted("u", "lost", "c");
  assert.deepEqual(whose("u"), ["c"]);
});

Deno.test("rows say what was before it was heard, and what is over though nothing was heard of it", () => {
  const { of, wait, began, deleted } = processes();
  const a = of("a");
  const rows = [work("t", namesOf("b").owner), work("u", null)];
  a.rows(rows);
  assert.equal(a.room(0), AHEAD + 1, "c has none");
  began("copy", "c");
  assert.equal(a.room(0), AHEAD + 2, "each has one");
  a.rows(rows);
  assert.equal(a.room(0), AHEAD + 2, "a row may come after what is heard");
  wait(5_000);
  a.rows(rows);
  assert.equal(a.room(0), AHEAD + 1, "a turn without a row is over");
  assert.ok(!a.stepsIn("nothing"));
  wait(3 * STEP_MS);
  assert.ok(a.stepsIn("u"), "what was there before anybody was told");
  began("v", "c");
  assert.equal(a.room(0), AHEAD + 2);
  deleted("v");
  assert.equal(a.room(0), AHEAD + 1);
});

Deno.test("those that are gone are left nothing", () => {
  const { of, asked } = processes();
  of("a").with(["a", "c"]);
  asked("t", "b");
  assert.ok(of("a").isMine("t", "t"));
  of("a").with([]);
  assert.ok(of("a").alone && of("a").isMine("x", "x"));
});

Deno.test("the process of a command is read from what names it, and from nothing else", () => {
  assert.equal(processOfCommand(namesOf("0a1b").commandId()), "0a1b");
  for (const other of [undefined, "", "cmd_", "cmd_0a1b", "cmd_x_1", "claim_t_1_0a1b", "cmd_0a1b_1x"]) {
    assert.equal(processOfCommand(other), null, other);
  }
});

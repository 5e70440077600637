/** What held the loop is told by what ran just then, and an idle process is not looked at. */
import assert from "node:assert/strict";
import { HELD_MS } from "../../../events/catalog/limits.ts";
import { BEHIND, Holds, NAMES, TICK_MS, TURNS } from "../../../server/metrics/holds.ts";

/** A clock that a test holds, and looks that come when they are due. */
function clocked() {
  let [ms, used, turns, look] = [1_000, 7, 0, null as (() => void) | null];
  const holds = new Holds({
    monotonic: () => ms,
    now: () => 1_000_000 + ms,
    processor: () => used,
    turns: () => turns,
    every(every, given) {
      assert.equal(every, TICK_MS);
      look = given;
      return () => (look = null);
    },
  });
  return {
    holds,
    looks: () => look !== null,
    run: (count: number) => (turns = count),
    /** Nothing else is done for so long. */
    hold: (by: number) => (ms += by),
    /** The process works meanwhile. */
    work: (by: number) => (used += by),
    tick() {
      ms += TICK_MS;
      look?.();
    },
    told: () => holds.told().map(({ name, times, alone, worstMs }) => [name, times, alone, worstMs]),
  };
}

Deno.test("a request that holds the loop is named by its route, from the bound on, also where it ends with that", () => {
  const { holds, hold, tick, told } = clocked();
  const done = holds.begin("GET /slow");
  tick();
  hold(HELD_MS - 1);
  tick();
  assert.deepEqual(told(), []);
  hold(HELD_MS);
  tick();
  assert.deepEqual(told(), [["GET /slow", 1, 1, HELD_MS]]);
  hold(TICK_MS + 2 * HELD_MS);
  done();
  assert.deepEqual(told(), [["GET /slow", 2, 2, 2 * HELD_MS]]);
});

Deno.test("of several that run each is told, none as the one; who comes afterwards is not", () => {
  const { holds, hold, told } = clocked();
  const ends = ["GET /a", "GET /a", "GET /b"].map((name) => holds.begin(name));
  hold(100 + TICK_MS);
  ends.push(holds.begin("GET /c"));
  assert.deepEqual(told(), [["GET /a", 1, 0, 100], ["GET /b", 1, 0, 100]]);
  ends.forEach((end) => end());
  hold(50);
  holds.begin("GET /d")();
  assert.equal(told().some(([name]) => name === "GET /c" || name === "GET /d"), false);
});

Deno.test("turns are told where they run, and what is done behind everything where nothing does", () => {
  const { holds, hold, run, tick, told } = clocked();
  run(2);
  holds.hear();
  hold(30);
  tick();
  assert.deepEqual(told(), [[TURNS, 1, 1, 30]]);
  holds.late(500);
  assert.equal(told().length, 1, "it is looked at closely already");
  run(0);
  tick();
  holds.late(HELD_MS - 1);
  assert.equal(told().length, 1);
  holds.late(500);
  assert.deepEqual(told(), [[BEHIND, 1, 1, 500], [TURNS, 1, 1, 30]]);
});

Deno.test("where nothing runs nothing is looked at, and time that passed so held nobody", () => {
  const { holds, looks, hold, tick, told } = clocked();
  holds.hear();
  assert.equal(looks(), false);
  const done = holds.begin("GET /a");
  assert.ok(looks());
  done();
  tick();
  assert.equal(looks(), false);
  hold(60_000);
  holds.begin("GET /a")();
  assert.deepEqual(told(), []);
  holds.close();
  assert.equal(looks(), false);
});

Deno.test("what the process spent itself is told apart from what the machine did otherwise, with when it was", () => {
  const { holds, hold, work, tick } = clocked();
  const own = () =>
    holds.told().map(({ name, worstMs, ownMs, at }) => [name, worstMs, ownMs, at - 1_000_000]);
  work(500);
  const done = holds.begin("GET /a");
  hold(100);
  work(30);
  tick();
  assert.deepEqual(own(), [["GET /a", 100, 30, 1_110]], "not what was spent before it began");
  hold(300);
  work(5);
  tick();
  assert.deepEqual(own(), [["GET /a", 300, 30, 1_110]], "a machine that is busy otherwise holds it longer");
  hold(60);
  work(90);
  tick();
  assert.deepEqual(own(), [["GET /a", 300, 60, 1_490]], "threads may spend more than passed");
  done();
  tick();
  // As a look of each second does where nothing runs.
  work(40);
  holds.late(HELD_MS - 1);
  holds.late(50);
  assert.deepEqual(own().at(-1), [BEHIND, 50, 0, 1_500]);
  const other = holds.begin("GET /b");
  hold(400);
  work(10);
  other();
  assert.deepEqual(own().map(([name]) => name), ["GET /a", "GET /b", BEHIND], "the worst of its own first");
});

Deno.test("so many names are kept and no more", () => {
  const { holds, hold, told } = clocked();
  for (let n = 0; n <= NAMES; n++) {
    const done = holds.begin(`GET /${n}`);
    hold(TICK_MS + HELD_MS);
    done();
  }
  assert.equal(told().length, NAMES);
  const again = holds.begin("GET /0");
  hold(TICK_MS + 300);
  again();
  assert.deepEqual(told()[0], ["GET /0", 2, 2, 300]);
});

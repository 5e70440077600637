/** When what is written is shown: at once, and while somebody types one answer after the other. */
import assert from "node:assert/strict";
import { DraftQueue } from "../../../ui/state/draft_queue.ts";
import { OneAFrame } from "../../../ui/state/one_a_frame.ts";
import { Typing } from "../../../ui/state/typing.ts";

/** A queue whose answers are as new as `fresh` says, with frames that come when the test says so. */
function page(fresh: Set<string>) {
  const clock = { now: 1_000 };
  const frames: (() => void)[] = [];
  const due: { at: number; does: () => void }[] = [];
  const later = (does: () => void, ms: number) => void due.push({ at: clock.now + ms, does });
  const typing = new Typing({ now: () => clock.now, later: () => {}, busy: () => {} });
  const shown: string[] = [];
  const show = (id: string) => fresh.delete(id) && shown.push(id) > 0;
  const frame = (does: () => void) => void frames.push(does);
  const ends = new OneAFrame((does) => void frames.push(does));
  const queue = new DraftQueue(show, {
    typing,
    ends,
    now: () => clock.now,
    later,
    frame,
  });
  /** The next frame, once what waits for its time had it; what it showed. */
  const next = (): string[] => {
    const first = due.shift();
    if (first) clock.now = Math.max(clock.now, first.at);
    first?.does();
    const before = shown.length;
    for (const does of frames.splice(0)) does();
    return shown.slice(before);
  };
  return { clock, typing, ends, queue, next, left: () => frames.length + due.length };
}

Deno.test("while nobody types all that is new is shown in one frame", () => {
  const { queue, next, left } = page(new Set(["a", "b", "c"]));
  for (const id of ["a", "b", "c", "a"]) queue.add(id);
  assert.equal(left(), 1);
  assert.deepEqual(next(), ["a", "b", "c"]);
  assert.equal(left(), 0);
});

Deno.test("while somebody types answers take turns, a frame each, and each is shown every 120 ms", () => {
  const fresh = new Set(["a", "b", "c"]);
  const { clock, typing, queue, next, left } = page(fresh);
  typing.typed();
  clock.now += 16;
  for (const id of fresh) queue.add(id);
  const turns: string[] = [];
  const turn = () => void turns.push(`${next().join()} at ${clock.now}`);
  turn();
  fresh.add("a");
  queue.add("a");
  clock.now += 17;
  turn();
  clock.now += 17;
  turn();
  turn();
  assert.deepEqual(turns, ["a at 1016", "b at 1033", "c at 1050", "a at 1136"]);
  assert.equal(left(), 0);
});

Deno.test("who has nothing new takes no frame from who has", () => {
  const { clock, typing, queue, next } = page(new Set(["b"]));
  typing.typed();
  clock.now += 16;
  queue.add("a");
  queue.add("b");
  assert.deepEqual(next(), ["b"]);
});

Deno.test("what is new has its turn among the ends of answers, and no frame together with one", () => {
  const { ends, queue, next } = page(new Set(["a"]));
  const ended: string[] = [];
  for (const id of ["b", "c"]) ends.add(() => void ended.push(id));
  queue.add("a");
  assert.deepEqual([next(), ended], [[], ["b", "c"]], "c waited before");
  ends.add(() => void ended.push("d"));
  assert.deepEqual([next(), ended], [["a"], ["b", "c"]]);
  assert.deepEqual([next(), ended], [[], ["b", "c", "d"]]);
});

Deno.test("what waited for the end of an answer lets a key come first that was pressed meanwhile", () => {
  const { clock, typing, ends, queue, next } = page(new Set(["a"]));
  ends.add(() => {});
  ends.add(() => {});
  queue.add("a");
  assert.deepEqual(next(), []);
  typing.typed();
  assert.deepEqual(next(), [], "its frame is the key's");
  clock.now += 17;
  assert.deepEqual(next(), ["a"]);
});

/** A field that is set at once: what it shows while the server is told, and after. */
import assert from "node:assert/strict";
import { nextFrame, place } from "../tiny_document.ts";
import { render } from "preact";
import type { Answer } from "../../../ui/state/api.ts";
import { useSetting } from "../../../ui/parts/setting.ts";
import { heard } from "../browser.ts";

/** A field as the settings tell it, and what the server was asked for: each is answered by the test. */
function field(told: string) {
  const root = place();
  const asked: { value: string; answer(more: object): Promise<void> }[] = [];
  let now: ReturnType<typeof useSetting<string>>;
  const change = (value: string) => {
    const { promise, resolve } = Promise.withResolvers<Answer<unknown>>();
    const answer = (more: object) => (resolve(more as Answer<unknown>), heard());
    asked.push({ value, answer });
    return promise;
  };
  function Field({ told }: { told: string }) {
    now = useSetting({ told, change });
    return null;
  }
  const tell = (told: string) => {
    render(<Field told={told} />, root);
    nextFrame();
  };
  tell(told);
  return {
    tell,
    asked,
    set: (value: string) => (now.set(value), heard()),
    shown: () => [now.value.value, now.problem.value],
  };
}

const REFUSED = { ok: false, message: "No." };

Deno.test("what others set is shown, but for while something of one's own is on its way", async () => {
  const it = field("a");
  it.tell("b");
  assert.deepEqual(it.shown(), ["b", ""]);
  await it.set("c");
  it.tell("d");
  assert.deepEqual(it.shown(), ["c", ""]);
  await it.asked[0]?.answer({ ok: true });
  it.tell("e");
  assert.deepEqual(it.shown(), ["e", ""]);
});

Deno.test("one request follows the other, what was chosen over again meanwhile is not asked for, and the last choice stays", async () => {
  const it = field("a");
  for (const value of ["b", "c", "d"]) await it.set(value);
  assert.deepEqual(it.asked.map(({ value }) => value), ["b"]);
  await it.asked[0]?.answer({ ok: true });
  assert.deepEqual(it.asked.map(({ value }) => value), ["b", "d"]);
  await it.asked[1]?.answer({ ok: true });
  assert.deepEqual(it.shown(), ["d", ""]);
});

Deno.test("what is refused says why, and what was there before is there again, unless something else is chosen by then", async () => {
  const it = field("a");
  await it.set("b");
  await it.asked[0]?.answer({ ok: true });
  await it.set("c");
  await it.asked[1]?.answer(REFUSED);
  assert.deepEqual(it.shown(), ["b", "No."]);
  await it.set("d");
  await it.set("e");
  await it.asked[2]?.answer(REFUSED);
  assert.deepEqual(it.shown(), ["e", "No."]);
  await it.asked[3]?.answer({ ok: true });
  assert.deepEqual(it.shown(), ["e", ""]);
});

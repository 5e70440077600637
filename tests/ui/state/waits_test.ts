/** Answers that wait because their provider asked for it. */
import assert from "node:assert/strict";
import { wait, waits } from "../../../ui/state/waits.ts";
import { clockwork } from "../browser.ts";

Deno.test("a wait is known until it is over, is told over, or nobody tells of it for longer than one can last", () => {
  using clock = clockwork();
  waits.value = new Map();
  wait({ turnId: "t_1", until: "2026-01-01T12:00:30Z" });
  wait({ turnId: "t_2", until: "2026-01-01T12:00:40Z" });
  wait({ turnId: "t_1", until: null });
  assert.deepEqual([...waits.value], [["t_2", "2026-01-01T12:00:40Z"]]);
  assert.ok(clock.waits().every((ms) => ms > 60_000), "a server asks for a minute at most");
  clock.ring();
  assert.deepEqual([...waits.value], []);
});

Deno.test("the end of an older wait does not end a newer one of the same answer", () => {
  using clock = clockwork();
  waits.value = new Map();
  wait({ turnId: "t_1", until: "2026-01-01T12:00:30Z" });
  const [older] = clock.waits();
  assert.ok(older);
  waits.value = new Map([["t_1", "2026-01-01T12:01:30Z"]]);
  clock.ring();
  assert.deepEqual([...waits.value], [["t_1", "2026-01-01T12:01:30Z"]]);
});

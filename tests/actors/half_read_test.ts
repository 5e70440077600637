/** A long conversation that is looked at before all of its snapshot is read is the one that its events fold to. */
import assert from "node:assert/strict";
import { types } from "node:util";
import fc from "fast-check";
import { type AnyEvent, SYSTEM } from "../../events/catalog/envelope.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { Folds } from "../../actors/runtime/open_folds.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { endOf } from "../../projections/serialise.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { arbitraryHistory } from "../arbitrary_history.ts";
import { draws, shown } from "../effort.ts";
import { halfRead } from "../events/store/half_read.ts";
import { leftOf, longStream } from "../long_stream.ts";
import { withLog } from "../events/store/with_log.ts";

const fold = (events: readonly AnyEvent[], state = conversation.initial("c")): ConversationState =>
  foldAll(conversation, state, events);
const json = (value: unknown): string => JSON.stringify(value);
/** Of two long states it is not told where they differ, which takes minutes. */
const same = (one: unknown, other: unknown) => assert.ok(json(one) === json(other), "they differ");
const views = (state: object): number => Object.values(state).filter((value) => types.isProxy(value)).length;

Deno.test("of any history the end is the same where the beginning is not read, and so is the whole once it is", () => {
  let left = 0;
  fc.assert(
    fc.property(
      arbitraryHistory,
      fc.nat(),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(9),
      (events, at, headers, reads) => {
        const cut = at % (events.length + 1);
        const begun = halfRead(fold(events.slice(0, cut)), { units: 300, many: 2 });
        if (begun.rest) left++;
        const state = fold(events.slice(cut), begun.state as ConversationState);
        const whole = fold(events);
        for (let n = 0; n < reads; n++) if (begun.rest?.more(state) !== false) break;
        same(endOf(state, headers, 3), endOf(whole, headers, 3));
        while (begun.rest?.more(state) === false);
        assert.equal(views(state), 0);
        same(state, whole);
      },
    ),
    { numRuns: draws(300) },
  );
  assert.ok(left > shown(300, 1 / 2), `${left} histories of which some was left`);
});

const foldsOf = (log: StoreLog, breathe: () => Promise<void>) =>
  new Folds({ log, fold: conversation, mayKeep: ({ deleted }) => !deleted, breathe });

Deno.test("the end of a long conversation is told without reading most of it", () =>
  withLog(async (log) => {
    const events = await longStream(log, 100);
    const counted = leftOf(log);
    const { state, head } = await foldsOf(log, () => Promise.resolve()).refresh("c", true);
    assert.equal(head.seq, events.length);
    same(endOf(state, 150), endOf(fold(events), 150));
    const left = counted();
    assert.ok(left >= 4, `${left} pieces`);
  }));

Deno.test("who asks for more than the end gets the whole, read a piece at a time, and nobody else half of it", () =>
  withLog(async (log) => {
    const whole = fold(await longStream(log, 100));
    for (const ask of ["get", "refresh"] as const) {
      let turns = 0;
      const folds = foldsOf(log, () => Promise.resolve(void turns++));
      const { state } = await folds.refresh("c", true);
      assert.ok(views(state) > 0);
      assert.ok(folds.peek("c") === null);
      assert.ok(await folds.copy("c") === null);
      const folded = await folds[ask]("c");
      assert.ok(turns >= 4, `${turns} turns for others`);
      assert.equal(views(state), 0);
      for (const one of [folded.state, folds.peek("c")]) assert.ok(one === state);
      same(state, whole);
      same(await folds.copy("c"), state);
      await folds.refresh("c", true);
      assert.equal(views(state), 0);
    }
  }));

Deno.test("what is said while the rest is read is in what is told then", () =>
  withLog(async (log) => {
    await longStream(log, 100);
    let said = false;
    const folds = foldsOf(log, async () => {
      if (said) return;
      said = true;
      const event = {
        id: "more",
        type: "ConversationRenamed",
        v: 1,
        at: "2026-01-02T00:00:00.000Z",
        by: SYSTEM,
        data: { title: "Rolls" },
      };
      assert.ok((await log.append({ stream: "c", head: await log.head("c"), events: [event] })).ok);
      assert.equal((await folds.refresh("c", true)).state.title, "Rolls");
    });
    await folds.refresh("c", true);
    const { state } = await folds.get("c");
    assert.equal(said, true);
    same(state, fold((await Array.fromAsync(log.read("c"))).flat()));
  }));

Deno.test("no snapshot is taken of half a conversation, but as soon as it is whole", () =>
  withLog(async (log) => {
    let turns = 0;
    const folds = foldsOf(log, () => Promise.resolve(void turns++));
    const events = await longStream(log, 700);
    await folds.refresh("c", true);
    await log.head("c");
    assert.equal(turns, 0, "nothing is copied");
    await folds.get("c");
    const { name, version } = conversation;
    let kept = await log.snapshots.get(name, version, "c");
    for (let n = 0; n < 100 && kept?.seq !== events.length; n++) {
      kept = await log.snapshots.get(name, version, "c");
    }
    assert.equal(kept?.seq, events.length);
    same(kept?.state, fold(events));
  }));

/** An erasure folded: whether its words were still read or not, what is known afterwards is the same. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { conversationEvent } from "../../../events/catalog/typed_event.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { type Erased, ErasureOf } from "../../../projections/conversation/erasure_of.ts";
import { violations } from "../../../projections/conversation/invariants.ts";
import { forgetSalt } from "../../../projections/conversation/messages.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import { foldAll } from "../../../projections/fold.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { draws, shown } from "../../effort.ts";
import { withoutWords } from "../../erased.ts";
import { arbitraryErasure, tokenOf } from "../../erased_history.ts";
import { History } from "../../history.ts";

const folded = (events: readonly AnyEvent[]): ConversationState =>
  foldAll(conversation, conversation.initial("conv_walk"), structuredClone(events));

/** The event that tells of it, behind all others; null where nothing can be erased. */
function erasing(events: readonly AnyEvent[], wanted: Erased): AnyEvent | null {
  const state = folded(events);
  const found = new ErasureOf(wanted);
  for (const event of events) found.add(conversationEvent(event));
  const { seqs, retitled } = found.result();
  const message = state.messages[wanted.messageId];
  if (!message || seqs.length === 0) return null;
  if (message.turnId !== undefined && message.doneSeq === undefined) return null;
  return {
    id: `erase_${events.length}/0`,
    seq: (events.at(-1)?.seq ?? 0) + 1,
    type: "ContentErased",
    v: 1,
    at: "2026-03-01T00:00:00.000Z",
    by: { kind: "user", id: "local", name: "User" },
    data: {
      messageId: wanted.messageId,
      ...(wanted.use ? { use: wanted.use } : {}),
      seqs: [...seqs],
      ...(retitled ? { retitled } : {}),
      // Names are words too, and stay: here without the mark of the event they stood in.
      ...(message.turnId === undefined && !wanted.use
        ? { author: message.author.name.replace(/ zq\d+zq$/, "") }
        : {}),
      why: "It was a password.",
    },
  };
}

const seqsOf = (event: AnyEvent): number[] => (event.data as { seqs: number[] }).seqs;

Deno.test("a fold that hears of an erasure is the one of a log that never had the words", () => {
  let erased = 0;
  fc.assert(
    fc.property(
      arbitraryErasure,
      fc.array(fc.nat(1_000), { minLength: 1, maxLength: 4 }),
      ({ events }, picks) => {
        let heard: AnyEvent[] = [...events];
        let left: AnyEvent[] = [...events];
        let live = folded(events);
        for (const pick of picks) {
          const messageId = live.order[pick % Math.max(1, live.order.length)] ?? "";
          const uses = live.bodies[messageId]?.tools ?? [];
          const use = pick % 3 === 0 ? uses.find(({ client }) => !client) : undefined;
          const event = erasing(heard, { messageId, use });
          if (!event || live.deleted) continue;
          const seqs = new Set(seqsOf(event));
          heard = [...heard, event];
          left = [...left.map((one) => seqs.has(one.seq) ? withoutWords(one) : one), event];
          live = conversation.evolve(live, structuredClone(event));
          const after = folded(left);
          assert.deepEqual(live, after);
          assert.deepEqual(rowOf(live), rowOf(after));
          assert.deepEqual(violations(live), []);
          const all = JSON.stringify(live);
          for (const seq of seqs) assert.ok(!all.includes(tokenOf(seq)), `words of event ${seq}`);
          erased++;
        }
        // Read with the words still there, behind a crash: the same.
        assert.deepEqual(folded(heard), live);
      },
    ),
    { numRuns: draws(500) },
  );
  assert.ok(erased > shown(500, 1 / 2), "most of them lose something");
});

Deno.test("a title somebody gave goes with the message whose beginning it has, and any other stays", () => {
  const titled = (title: string) => {
    const { events } = new History().started().posted("m1", "Swordfish is the word")
      .add("ConversationRenamed", { title }).posted("m2", "Next");
    const event = erasing(events, { messageId: "m1" });
    assert.ok(event);
    const gone = new Set(seqsOf(event));
    const state = folded([...events, event]);
    assert.deepEqual(
      state,
      folded([...events.map((one) => gone.has(one.seq) ? withoutWords(one) : one), event]),
    );
    return [state.title, (event.data as { retitled?: true }).retitled, gone.size];
  };
  assert.deepEqual(titled("Re: Swordfish is the word"), ["Next", true, 2]);
  assert.deepEqual(titled("Passwords"), ["Passwords", undefined, 1]);
});

Deno.test("who erased it, when and why stands with the message; its author and its place stay", () => {
  const history = new History().started().posted("m1", "Swordfish is the word").posted("m2", "Next");
  const event = erasing(history.events, { messageId: "m1" });
  assert.ok(event);
  const state = folded([...history.events, event]);
  const { author, at, erased, erasure } = state.messages["m1"] ?? {};
  assert.deepEqual([author?.name, erased, erasure?.why], ["Ann", true, "It was a password."]);
  assert.equal(erasure?.by.id, "local");
  assert.equal(at, folded(history.events).messages["m1"]?.at);
  assert.deepEqual(state.order, ["m1", "m2"]);
  assert.equal(state.title, "Next", "a title made of it goes with it");
  assert.equal(state.updatedAt, folded(history.events).updatedAt, "it is no news of what is in it");
});

Deno.test("what a maker paused with goes with the answer it is a part of", () => {
  const found = new ErasureOf({ messageId: "answer" });
  const event = (seq: number, type: string, data: object): AnyEvent => ({
    ...{ id: `c_${seq}/0`, seq, type, v: 1, at: "2026-03-01T00:00:00.000Z" },
    by: { kind: "agent", id: "a", name: "A" },
    data,
  });
  found.add(conversationEvent(event(1, "TurnRequested", { turnId: "t", messageId: "answer" })));
  const paused = { turnId: "t", attempt: 1, round: 1, said: "I look.", opaque: "[]" };
  found.add(conversationEvent(event(2, "AnswerPaused", paused)));
  found.add(conversationEvent(event(3, "AnswerPaused", { ...paused, turnId: "other" })));
  assert.deepEqual(found.result().seqs, [2]);
});

Deno.test("to forget the salt of one message looks at no other; with the last nothing is left of them", () => {
  const state = conversation.initial("conv_salts");
  const salts = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`message_${n}`, "salt"]));
  let looks = 0;
  state.salts = new Proxy(salts, {
    getOwnPropertyDescriptor(of, key) {
      looks++;
      return Reflect.getOwnPropertyDescriptor(of, key);
    },
  });
  forgetSalt(state, "message_7");
  // Whether it is there, what removes it, and the first of those that are left.
  assert.ok(looks <= 3, `looked at ${looks} of 100`);
  assert.equal(Object.hasOwn(salts, "message_7"), false);
  assert.equal(Object.keys(salts).length, 99);
  for (const id of Object.keys(salts)) forgetSalt(state, id);
  assert.equal(Object.hasOwn(state, "salts"), false);
});

/** What holds for every history, not only for those someone thought of. */
import type { ListRow } from "../../projections/shapes/views.ts";
import { draws } from "../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { Selection, windowStart } from "../../projections/context/selection.ts";
import { type Spec, specNow, specOf } from "../../projections/context/spec.ts";
import { conversation, participantOf } from "../../projections/conversation/conversation.ts";
import { newsAt } from "../../projections/conversation/shared_steps.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { speakerOf } from "../../projections/panels/panels.ts";
import { dueTurns } from "../../projections/conversation/due.ts";
import { foldAll } from "../../projections/fold.ts";
import { evolveRow, rowOf } from "../../projections/conversation/list.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { seenBy } from "../../projections/context/requests.ts";
import { endOf, firstPaint, pageOf } from "../../projections/serialise.ts";
import { told } from "../../server/stream/frames.ts";
import { arbitraryHistory, arbitrarySteps, sampleHistories, walk } from "../arbitrary_history.ts";
import { longConversation } from "../bench/long_conversation.ts";
import { contextOfTurn, History, rowAfter } from "../history.ts";

const RUNS = { numRuns: draws(300) };

const fold = (events: readonly AnyEvent[], state = conversation.initial("conv_walk")): ConversationState =>
  foldAll(conversation, state, events);
const json = (value: unknown): string => JSON.stringify(value);
const copy = <T>(value: T): T => JSON.parse(json(value));
const cutOf = (events: readonly unknown[], at: number) => at % (events.length + 1);

const isErasure = ({ type }: AnyEvent): boolean => type === "ContentErased";

// Shows M-6.
Deno.test("folding a history is folding its beginning and then the rest, through a snapshot in JSON", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.nat(), (events, at) => {
      const cut = cutOf(events, at);
      const snapshot = copy(fold(events.slice(0, cut)));
      assert.deepEqual(fold(events.slice(cut), snapshot), fold(events));
    }),
    RUNS,
  );
});

// Shows S0-A24.
Deno.test("a browser that starts from the first paint at any seq and folds the rest has the server's fold", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.nat(), fc.integer({ min: 0, max: 9 }), (events, at, limit) => {
      // Of an erasure a browser hears, and reads the fold anew: it has not every text.
      const cut = Math.max(cutOf(events, at), 1 + events.findLastIndex(isErasure));
      const began = fold(events.slice(0, cut));
      const before = json(began);
      const client = fold(events.slice(cut).map(told), copy(firstPaint(began, limit)));
      const server = fold(events);
      const { bodies: read, ...clientRest } = client;
      const { bodies: all, salts = {}, ...serverRest } = server;
      assert.ok(Object.keys(salts).length >= server.participants.length, "the server alone has salts");
      assert.deepEqual(clientRest, serverRest);
      for (const [id, body] of Object.entries(read)) assert.deepEqual(body, all[id]);
      for (const id of server.order) {
        const here = (began.messages[id] === undefined) || pageOf(began, null, limit).ids.includes(id);
        if (here) assert.ok(read[id], "a body that came with the page or later is there");
      }
      assert.equal(json(began), before, "the state it was painted from is untouched");
    }),
    RUNS,
  );
});

Deno.test("the end of a fold is its newest messages and what they name, each as it is in the whole", () => {
  fc.assert(
    fc.property(
      arbitraryHistory,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 6 }),
      (events, headers, limit) => {
        const state = fold(events);
        const before = json(state);
        const { fold: end, missing } = endOf(state, headers, limit);
        const whole = firstPaint(state, limit);
        assert.equal(end.order.length + missing, state.order.length);
        assert.deepEqual(end.order, state.order.filter((id) => end.messages[id]));
        if (missing === 0 && state.order.length <= headers) assert.deepEqual(end, whole);
        for (const id of state.order.slice(-headers)) {
          const message = end.messages[id];
          assert.equal(message, state.messages[id]);
          if (message?.turnId) assert.equal(end.turns[message.turnId], state.turns[message.turnId]);
        }
        for (const id of state.open) assert.ok(end.turns[id], "what is being written can be followed");
        assert.deepEqual(end.bodies, whole.bodies);
        const { order: _, messages: __, turns: ___, answers, panels = {}, ...rest } = end;
        const { order: _1, messages: _2, turns: _3, answers: all, panels: every = {}, ...wholeRest } = whole;
        for (const [id, panel] of Object.entries(panels)) assert.equal(panel, every[id]);
        for (const { panel } of Object.values(end.messages)) assert.ok(!panel || panels[panel.panelId]);
        assert.deepEqual(rest, wholeRest);
        for (const [id, own] of Object.entries(answers)) assert.deepEqual(own, all[id]);
        assert.equal(json(state), before, "the state it was taken from is untouched");
      },
    ),
    RUNS,
  );
});

Deno.test("what a message at the end answers, and its other versions, come with it from however far above", () => {
  const history = new History().started().joined("Ada").posted("m1", "Why?").requested("Ada", "m1").claimed(
    "t_Ada",
  )
    .completed("t_Ada", "Because.");
  for (let n = 0; n < 20; n++) history.posted(`n${n}`, `Note ${n}`);
  const again = { turnId: "t_2", retryOf: "t_Ada" };
  history.requested("Ada", "m1", again).claimed("t_2").completed("t_2", "Because of it.");
  const { fold: end, missing } = endOf(history.state(), 3, 2);
  assert.deepEqual(end.order, ["m1", "m_t_Ada", "n18", "n19", "m_t_2"]);
  assert.equal(missing, 18);
  assert.deepEqual(Object.keys(end.turns), ["t_Ada", "t_2"]);
  assert.deepEqual(end.answers, { m1: ["m_t_Ada", "m_t_2"] });
});

Deno.test("the end of a conversation costs the same however long it is", () => {
  const sizes = [100, 400, 1_600].map((exchanges) => {
    const state = fold(longConversation(exchanges));
    const { fold: end, missing } = endOf(state, 150);
    assert.equal(missing + end.order.length, 5 * exchanges);
    return { headers: end.order.length, turns: Object.keys(end.turns).length, bytes: json(end).length };
  });
  for (const { headers, turns, bytes } of sizes) {
    assert.ok(headers >= 150 && headers <= 155, `${headers} headers`);
    assert.ok(turns <= headers);
    // A little more where numbers have another digit.
    assert.ok(bytes < 150_000 && bytes < (sizes[0]?.bytes ?? 0) * 1.05, `${bytes} bytes`);
  }
});

Deno.test("a fold keeps what it painted: folding on does not change an earlier first paint's entities", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.nat(), (events, at) => {
      const cut = cutOf(events, at);
      const state = fold(events.slice(0, cut));
      const painted = firstPaint(state);
      const before = json(painted);
      fold(events.slice(cut), state);
      assert.equal(json(painted), before);
    }),
    RUNS,
  );
});

// Shows M-6, S0-A7, S0-A10, S2-15.
Deno.test("no message that is off, unfinished or a notice is ever in a context", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.nat(12), (events, size) => {
      const state = fold(events);
      for (const { id, agentId } of state.participants) {
        const window = windowStart(state, id, specNow(state), size);
        const context = new AgentContext(state, id, specNow(state, window));
        const { messages, omitted } = context.whole();
        assert.equal(messages.length + omitted.length, state.order.length);
        // The two halves by themselves say the same.
        assert.deepEqual(context.sent().messages, messages);
        assert.deepEqual(state.order.flatMap((messageId) => context.omitted(messageId) ?? []), omitted);
        const pinned = messages.filter(({ messageId }) => state.messages[messageId]?.pinned).length;
        if (size > 0 || window !== null) assert.ok(messages.length - pinned <= size, "the window holds");
        for (const { messageId, role } of messages) {
          const message = state.messages[messageId];
          assert.ok(message && message.role !== "system" && !message.passed);
          const overrides = message.inclusion?.filter((change) =>
            change.participantIds?.some((p) => {
              const member = [...state.participants, ...state.former].find((m) => m.id === p);
              return member?.agentId === agentId;
            })
          );
          assert.ok(overrides?.at(-1)?.included ?? message.included, "only included messages are sent");
          assert.ok(
            message.role === "user" || message.doneSeq !== undefined,
            "only finished answers are sent",
          );
          assert.equal(role, message.author.id === agentId ? "assistant" : "user");
        }
      }
    }),
    RUNS,
  );
});

// Shows P6.
Deno.test("a turn's context is the same whenever it is told, as long as the log only grows", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.nat(), (events, at) => {
      const early = fold(events.slice(0, cutOf(events, at)));
      const told = Object.keys(early.turns).map((id) => json(contextOfTurn(early, id)));
      const started = Object.values(early.turns).map((turn) => turn.attempt);
      const late = fold(events);
      Object.keys(early.turns).forEach((id, index) => {
        // A turn that was started again later is another attempt with its own specification.
        if (late.turns[id]?.attempt !== started[index]) return;
        // What is called what in a panel stands in its format, whose words go with those of its question.
        const { panelId = "" } = late.turns[id]?.panel ?? {};
        if (early.panels?.[panelId]?.texts && !late.panels?.[panelId]?.texts) return;
        const now = contextOfTurn(late, id);
        const then = JSON.parse(told[index] ?? "null");
        // But for words that were erased since: they are sent to nobody any more.
        const isLeft = ({ messageId }: { messageId: string }) =>
          !late.messages[messageId]?.erased || early.messages[messageId]?.erased === true;
        assert.deepEqual(copy(now?.messages ?? null), then?.messages.filter(isLeft) ?? null);
        // Nor of what came into the talk since, from beside it too, is anything said then.
        const wasIn = ({ messageId }: { messageId: string }) =>
          early.messages[messageId]?.trial === undefined;
        const omitted = now?.omitted
          .filter((one) => early.messages[one.messageId] && wasIn(one) && isLeft(one)) ?? null;
        assert.deepEqual(copy(omitted), then?.omitted.filter(isLeft) ?? null);
      });
    }),
    RUNS,
  );
});

// Shows P6.
Deno.test("who saw a message and what a turn was sent are the same relation, read both ways", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = fold(events);
      const sent = Object.values(state.turns).flatMap((turn) => {
        const { messages = [], omitted = [], quoted = [] } = contextOfTurn(state, turn.id) ?? {};
        const erased = omitted.filter(({ why }) => why === "erased");
        // What is told of in short was seen too.
        return [...messages, ...erased, ...quoted.map((messageId) => ({ messageId }))].map(
          ({ messageId }) => `${messageId} ${turn.id}`,
        );
      });
      const seen = state.order.flatMap((id) => seenBy(state, id).map(({ turnId }) => `${id} ${turnId}`));
      assert.deepEqual(seen.sort(), sent.sort());
    }),
    RUNS,
  );
});

// Shows P3.
Deno.test("a turn's own answer is never in its context", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = fold(events);
      for (const turn of Object.values(state.turns)) {
        const own = state.messages[turn.messageId];
        const spec: Spec | null = specOf(turn);
        if (own && spec) assert.notEqual(new Selection(state, turn.participantId, spec).why(own), null);
      }
    }),
    RUNS,
  );
});

// Shows S0-A24.
Deno.test("the sidebar row folded from events is the row the server derives, at every event", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      let state = conversation.initial("conv_walk");
      let row: ListRow | null = null;
      for (const event of events) {
        state = conversation.evolve(state, event);
        row = rowAfter(row, state, event);
        assert.deepEqual(row, state.deleted ? null : rowOf(state));
        assert.deepEqual(evolveRow(row, state.id, event), row, "an event counted twice changes nothing");
      }
    }),
    RUNS,
  );
});

// Shows S0-30, S0-62, S3-1, S3-3.
Deno.test("every message has its own id and no step but an erasure changes another's text once it is complete", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      let state = conversation.initial("conv_walk");
      const texts = new Map<string, string>();
      for (const event of events) {
        state = conversation.evolve(state, event);
        const known = conversationEvent(event);
        if (known.type === "ContentErased") texts.delete(known.data.messageId);
        for (const [id, text] of texts) assert.equal(state.bodies[id]?.content, text);
        for (const id of state.order) {
          if (state.messages[id]?.status === "complete") texts.set(id, state.bodies[id]?.content ?? "");
        }
      }
      assert.equal(new Set(state.order).size, state.order.length);
    }),
    { numRuns: draws(100) },
  );
});

// Shows D-8, S0-12, S0-A4, S2-22, S2-50.
Deno.test("the order of messages is the order of their seq, and of time under a steady clock", () => {
  fc.assert(
    fc.property(arbitrarySteps.map((steps) => walk(steps, { steady: true })), (events) => {
      const state = fold(events);
      const messages = state.order.flatMap((id) => state.messages[id] ?? []);
      const seqs = messages.map((message) => message.seq);
      assert.deepEqual(seqs, [...seqs].sort((a, b) => a - b));
      const times = messages.map((message) => message.at);
      assert.deepEqual(times, [...times].sort());
    }),
    RUNS,
  );
});

Deno.test("an agent has at most one due turn, and none beside a running one", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = fold(events);
      const due = dueTurns(state);
      assert.equal(new Set(due.map(speakerOf)).size, due.length);
      for (const turn of due) {
        assert.equal(turn.status, "pending");
        for (const id of state.open) {
          const other = state.turns[id];
          if (other && speakerOf(other) === speakerOf(turn)) assert.notEqual(other.status, "running");
        }
      }
      const waiting = state.open.some((id) => state.turns[id]?.status === "pending");
      const busy = state.open.some((id) => state.turns[id]?.status === "running");
      assert.ok(!waiting || busy || due.length > 0, "what waits alone is due");
    }),
    RUNS,
  );
});

// Shows S0-73.
Deno.test("pages of any size, read backwards, give every message once and in order", () => {
  fc.assert(
    fc.property(arbitraryHistory, fc.integer({ min: 1, max: 9 }), (events, limit) => {
      const state = fold(events);
      let read: string[] = [];
      let before: number | null = null;
      for (let pages = 0; pages <= state.order.length; pages++) {
        const page = pageOf(state, before, limit);
        read = [...page.ids, ...read];
        before = page.next;
        if (before === null) break;
      }
      assert.deepEqual(read, state.order);
    }),
    RUNS,
  );
});

// Shows S0-33, S0-34, S0-36, S3-10.
Deno.test("every message has a role of three, a text, a time and its membership or none, also after JSON", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = fold(events);
      for (const id of state.order) {
        const view = messageView(state, id);
        assert.deepEqual(copy(view), view);
        assert.equal(view?.completed, state.messages[id]?.status === "complete");
        assert.ok(["user", "assistant", "system"].includes(view?.role ?? ""));
        assert.equal(typeof view?.content, "string");
        assert.equal(new Date(view?.createdAt ?? "").toISOString(), view?.createdAt);
        if (view?.authorType === "human") assert.deepEqual([view.participantId, view.role], [null, "user"]);
        if (view?.authorType === "agent" && view.turnId !== null) {
          assert.equal(participantOf(state, view.participantId ?? "")?.name, view.authorName);
        }
      }
    }),
    RUNS,
  );
});

Deno.test("the random walk reaches every event of a conversation that can follow its start", () => {
  const walks = sampleHistories();
  const reached = new Set(walks.flat().map((event) => event.type));
  const types = ConversationEvent.options.map((option) => option.shape.type.value);
  // Deletion ends a history; what follows it is the store's business. What a room is begins with its history.
  assert.deepEqual(types.filter((type) => !reached.has(type)), [
    "ConversationDeleted",
    "RoomSealed",
    "RoomOpened",
  ]);
  for (const event of walks.flat()) {
    if (event.type === "SomethingNew") continue;
    const { seq: _, ...stored } = event;
    ConversationEvent.parse(stored);
  }
});

Deno.test("a conversation's last change never goes back, whatever its clock does, for the fold and for its row", () => {
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = conversation.initial("conv_walk");
      let row: ListRow | null = null;
      let before = "";
      for (const event of events) {
        conversation.evolve(state, event);
        row = rowAfter(row, state, event);
        assert.ok(state.updatedAt >= before);
        const at = newsAt(event);
        if (at !== null) assert.ok(state.updatedAt >= at);
        else assert.equal(state.updatedAt, before);
        assert.deepEqual(row, state.deleted ? null : rowOf(state));
        before = state.updatedAt;
      }
    }),
    { numRuns: draws(50) },
  );
});

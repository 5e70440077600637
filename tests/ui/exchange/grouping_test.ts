/** How a conversation is grouped into exchanges, and an exchange into what stands in one line. */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Mode } from "../../../events/catalog/modes.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { areComparable, type Exchange, exchangesOf, isInTurn } from "../../../ui/exchange/grouping.ts";
import { arbitraryHistory, sampleHistories } from "../../arbitrary_history.ts";
import { History } from "../../history.ts";

/** An exchange in short: its question, then each row's kind and messages. */
const short = ({ asked, rows }: Exchange): string[] => [
  asked ?? "-",
  ...rows.map((row) => {
    if (row.kind === "notice") return `notice ${row.id}`;
    if (row.kind === "behind") return `behind ${row.ids.join(" ")}`;
    const round = row.kind === "one" && row.round !== undefined ? ` round ${row.round}` : "";
    return `${row.kind}${round} ${row.answers.map(({ versions }) => versions.join("/")).join(" ")}`;
  }),
];
const shortOf = (state: ConversationState, ids = state.order) => exchangesOf(state, ids).map(short);

// Shows S0-13, S1-7.
Deno.test("answers asked together stand side by side; rounds one below the other; agents' talk behind the glass", () => {
  const pair = () => new History().started().joined("Ada", "Ben").posted("m1", "Why?");
  const together = pair().requested("Ada", "m1").requested("Ben", "m1");
  assert.deepEqual(shortOf(together.state()), [["m1", "together m_t_Ada m_t_Ben"]]);
  const next = together.posted("m2", "And?").requested("Ada", "m2", { turnId: "t_2" });
  assert.deepEqual(shortOf(next.state())[1], ["m2", "one m_t_2"]);
  const asked = pair().requested("Ada", "e1", { mode: "manual" }).requested("Ben", "e2", { mode: "manual" });
  assert.deepEqual(shortOf(asked.state()), [["m1", "one m_t_Ada", "one m_t_Ben"]], "each asked by itself");
  const reason = (round: number) => ({ code: "in_turn", text: "in turn", round, rounds: 1 }) as const;
  const inTurn = pair().requested("Ada", "m1", { mode: "round_robin", reason: reason(1) })
    .requested("Ben", "m1", { mode: "round_robin", reason: reason(1) });
  assert.deepEqual(shortOf(inTurn.state()), [["m1", "one m_t_Ada", "one m_t_Ben"]]);

  const managed = new History().started().joined("Boss", "Coder").managed("Boss")
    .posted("m1", "A game?", undefined, { to: "p_Boss" });
  const turn = (name: string, id: string, to: string) =>
    managed.requested(name, "m1", { turnId: id, mode: "manager" }).claimed(id).completed(id, "Words.", {
      to,
    });
  turn("Boss", "t1", "p_Coder");
  turn("Coder", "t2", "p_Boss");
  turn("Boss", "t3", "person");
  assert.deepEqual(shortOf(managed.state()), [["m1", "behind m_t1 m_t2", "one m_t3"]]);
});

Deno.test("two answers can be laid side by side where they stand so; not across exchanges, nor what one heard", () => {
  const history = new History().started().joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "m1").requested("Ben", "m1").posted("m2", "And?").requested("Ada", "m2", {
      turnId: "t_2",
    });
  const [first, second] = exchangesOf(history.state(), history.state().order);
  assert.ok(first && second);
  assert.ok(areComparable(first, ["m_t_Ada", "m_t_Ben"]));
  assert.ok(areComparable(first, ["m_t_Ben", "m_t_Ada"]));
  assert.ok(!areComparable(first, ["m_t_Ada", "m_t_2"]));
  assert.ok(!areComparable(second, ["m_t_Ada", "m_t_2"]));
  const manual = { mode: "manual" } as const;
  const apart = new History().started().joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "e1", manual).requested("Ben", "e2", manual).state();
  const [one] = exchangesOf(apart, apart.order);
  assert.ok(one && !areComparable(one, ["m_t_Ada", "m_t_Ben"]));
});

Deno.test("an exchange whose question is not read yet is the same one once it is", () => {
  const state = new History().started().joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "m1").requested("Ben", "m1").state();
  const [before, ...others] = exchangesOf(state, state.order.slice(2));
  assert.deepEqual([before?.key, before?.asked, others], ["m1", null, []]);
  assert.equal(exchangesOf(state, state.order)[0]?.key, before?.key);
});

Deno.test("answers of a mode that this page does not know stand one below the other", () => {
  const mode = "relay" as string as Mode;
  const state = new History().started({ mode }).joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "m1", { mode }).requested("Ben", "m1", { mode }).state();
  assert.deepEqual(shortOf(state), [["m1", "one m_t_Ada", "one m_t_Ben"]]);
});

Deno.test("a round is announced where it begins, and only where there are several", () => {
  const rounds = (of: number) => {
    const story = new History().started({ mode: "round_robin" }).joined("Ada", "Ben").posted("m1", "Why?");
    for (let round = 1; round <= of; round++) {
      for (const name of ["Ada", "Ben"]) {
        story.requested(name, "m1", {
          turnId: `${name}${round}`,
          mode: "round_robin",
          reason: { code: "in_turn", text: "in turn", round, rounds: of },
        });
      }
    }
    return shortOf(story.state())[0];
  };
  assert.deepEqual(rounds(1), ["m1", "one m_Ada1", "one m_Ben1"]);
  assert.deepEqual(rounds(2), [
    "m1",
    "one round 1 m_Ada1",
    "one m_Ben1",
    "one round 2 m_Ada2",
    "one m_Ben2",
  ]);
});

Deno.test("what is said in turn is a talk from its first answer on; answers asked together, or one alone, are none", () => {
  const reason = { code: "in_turn", text: "in turn", round: 1, rounds: 1 } as const;
  const asked = () => new History().started().joined("Ada", "Ben").posted("m1", "Why?");
  const inTurn = (history: History) => {
    const state = history.state();
    return exchangesOf(state, state.order).map((exchange) => isInTurn(state, exchange));
  };
  assert.deepEqual(inTurn(asked().requested("Ada", "m1", { mode: "round_robin", reason })), [true]);
  assert.deepEqual(inTurn(asked().requested("Ada", "m1")), [false]);
  assert.deepEqual(inTurn(asked().requested("Ada", "m1").requested("Ben", "m1")), [false]);
});

Deno.test("what is asked again stands in the place of what was said first, wherever the talk has gone since", () => {
  const story = new History().started().joined("Ada", "Ben")
    .answered("m1", "Why?", { Ada: "So.", Ben: "Thus." })
    .answered("m2", "And?", { Ada: "Well.", Ben: "Hm." });
  const again = (of: string, turnId: string) =>
    story.requested("Ada", turnId, { turnId, retryOf: of }).claimed(turnId).completed(turnId, "Anew.");
  again("t_Ada_m1", "r1");
  again("r1", "r2");
  again("t_Ada_m1", "r3");
  const state = story.state();
  assert.deepEqual(shortOf(state), [
    ["m1", "together m_t_Ada_m1/m_r1/m_r2/m_r3 m_t_Ben_m1"],
    ["m2", "together m_t_Ada_m2 m_t_Ben_m2"],
  ]);
  // Where the first tries are not in the page, the earliest that is has the place.
  assert.deepEqual(shortOf(state, state.order.slice(state.order.indexOf("m2"))), [
    ["m2", "together m_t_Ada_m2 m_t_Ben_m2", "one m_r1/m_r2/m_r3"],
  ]);
  assert.deepEqual(shortOf(state, state.order.slice(state.order.indexOf("m_r2"))), [["-", "one m_r2/m_r3"]]);
});

Deno.test("a log that was made up may name tries in a circle: each stands where it was said", () => {
  const state = new History().started().joined("Ada").posted("m1", "Why?")
    .requested("Ada", "m1", { turnId: "a", retryOf: "b" }).requested("Ada", "m1", {
      turnId: "b",
      retryOf: "a",
    })
    .state();
  assert.deepEqual(shortOf(state), [["m1", "one m_a/m_b"]]);
});

// Shows S2-40.
Deno.test("a failure is told at the answer that failed; other notices have a line of their own", () => {
  const error = { code: "auth", message: "The key was refused.", retryable: false } as const;
  const notice = { author: { kind: "system", id: "system", name: "System" }, role: "system" } as const;
  const state = new History().started().joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "m1").requested("Ben", "m1").claimed("t_Ada")
    .add("TurnFailed", { turnId: "t_Ada", attempt: 1, error })
    .add("MessagePosted", {
      ...notice,
      messageId: "n1",
      content: "Ada could not answer.",
      notice: { code: "turn_failed", turnId: "t_Ada" },
    })
    .add("MessagePosted", { ...notice, messageId: "n2", content: "Enough.", notice: { code: "cap" } })
    .state();
  const [exchange] = exchangesOf(state, state.order);
  assert.deepEqual(exchange && short(exchange), ["m1", "together m_t_Ada m_t_Ben", "notice n2"]);
  assert.deepEqual(exchange?.failures, { m_t_Ada: "n1" });
  const late = new History().started({ mode: "manager" }).joined("Boss", "Coder").managed("Boss").posted(
    "m1",
    "Go.",
  )
    .requested("Coder", "m1", { mode: "manager" }).claimed("t_Coder")
    .add("TurnFailed", { turnId: "t_Coder", attempt: 1, error })
    .add("MessagePosted", {
      ...notice,
      messageId: "n1",
      content: "Coder could not answer.",
      notice: { code: "turn_failed", turnId: "t_Coder" },
    }).state();
  assert.deepEqual(
    exchangesOf(late, late.order).map(({ failures }) => failures),
    [{ m_t_Coder: "n1" }],
    "there too",
  );
  assert.deepEqual(shortOf(state, ["n1"]), [["-", "notice n1"]], "its answer is not in the page");
});

// Shows S0-12.
Deno.test("whatever happened, every message stands in exactly one place, in the order it was said but for later tries and what is about answers", () => {
  const folded = (events: readonly AnyEvent[]) =>
    foldAll(conversation, conversation.initial("conv_1"), events);
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = folded(events);
      const exchanges = exchangesOf(state, state.order);
      const later = new Set<string>();
      const shown = exchanges.flatMap(({ asked, rows, failures, about }) => [
        ...asked === null ? [] : [asked],
        ...rows.flatMap((row) => {
          if (row.kind === "notice") return [row.id];
          if (row.kind === "behind") return row.ids;
          for (const { versions } of row.answers) {
            assert.deepEqual(versions, state.order.filter((id) => versions.includes(id)));
            for (const id of versions.slice(1)) later.add(id);
          }
          return row.answers.map(({ versions: [first] }) => first);
        }),
        ...[...Object.values(failures), ...about.flatMap(({ versions }) => versions)].flatMap((id) => {
          later.add(id);
          return [];
        }),
      ]);
      assert.deepEqual(shown, state.order.filter((id) => !later.has(id)));
      assert.equal(shown.length + later.size, state.order.length);
      for (const { rows } of exchanges) {
        for (const row of rows) if (row.kind === "together") assert.ok(row.answers.length > 1);
      }
    }),
    { numRuns: draws(200) },
  );
  // The same histories each time: by chance alone one of the kinds would be missing now and then.
  const kinds = new Set(
    sampleHistories().map(folded)
      .flatMap((state) =>
        exchangesOf(state, state.order).flatMap(({ rows }) => rows.map(({ kind }) => kind))
      ),
  );
  assert.deepEqual(
    [...kinds].sort(),
    ["behind", "notice", "one", "together"],
    "some histories have each kind",
  );
});

Deno.test("what was written about answers stands with them, whenever it was asked for, and again as its version", () => {
  const sources = ["m_t_Ada", "m_t_Ben"];
  const history = new History().started().joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "m1").requested("Ben", "m1").posted("m2", "And?")
    .requested("Ada", "m2", { turnId: "t_2" })
    .requested("Ben", "t_3", { turnId: "t_3", sources, task: "gist" })
    .requested("Ben", "t_4", { turnId: "t_4", sources, task: "gist", retryOf: "t_3" });
  const [first, second] = exchangesOf(history.state(), history.state().order);
  assert.deepEqual(first?.about, [{ versions: ["m_t_3", "m_t_4"] }]);
  assert.deepEqual(first && short(first), ["m1", "together m_t_Ada m_t_Ben"], "no answer among answers");
  assert.deepEqual([second?.about, second && short(second)], [[], ["m2", "one m_t_2"]]);
  const page = history.state().order.slice(-2);
  assert.deepEqual(exchangesOf(history.state(), page).map(({ about }) => about), [
    [{ versions: ["m_t_3", "m_t_4"] }],
  ], "its answers are not read yet");
});

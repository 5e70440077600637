/** What a person is shown and what is made of what they type, where pure functions decide it. */
import assert from "node:assert/strict";
import {
  clock,
  count,
  dayGroup,
  fileSize,
  plural,
  seconds,
  typedNumber,
  typedWhole,
  usd,
} from "../../ui/parts/format.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { arbitraryHistory } from "../arbitrary_history.ts";
import { History } from "../history.ts";
import fc from "fast-check";

// What the modules of a page ask for as they load.
Reflect.set(globalThis, "matchMedia", () => ({ matches: false, addEventListener: () => {} }));
Reflect.set(globalThis, "document", { documentElement: { dataset: {} }, addEventListener: () => {} });
Reflect.set(globalThis, "location", { pathname: "/", search: "", href: "http://localhost/" });
Reflect.set(globalThis, "CSS", { supports: () => true });
const { priceOf } = await import("../../ui/settings/prices.tsx");
const { limitsOf } = await import("../../ui/dialogs/conversation_settings.tsx");
const { rowsOf } = await import("../../ui/chat/transcript.tsx");
const { isImage, wordsOf } = await import("../../ui/message/attachments.tsx");
const { FORMS } = await import("../../ui/settings/forms.ts");
const { wrongWith, at, put } = await import("../../ui/settings/values.ts");

// Shows P16.
Deno.test("a number is read as it was typed, with point or comma; what may mean two numbers is none", () => {
  const numbers: [string, number][] = [
    ["2", 2],
    [" 2.5 ", 2.5],
    ["2,5", 2.5],
    [".5", 0.5],
    ["0,125", 0.125],
    ["1.125", 1.125],
    ["1000", 1000],
  ];
  for (const [text, value] of numbers) assert.equal(typedNumber(text), value, text);
  for (
    const text of [
      "",
      " ",
      "1,000",
      "12,500",
      "1,000,000",
      "1.000,5",
      "1e3",
      "0x10",
      "-1",
      "Infinity",
      "many",
    ]
  ) {
    assert.ok(Number.isNaN(typedNumber(text)), text);
  }
  assert.deepEqual([typedWhole("1000"), typedWhole(" 7 ")], [1000, 7]);
  for (const text of ["", "1,000", "1.000", "2.5", "-3", "1e3", "9".repeat(16)]) {
    assert.ok(Number.isNaN(typedWhole(text)), text);
  }
});

// Shows P13.
Deno.test("limits are what was written, blank is none; what is no limit, or may be another, is refused", () => {
  const none = { tokens: "", usd: " ", managerTurns: "" };
  assert.deepEqual(limitsOf(none), {});
  assert.deepEqual(limitsOf({ tokens: "5000", usd: "2,5", managerTurns: "24" }), {
    tokens: 5000,
    usd: 2.5,
    managerTurns: 24,
  });
  for (const tokens of ["0", "-1", "1.5", "1,000", "1.000", "Infinity", "ten"]) {
    assert.equal(limitsOf({ ...none, tokens }), null, `tokens ${tokens}`);
  }
  for (const amount of ["0", "-1", "1,000", "Infinity", "free"]) {
    assert.equal(limitsOf({ ...none, usd: amount }), null, `usd ${amount}`);
  }
  for (
    const [turns, good] of [["1", true], ["23", true], ["24", true], ["25", false], ["0", false]] as const
  ) {
    assert.equal(limitsOf({ ...none, managerTurns: turns }) !== null, good, turns);
  }
});

// Shows P16.
Deno.test("a price needs its model, input and output; one that is free is a price, one that is no number is none", () => {
  const form = { model: "m", input: "0", cacheRead: "", cacheWrite: "", output: "0,4" };
  assert.deepEqual(priceOf(form), { input: 0, output: 0.4 });
  assert.deepEqual(priceOf({ ...form, cacheRead: "0.1", cacheWrite: "1" }), {
    input: 0,
    cacheRead: 0.1,
    cacheWrite: 1,
    output: 0.4,
  });
  assert.equal(priceOf({ ...form, model: " " }), "Which model?");
  for (const wrong of ["-1", "x", "1,000", "Infinity"]) {
    for (const field of ["input", "cacheRead", "cacheWrite", "output"]) {
      assert.match(
        String(priceOf({ ...form, [field]: wrong })),
        /^Prices are numbers from 0/,
        `${field} ${wrong}`,
      );
    }
  }
  for (const field of ["input", "output"]) {
    assert.equal(priceOf({ ...form, [field]: "" }), "Input and output both need a price.");
  }
});

// Shows S0-13, S1-7.
Deno.test("answers asked together stand side by side; rounds one below the other; agents' talk behind the glass", () => {
  const pair = () => new History().started().joined("Ada", "Ben").posted("m1", "Why?");
  const together = pair().requested("Ada", "m1").requested("Ben", "m1");
  assert.deepEqual(rowsOf(together.state(), together.state().order), [
    { kind: "one", id: "m1" },
    { kind: "together", ids: ["m_t_Ada", "m_t_Ben"] },
  ]);
  const next = together.posted("m2", "And?").requested("Ada", "m2", { turnId: "t_2" });
  assert.deepEqual(rowsOf(next.state(), next.state().order).slice(2), [
    { kind: "one", id: "m2" },
    { kind: "one", id: "m_t_2" },
  ]);
  const asked = pair().requested("Ada", "e1", { mode: "manual" }).requested("Ben", "e2", { mode: "manual" });
  assert.deepEqual(
    rowsOf(asked.state(), asked.state().order).map(({ kind }) => kind),
    ["one", "one", "one"],
    "each asked by itself",
  );
  const reason = (round: number) => ({ code: "in_turn", text: "in turn", round, rounds: 1 }) as const;
  const inTurn = pair().requested("Ada", "m1", { mode: "round_robin", reason: reason(1) })
    .requested("Ben", "m1", { mode: "round_robin", reason: reason(1) });
  assert.deepEqual(rowsOf(inTurn.state(), inTurn.state().order).map(({ kind }) => kind), [
    "one",
    "one",
    "one",
  ]);

  const managed = new History().started().joined("Boss", "Coder").managed("Boss")
    .posted("m1", "A game?", undefined, { to: "p_Boss" });
  const turn = (name: string, id: string, to: string) =>
    managed.requested(name, "m1", { turnId: id, mode: "manager" }).claimed(id).completed(id, "Words.", {
      to,
    });
  turn("Boss", "t1", "p_Coder");
  turn("Coder", "t2", "p_Boss");
  turn("Boss", "t3", "person");
  assert.deepEqual(rowsOf(managed.state(), managed.state().order), [
    { kind: "one", id: "m1" },
    { kind: "behind", ids: ["m_t1", "m_t2"] },
    { kind: "one", id: "m_t3" },
  ]);
});

// Shows S0-12.
Deno.test("whatever happened, every message stands in exactly one row, in the order it was said", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = foldAll(conversation, conversation.initial("conv_1"), events);
      const rows = rowsOf(state, state.order);
      for (const { kind } of rows) kinds.add(kind);
      assert.deepEqual(rows.flatMap((row) => row.kind === "one" ? [row.id] : row.ids), state.order);
      for (const row of rows) if (row.kind === "together") assert.ok(row.ids.length > 1);
    }),
    { numRuns: 200 },
  );
  assert.deepEqual([...kinds].sort(), ["behind", "one", "together"], "some histories have each kind");
});

// Shows S0-A4.
Deno.test("days are told by the calendar, also over the night when clocks change", () => {
  const now = new Date(2026, 2, 30, 0, 30);
  const on = (...at: [number, number, number, number, number]) =>
    dayGroup(new Date(...at).toISOString(), now);
  assert.equal(on(2026, 2, 30, 0, 0), "Today");
  assert.equal(on(2026, 2, 29, 23, 59), "Yesterday");
  assert.equal(on(2026, 2, 29, 0, 0), "Yesterday");
  assert.equal(on(2026, 2, 28, 23, 59), "Last week");
  assert.equal(on(2026, 2, 23, 0, 0), "Last week");
  assert.match(on(2026, 2, 22, 23, 59), /2026/);
  const noon = new Date(2026, 2, 30, 12, 0);
  const there = (hours: number) => clock(new Date(2026, 2, 30, hours).toISOString(), noon);
  assert.equal(
    there(9).length < clock(new Date(2026, 2, 29, 9).toISOString(), noon).length,
    true,
    "and the date",
  );
  assert.equal(clock(""), "");
});

Deno.test("sizes, lengths and sums are told in the unit people use, and an unknown sum is not zero", () => {
  assert.deepEqual([1, 1024, 1025, 1024 ** 2 - 1, 1024 ** 2, 10.25 * 1024 ** 2].map(fileSize), [
    "1 KB",
    "1 KB",
    "2 KB",
    `${count(1024)} KB`,
    "1 MB",
    `${count(10.3)} MB`,
  ]);
  assert.deepEqual([0, 149, 9_949, 10_000, 61_499].map(seconds), ["0.0 s", "0.1 s", "9.9 s", "10 s", "61 s"]);
  assert.deepEqual([null, 0, 0.00012, 0.01, 12.345].map(usd), [
    "unknown",
    "$0",
    "$0.00012",
    "$0.01",
    "$12.35",
  ]);
  assert.deepEqual([plural(1, "agent"), plural(0, "agent"), plural(2, "reply", "replies")], [
    "1 agent",
    "0 agents",
    "2 replies",
  ]);
});

// Shows S4-21.
Deno.test("a message without words is told by its files; only what the browser shows safely is a picture", () => {
  const file = (name: string, type: string) => ({ name, type, size: 1, sha256: "a".repeat(64) });
  const files = [file("a.png", "image/png"), file("b.csv", "text/csv")];
  assert.equal(wordsOf("Look", files), "Look");
  assert.equal(wordsOf(" \n", files), "a.png, b.csv");
  assert.equal(wordsOf("", undefined), "");
  assert.deepEqual(["image/png", "image/svg+xml", "text/html", ""].map((type) => isImage({ type })), [
    true,
    false,
    false,
    false,
  ]);
});

// Shows S0-A27.
Deno.test("a form says beside the field what is wrong, before anything is sent", () => {
  const field = (form: keyof typeof FORMS, key: string) =>
    FORMS[form].fields.find((one) => one.key === key) ?? assert.fail(key);
  assert.equal(wrongWith(field("agents", "name"), ""), "This is needed.");
  assert.equal(wrongWith(field("agents", "name"), "👋".repeat(80)), "");
  assert.equal(wrongWith(field("agents", "name"), "👋".repeat(81)), "At most 80 characters.");
  assert.equal(wrongWith(field("agencies", "agentIds"), []), "This is needed.");
  // A limit of a provider is always said: an empty field would be kept as a number nobody saw.
  const seats = field("providers", "maxConcurrent");
  const given = [[0, false], [1, true], [256, true], [257, false], ["x", false], ["", false]] as const;
  for (const [value, good] of given) assert.equal(wrongWith(seats, value) === "", good, String(value));
  for (
    const [address, good] of [["http://localhost:11434/v1", true], ["file:///etc", false], [
      "x",
      false,
    ]] as const
  ) {
    assert.equal(wrongWith(field("providers", "baseUrl"), address) === "", good, address);
  }
  const values = { name: "Ada", params: { temperature: 1, maxTokens: 9 } };
  assert.equal(at(values, "params.temperature"), 1);
  assert.equal(at(values, "limits.usd"), undefined);
  assert.deepEqual(put(values, "params.temperature", undefined)["params"], { maxTokens: 9 });
  assert.deepEqual(put(values, "name", "Ben"), { ...values, name: "Ben" });
  assert.deepEqual(values.params, { temperature: 1, maxTokens: 9 }, "what was there is not touched");
});

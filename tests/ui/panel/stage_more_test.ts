/** What most stages never need, as it is typed: kept where the contract takes it, told beside its field where not. */
import assert from "node:assert/strict";
import { BUILT_IN_PANELS } from "../../../events/catalog/built_in_panels.ts";
import { PANEL_MINUTES, PANEL_STAGE_TOKENS } from "../../../events/catalog/limits.ts";
import { PanelFormat } from "../../../events/catalog/panels.ts";
import {
  isPlaced,
  isUnkept,
  put,
  shownOf,
  type Stage,
  textOf,
  toggled,
  wrongText,
} from "../../../ui/panel/stage_more.ts";

const stage: Stage = {
  id: "a",
  name: "A",
  gives: "Answer",
  who: ["r"],
  turns: "together",
  sees: "all",
  instruction: "Say.",
  rounds: 3,
};
const SCHEMA = '{"type":"object","properties":{"answer":{"type":"string"}}}';
const of = (...stages: Stage[]) => ({ name: "F", description: "", roles: [{ id: "r", name: "R" }], stages });

Deno.test("what is typed into a stage is kept as the contract takes it, shown as it is, and taken away by nothing", () => {
  const typed = [["agree", " answer "], ["tokens", "5000"], ["minutes", "7"], ["schema", SCHEMA]] as const;
  const full = typed.reduce<Stage>((now, [field, text]) => put(now, field, text), stage);
  assert.deepEqual(full, {
    ...stage,
    agree: "answer",
    tokens: 5_000,
    minutes: 7,
    schema: JSON.parse(SCHEMA),
  });
  assert.deepEqual(PanelFormat.parse(of(full)).stages[0], full);
  assert.deepEqual(typed.map(([field]) => textOf(full, field)), [
    "answer",
    "5000",
    "7",
    JSON.stringify(JSON.parse(SCHEMA), null, 2),
  ]);
  assert.deepEqual(typed.reduce<Stage>((now, [field]) => put(now, field, " "), full), stage);
  assert.deepEqual(typed.map(([field]) => textOf(stage, field)), ["", "", "", ""]);
});

Deno.test("what cannot be kept is told with its bounds, and the stage stays as it is", () => {
  for (const [field, { min, max }] of [["tokens", PANEL_STAGE_TOKENS], ["minutes", PANEL_MINUTES]] as const) {
    for (const good of [min, max]) {
      assert.equal(wrongText(field, `${good}`), "");
      assert.ok(PanelFormat.safeParse(of(put(stage, field, `${good}`))).success);
    }
    for (const wrong of [`${min - 1}`, `${max + 1}`, "many", "5.5"]) {
      assert.equal(wrongText(field, wrong), `From ${min} to ${max}.`, wrong);
      assert.equal(put(stage, field, wrong), stage);
    }
  }
  assert.equal(wrongText("schema", "{"), "A JSON object: names and values in braces.");
  assert.equal(wrongText("schema", '{"type":"string"}'), "It must be of type object or array");
  assert.equal(put(stage, "schema", '{"type":"string"}'), stage);
  assert.equal(isUnkept(of(stage), { a: { minutes: "many" } }), true);
  assert.equal(isUnkept(of(stage), { a: { minutes: "5", schema: "" } }), false);
  assert.equal(isUnkept(of(stage), { gone: { minutes: "many" } }), false, "its stage was removed");
});

Deno.test("a stage may be shown answers of stages before it and of its own rounds, as the contract has it", () => {
  const once: Stage = { ...stage, id: "b" };
  delete once.rounds;
  const all = [stage, once, { ...once, id: "c" }];
  assert.deepEqual(all.map((_, at) => shownOf(all, at).map(({ id }) => id)), [["a"], ["a"], ["a", "b"]]);
  for (const [at, one] of all.entries()) {
    for (const { id } of shownOf(all, at)) {
      const stages = all.map((other) => other === one ? toggled(one, id, true) : other);
      assert.ok(PanelFormat.safeParse(of(...stages)).success, `${at} ${id}`);
    }
  }
  assert.deepEqual(toggled(toggled(once, "a", true), "a", false), once, "none named: all");
  assert.deepEqual(toggled({ ...once, of: ["a"] }, "b", true).of, ["a", "b"]);
  assert.deepEqual(
    shownOf([{ ...once, of: ["b"] }], 0).map(({ id }) => id),
    ["b"],
    "what is on can be put off",
  );
});

Deno.test("what the contract finds wrong with a format has a place in the form", () => {
  const [council] = BUILT_IN_PANELS.map(({ format }) => format);
  assert.ok(council);
  const wrongs = [
    of({ ...stage, of: ["z"] }),
    of({ ...stage, agree: "answer" }),
    of({ ...stage, rounds: undefined, tokens: 500 }),
    of({ ...stage, who: [] }),
    of({ ...stage, name: "", instruction: "" }),
    of({ ...stage, schema: { type: "string" } }),
    { ...of(stage), name: "", roles: [{ id: "r", name: "" }] },
    { ...council, roles: [...council.roles, { id: "idle", name: "Idle" }] },
  ];
  for (const format of wrongs) {
    const issues = PanelFormat.safeParse(format).error?.issues ?? assert.fail("is wrong");
    for (const { path } of issues) assert.ok(isPlaced(["format", ...path].join(".")), path.join("."));
  }
  assert.equal(isPlaced("format.stages"), false);
  assert.equal(isPlaced("format.stages.0.talk"), false);
});

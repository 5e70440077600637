/** The rows of a part of the story. */
import assert from "node:assert/strict";
import "../page.ts";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import { type Row, rowSentence, rowsOf, summaryOf, writingIn } from "../../../ui/glass/story_rows.ts";
import { sectionsOf } from "../../../ui/glass/sections.ts";
import type { Told } from "../../../ui/glass/telling.ts";
import { english as story } from "../../../ui/words/english_story.ts";
import { History } from "../../history.ts";

const told = (history: History): Told => ({
  state: history.state(),
  words: story,
  tool: () => null,
  sent: () => 2,
});

/** The rows of the last part, newest first, as they are read. */
function read(history: History, part = -1, writing: readonly string[] = []): string[] {
  const state = history.state();
  const section = sectionsOf(history.events, state).at(part) ?? assert.fail();
  return rowsOf(section, state, new Set(writing)).map((row: Row) =>
    row.events.length === 0
      ? `live ${row.turnId}`
      : `${rowSentence(row, told(history)).text.replace(", and", " and")} ${row.time}`
  );
}

const call = (turnId: string, round = 1) => ({
  turnId,
  attempt: 1,
  round,
  providerId: "provider_1",
  provider: "mock",
  model: "echo",
  renderer: "mock/1",
  hash: "plain" as const,
  sha256: "0".repeat(64),
  shellBlob: "0".repeat(64),
});
const room = () => new History().started().joined("Ada", "Ben", "Cy");

Deno.test("agents that were added one after the other are one row; times are from what happened before", () => {
  assert.deepEqual(read(room(), 0), [
    "Ann added Ada, Ben and Cy +1 s",
    "Ann started the conversation: Together ",
  ]);
});

Deno.test("what belongs to one answer stands together, newest first, its times from the asking on", () => {
  const history = room().posted("m1", "Hm").requested("Ada", "m1").requested("Ben", "m1")
    .claimed("t_Ada").add("ProviderCalled", call("t_Ada"), { by: SYSTEM })
    .claimed("t_Ben").add("ProviderCalled", call("t_Ben"), { by: SYSTEM })
    .completed("t_Ada", "x").completed("t_Ben", "y")
    .add("ExchangeCompleted", { completed: 2, failed: 0, cancelled: 0 }, { exchange: "m1" });
  assert.deepEqual(read(history), [
    "Done: 2 answered +1 s",
    "Ben answered in 5 tokens +6 s",
    "Asked Ben, with 2 messages +4 s",
    "Ada answered in 5 tokens +6 s",
    "Asked Ada, with 2 messages +3 s",
  ]);
});

Deno.test("asking, starting and a first call are one row; another attempt is told by itself", () => {
  const history = room().posted("m1", "Hm").requested("Ada", "m1").claimed("t_Ada")
    .add("TurnInterrupted", { turnId: "t_Ada", attempt: 1, why: "lost" }, { by: SYSTEM }).claimed("t_Ada", 2)
    .add("ProviderCalled", { ...call("t_Ada"), attempt: 2 }, { by: SYSTEM });
  assert.deepEqual(read(history).map((line) => line.replace(/ \+.*/, "")), [
    "Sent it 2 messages",
    "Ada began again",
    "Ada was cut short: the program was gone",
    "Ada began",
    "Asked Ada",
  ]);
});

Deno.test("an answer that is being given stands above what is known of it, in the part that heard of it last", () => {
  const history = room().posted("m1", "Hm").requested("Ada", "m1").requested("Ben", "m1").claimed("t_Ada");
  assert.deepEqual(read(history, -1, ["t_Ada"]).map((line) => line.replace(/ \+.*/, "")), [
    "Asked Ben",
    "live t_Ada",
    "Ada began",
    "Asked Ada",
  ]);
  const sections = sectionsOf(history.events, history.state());
  const writing = [...writingIn(sections, history.state())];
  assert.deepEqual(writing, [[sections.at(-1), new Set(["t_Ada"])]]);
  const later = room().posted("m1", "Hm").requested("Ada", "m1").claimed("t_Ada").posted("m2", "And?")
    .add("ProviderCalled", call("t_Ada"), { by: SYSTEM });
  const parts = sectionsOf(later.events, later.state());
  const heard = parts.filter(({ events }) => events.some(({ data }) => Object(data).turnId === "t_Ada"));
  assert.deepEqual([...writingIn(parts, later.state()).keys()], heard.slice(-1));
  assert.equal(writingIn(sections, history.completed("t_Ada", "x").state()).size, 0);
});

Deno.test("a part in one sentence says who answered and how much", () => {
  const summary = (history: History, part = -1) =>
    summaryOf(sectionsOf(history.events, history.state()).at(part) ?? assert.fail(), told(history)).text;
  assert.equal(
    summary(room().answered("m1", "Hm", { Ada: "a", Ben: "b" })),
    "Ada and Ben answered, 10 tokens",
  );
  const many = new History().started().joined("A", "B", "C").answered("m1", "Hm", {
    A: "",
    B: "",
    C: "",
  });
  assert.equal(summary(many), "3 agents answered, 15 tokens");
  const stopped = room().posted("m1", "Hm").requested("Ada", "m1")
    .add("TurnCancelled", { turnId: "t_Ada", why: "stopped" });
  assert.equal(summary(stopped), "1 answer ended early");
  const passed = room().posted("m1", "Hm").requested("Ada", "m1").requested("Ben", "m1")
    .claimed("t_Ada").completed("t_Ada", "", { passed: true }).claimed("t_Ben").completed("t_Ben", "b");
  assert.equal(summary(passed), "Ben answered, 5 tokens");
});

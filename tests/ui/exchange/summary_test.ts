/** What the bar over the answers to one message says of them. */
import assert from "node:assert/strict";
import { exchangesOf } from "../../../ui/exchange/grouping.ts";
import { summaryOf } from "../../../ui/exchange/summary.ts";
import { completion, History } from "../../history.ts";

const PRICES = { sonnet: { input: 1_000, output: 1_000 } };

function summary(story: History) {
  const state = story.state();
  const [row] = exchangesOf(state, state.order)[0]?.rows ?? [];
  assert.ok(row?.kind === "together" || row?.kind === "one");
  return summaryOf(state, row.answers, { prices: PRICES });
}

const called = (story: History, turnId: string, provider = "openai") =>
  story.add("ProviderCalled", {
    turnId,
    attempt: 1,
    round: 1,
    providerId: "p",
    provider,
    model: "sonnet",
    renderer: "openai/1",
    hash: "plain",
    sha256: "0".repeat(64),
    shellBlob: "0".repeat(64),
  });
const done = (turnId: string, totalMs: number) => ({
  ...completion(turnId, "So."),
  model: "sonnet",
  timing: { firstTextMs: 1, totalMs },
});

Deno.test("answers are counted, those that write too, and time runs from the first start to the last end", () => {
  const story = new History().started().joined("Ada", "Ben", "Cleo").posted("m1", "Why?");
  for (const name of ["Ada", "Ben", "Cleo"]) story.requested(name, "m1");
  assert.deepEqual(summary(story), {
    answers: 3,
    open: 3,
    asks: 0,
    ms: null,
    since: null,
    usd: 0,
    charged: false,
  });
  story.claimed("t_Ada").claimed("t_Ben");
  const call = { turnId: "t_Ada", attempt: 1, round: 1, callId: "c1" };
  story.add("ToolCalled", { ...call, tool: "rename", args: "{}", asks: true });
  assert.deepEqual([summary(story).open, summary(story).asks], [3, 1], "who asks has not ended");
  story.add("ToolDecided", { ...call, allowed: true });
  const began = Date.parse(story.state().turns["t_Ada"]?.startedAt ?? "");
  assert.deepEqual([summary(story).since, summary(story).ms, summary(story).open], [began, null, 3]);
  called(story, "t_Ada").add("TurnCompleted", done("t_Ada", 4_000));
  called(story, "t_Ben").add("TurnCompleted", done("t_Ben", 9_000));
  const now = summary(story);
  assert.deepEqual([now.open, now.ms], [1, 10_000], "Ben began one second after Ada");
  assert.equal(now.usd, 2 * 15 * 1_000 / 1_000_000);
  assert.equal(now.charged, true);
});

Deno.test("every try costs, none of the time between counts; practice costs nothing; an unknown price is unknown", () => {
  const story = new History().started().joined("Ada").posted("m1", "Why?").requested("Ada", "m1").claimed(
    "t_Ada",
  );
  called(story, "t_Ada").add("TurnCompleted", done("t_Ada", 4_000));
  story.posted("m2", "And?").requested("Ada", "r1", { turnId: "r1", retryOf: "t_Ada" }).claimed("r1");
  assert.equal(summary(story).open, 1);
  called(story, "r1").add("TurnCompleted", done("r1", 50_000));
  assert.deepEqual([summary(story).ms, summary(story).usd, summary(story).open], [4_000, 0.03, 0]);

  const free = new History().started().joined("Ada").posted("m1", "Why?").requested("Ada", "m1").claimed(
    "t_Ada",
  );
  called(free, "t_Ada", "mock").add("TurnCompleted", done("t_Ada", 4_000));
  assert.deepEqual([summary(free).usd, summary(free).charged], [0, false]);

  const dear = new History().started().joined("Ada").posted("m1", "Why?").requested("Ada", "m1").claimed(
    "t_Ada",
  );
  called(dear, "t_Ada").add("TurnCompleted", { ...done("t_Ada", 4_000), model: "nobody-knows" });
  assert.deepEqual([summary(dear).usd, summary(dear).charged], [null, true]);
});

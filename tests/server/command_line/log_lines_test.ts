import assert from "node:assert/strict";
import type { Fields, Level } from "../../../actors/runtime/logger.ts";
import { HeldLines, line, loggerOn } from "../../../server/command_line/log_lines.ts";

const at = new Date(2026, 0, 31, 9, 5, 7);
const entry = (level: Level, what: string, fields: Fields) => ({ at, level, what, fields });
const TURN = {
  conversationId: "conversation_1",
  turnId: "turn_1",
  attempt: 1,
  agent: "Ada",
  model: "practice-1",
  ms: 2_345,
  inputTokens: 812,
  outputTokens: 214,
};

Deno.test("a turn is one line: who, with which model, how long, how many tokens, and how it ended", () => {
  const ended = (fields: Fields) => line(entry("info", "answer_saved", { ...TURN, ...fields }), false);
  assert.equal(ended({ how: "completed" }), "09:05:07  Ada · practice-1 · 2.3 s · 812 + 214 tokens · done");
  assert.equal(
    ended({ how: "failed", error: "rate_limited", inputTokens: undefined }),
    "09:05:07  Ada · practice-1 · 2.3 s · failed: rate_limited",
  );
  const stopped = (why: string) => line(entry("info", "turn_stopped", { ...TURN, why }), false);
  assert.match(stopped("over") ?? "", / · stopped$/);
  assert.match(stopped("shutdown") ?? "", / · given back$/);
});

Deno.test("what a person need not read has no line, unless every line is asked for", () => {
  const minted = entry("info", "answer_id_minted", { turnId: "turn_1", type: "assistant" });
  assert.equal(line(minted, false), null);
  assert.equal(line(minted, false, true), "09:05:07  answer id minted turnId=turn_1 type=assistant");
});

Deno.test("who read that something is wrong reads when it is well again, though that is no warning", () => {
  const detail = "The disk that holds the store has room again.";
  assert.equal(line(entry("info", "disk_room", { detail }), false), `09:05:07  disk room ${detail}`);
});

Deno.test("warnings and errors are sentences where there is one, else what is known", () => {
  assert.equal(
    line(
      entry("warn", "provider_call_failed", { agent: "Ada", code: "busy", safeMessage: "It is busy." }),
      false,
    ),
    "09:05:07  provider call failed Ada: It is busy.",
  );
  assert.equal(
    line(entry("error", "request_failed", { instance: "req_1", kind: "TypeError", where: undefined }), false),
    "09:05:07  request failed instance=req_1 kind=TypeError",
  );
});

Deno.test("with colour a line is the same text between codes, and nothing said elsewhere brings codes of its own", () => {
  const hostile = {
    ...TURN,
    agent: "Ada\x1b[2J\u202e\nFishbowl is at",
    model: "m\u009b2J",
    how: "completed",
  };
  for (const one of [entry("info", "answer_saved", hostile), entry("warn", "turn_taken_over", hostile)]) {
    const [plain, painted] = [line(one, false) ?? "", line(one, true) ?? ""];
    assert.doesNotMatch(plain, /[\p{Cc}\p{Bidi_Control}]/u);
    assert.notEqual(painted, plain);
    // deno-lint-ignore no-control-regex
    assert.equal(painted.replaceAll(/\x1b\[\d+m/g, ""), plain);
  }
});

Deno.test("where nobody looks each line is JSON with all its fields, and secrets are in neither", () => {
  const said = (isSeen: boolean, verbose: boolean) => {
    const lines: string[] = [];
    const note = (text: string) => void lines.push(text);
    const logger = loggerOn({ note, verbose, isSeen, colour: false, now: () => at });
    logger("debug", "looked", {});
    logger("info", "answer_saved", { ...TURN, how: "completed" });
    logger("error", "request_failed", { detail: "Bearer sk-proj-abcdefghijklmnop0123456789" });
    return lines;
  };
  const [turn, failed] = said(false, false).map((text) => JSON.parse(text));
  assert.deepEqual(turn, {
    at: at.toISOString(),
    level: "info",
    what: "answer_saved",
    ...TURN,
    how: "completed",
  });
  assert.equal(failed.what, "request_failed");
  assert.equal(said(false, true).length, 3);
  assert.match(said(true, false)[0] ?? "", /^09:05:07 {2}Ada/);
  for (const lines of [said(false, false), said(true, false)]) {
    assert.equal(lines.length, 2);
    assert.doesNotMatch(lines.join("\n"), /abcdefghijklmnop/);
  }
});

Deno.test("a line of JSON holds nothing that moves a cursor or turns letters round, and says the same", () => {
  const lines: string[] = [];
  const note = (text: string) => void lines.push(text);
  const logger = loggerOn({ note, verbose: false, isSeen: false, colour: false, now: () => new Date(0) });
  const name = "a\u009b2Jb\u202egpj.exe\u2066\u2028\u007f\ufeff";
  logger("warn", "strange", { name });
  assert.match(lines[0] ?? "", /^[ -~]+$/);
  assert.equal(JSON.parse(lines[0] ?? "").name, name);
});

/** What a `HeldLines` wrote, each time with a line that it wrote together, and the way to end the turn of the loop. */
function writing(holds: boolean) {
  const written: string[] = [];
  let later: (() => void)[] = [];
  const lines = new HeldLines(
    (some) => void written.push(some.join(" ")),
    holds,
    (run) => void later.push(run),
  );
  const turn = () => {
    const due = later;
    later = [];
    for (const run of due) run();
  };
  return { lines, written, turn };
}

Deno.test("what is held comes in its order once it is let out, and later lines with the turn of the loop", () => {
  const { lines, written, turn } = writing(true);
  lines.note("one", "info");
  lines.note("two", "error");
  turn();
  assert.deepEqual(written, []);
  lines.release();
  lines.release();
  assert.deepEqual(written, ["one two"]);
  lines.note("three", "info");
  turn();
  assert.deepEqual(written, ["one two", "three"]);
});

Deno.test("lines of one turn of the loop are written together behind it, and what went wrong at once", () => {
  const { lines, written, turn } = writing(false);
  lines.note("one", "info");
  lines.note("two", "debug");
  assert.deepEqual(written, []);
  turn();
  assert.deepEqual(written, ["one two"]);
  lines.note("three", "info");
  lines.note("four", "warn");
  lines.note("five", "error");
  assert.deepEqual(written, ["one two", "three four", "five"]);
  turn();
  lines.note("six", "info");
  lines.release();
  turn();
  assert.deepEqual(written, ["one two", "three four", "five", "six"]);
});

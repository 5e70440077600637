/** `fishbowl check` as a build runs it: an example of a checked talk, offline and with the models it names. */
import assert from "node:assert/strict";
import { inFolder } from "../in_folder.ts";
import { fishbowl, ours } from "./launched.ts";

const TALK = new URL("../examples/bread_check.ndjson", import.meta.url).pathname;

Deno.test("the example holds offline, asks nobody, and says so to people, to CI and to programs", () =>
  inFolder(async (folder) => {
    const report = `${folder}/report.xml`;
    const { code, out, err } = await fishbowl(["check", TALK, "--offline", "--json", "--junit", report]);
    assert.deepEqual([code, ours(err)], [0, []]);
    const told = JSON.parse(out);
    assert.deepEqual(told.runs[0].results.map(({ outcome }: { outcome: string }) => outcome), [
      "held",
      "held",
      "held",
      "open",
    ]);
    assert.deepEqual(told.runs[0].misfits, [], "each recorded answer was given to the request it answered");
    const xml = await Deno.readTextFile(report);
    assert.match(xml, /tests="4" failures="0" skipped="1"/);
    await Deno.writeTextFile(`${folder}/before.json`, out);

    // Another prompt: what was recorded no longer fits, and that is told.
    const prompt = `${folder}/prompt.md`;
    await Deno.writeTextFile(prompt, "You make texts longer.");
    const other = await fishbowl([
      ...["check", TALK, "--offline", "--prompt", `Editor=${prompt}`],
      ...["--against", `${folder}/before.json`],
    ]);
    assert.equal(other.code, 0, other.err);
    assert.match(
      other.out,
      /note {3}Editor, question 1 of 2: the recorded answer was given to another request/,
    );
    assert.ok(!other.out.includes("Critic, question 1 of 2: the recorded"), other.out);
    assert.match(other.out, /nothing that is checked/);
  }));

Deno.test("another model fails what it does not say, a judge is asked, and the run is kept to be given again", () =>
  inFolder(async (folder) => {
    const kept = `${folder}/run.ndjson`;
    const asked = ["check", TALK, "--model", "mock/critic", "--judge", "mock/editor", "--out", kept];
    const { code, out } = await fishbowl(asked);
    assert.equal(code, 1);
    assert.match(out, /FAILS {2}Editor, question 1: must say “[^”]+”: it is not said/);
    assert.match(out, /Editor, question 2: must be like “[^”]+”.*\(judge: /);
    const again = await fishbowl(["check", TALK, "--model", "mock/critic", "--offline", "--answers", kept]);
    assert.equal(again.code, 1, again.err);
    assert.ok(!again.out.includes("another request"), again.out);
  }));

Deno.test("wrong use is told in a line and ends with 2: no cap for what costs money, no talk, an unknown agent", async () => {
  const said = async (...args: string[]) => {
    const { code, err } = await fishbowl(["check", ...args]);
    return [code, ...ours(err)];
  };
  const [cap, none, agent] = await Promise.all([
    said(TALK, "--model", "openai/gpt-5"),
    said(),
    said(TALK, "--offline", "--prompt", "Nobody=/dev/null"),
  ]);
  assert.deepEqual(cap, [2, "fishbowl: Say how many tokens each run may use at most: --tokens N."]);
  assert.deepEqual(none, [2, "fishbowl: check needs the file of one conversation."]);
  assert.deepEqual(agent, [2, "fishbowl: --prompt: Nobody answers nothing in this conversation."]);
});

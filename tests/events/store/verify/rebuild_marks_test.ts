/** A store of an earlier release gets marks by rebuilding, and one whose chain is torn keeps those it has. */
import assert from "node:assert/strict";
import type { StoreLog } from "../../../../events/store/log.ts";
import { rebuild } from "../../../../events/store/verify/rebuild.ts";
import { verify } from "../../../../events/store/verify/verify.ts";
import { bytesOf, change, textOf } from "../damage.ts";
import { appended, noise, said } from "../given.ts";
import { folds } from "../folds.ts";
import { withLog } from "../with_log.ts";

/** Values and the row of a stream, without a list or work, so that rebuilding has nothing else to do. */
async function filled(log: StoreLog): Promise<Deno.KvKey[]> {
  for (let at = 0; at < 6; at++) {
    await appended(log, "s", [said(`s/${at}`, noise(500, at + 1)), said(`s/${at}b`)]);
  }
  const values = await Array.fromAsync(log.parts.kv.list({ prefix: ["e", "s"] }));
  assert.ok(values.length > 1);
  return [...values.map(({ key }) => key), ["at", "s"]];
}
const marksIn = async (log: StoreLog, keys: readonly Deno.KvKey[]) =>
  await Promise.all(keys.map(async (key) => {
    const text = textOf((await log.parts.kv.get(key)).value);
    return /"marks":"([^"]*)"/.exec(text)?.[1] ?? null;
  }));
const { closes } = folds;

Deno.test("what an earlier release wrote has no marks: it is sound, changes are told of runs, and rebuilding makes them", () =>
  withLog(async (log) => {
    const keys = await filled(log);
    const before = await marksIn(log, keys);
    const strip = (text: string) => text.replace(/"marks":"[^"]*",/, "");
    for (const key of keys) await change(log, key, strip);
    assert.deepEqual((await verify(log)).problems, []);
    assert.deepEqual(await marksIn(log, keys), keys.map(() => null));
    await change(log, keys[0] ?? [], (text) => text.replace('"id":"s/0"', '"id":"s/x"'));
    const { problems } = await verify(log);
    assert.match(
      problems[0]?.detail ?? "",
      /does not continue event \d+: one of the events 1 to \d+ was changed\.$/,
    );
    await change(log, keys[0] ?? [], (text) => text.replace('"id":"s/x"', '"id":"s/0"'));
    await rebuild(log, { closes });
    assert.deepEqual(await marksIn(log, keys), before);
    assert.deepEqual((await verify(log)).problems, []);
    const rows = await Array.fromAsync(log.parts.kv.list({ prefix: ["e", "s"] }));
    await rebuild(log, { closes });
    assert.deepEqual(await Array.fromAsync(log.parts.kv.list({ prefix: ["e", "s"] })), rows, "once");
  }));

Deno.test("an appended event gives an older row the marks of those in it", () =>
  withLog(async (log) => {
    await appended(log, "s", [said("s/0"), said("s/1")]);
    const [before = ""] = await marksIn(log, [["at", "s"]]);
    await change(log, ["at", "s"], (text) => text.replace(/"marks":"[^"]*",/, ""));
    await appended(log, "s", [said("s/2")]);
    const [after = ""] = await marksIn(log, [["at", "s"]]);
    assert.equal(after?.length, 12);
    assert.ok(after?.startsWith(before ?? "none"));
  }));

Deno.test("where an event was changed rebuilding leaves the marks, and verify goes on to name it; a value that cannot be read is told from its first event to its last", () =>
  withLog(async (log) => {
    const keys = await filled(log);
    const [first = [], second = []] = keys;
    const seq = Number(second[2]);
    const { value } = await log.parts.kv.get(second);
    await change(log, second, (text) => text.replace('"at":"2026', '"at":"2027'));
    const named = {
      kind: "chain",
      stream: "s",
      seq,
      detail: `Event ${seq} is not what was stored: it was changed.`,
    };
    const chain = async () => (await verify(log)).problems.filter(({ kind }) => kind === "chain");
    assert.deepEqual(await chain(), [named]);
    await rebuild(log, { closes });
    assert.deepEqual(await chain(), [named]);
    await log.parts.kv.atomic().set(second, value).set(first, bytesOf("{")).commit();
    const [problem] = await chain();
    assert.equal(problem?.seq, 1);
    assert.ok(problem?.detail.startsWith(`The events 1 to ${seq - 1} cannot be read: `), problem?.detail);
  }));

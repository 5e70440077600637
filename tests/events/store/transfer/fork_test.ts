/** A fork is the same events under another chain: what was proven of them is proven there. */
import assert from "node:assert/strict";
import { forkStream } from "../../../../events/store/transfer/fork.ts";
import type { StoreLog } from "../../../../events/store/log.ts";
import { exportStream, importStream } from "../../../../events/store/transfer/transfer.ts";
import type { NewEvent } from "../../../../events/store/types.ts";
import { chainOf, erased, exportOf, linksIn, linksOf } from "../../exported.ts";
import { appended, happened, readAll, said } from "../given.ts";
import { withLog } from "../with_log.ts";

const LONG = "principle ".repeat(9_000);
const STORY: readonly NewEvent[] = [
  happened("a/0", "ConversationStarted", {
    title: "Before",
    mode: "manager",
    settings: {},
    manager: { participantId: "p1", principles: LONG },
  }),
  said("b/0", "first"),
  said("c/0", `second ${LONG}`),
  said("d/0", "third"),
];
const titled = (title: string) => (data: Record<string, unknown>) => ({ ...data, title });

const take = (log: StoreLog, lines: AsyncIterable<string> | Iterable<string>) =>
  importStream(
    log,
    (async function* () {
      yield* lines;
    })(),
    {},
  );

async function exported(log: StoreLog, stream: string): Promise<string[]> {
  return await Array.fromAsync(await exportStream(log, stream) ?? []);
}

/** Forks `story` and takes the fork in; gives its lines. */
async function forked(log: StoreLog, seq: number, title: string, to = "fork"): Promise<string[]> {
  const lines = await Array.fromAsync(await forkStream(log, "story", seq, to, titled(title)) ?? []);
  assert.deepEqual(await take(log, lines), { ok: true, stream: to, created: true, seq });
  return lines;
}

Deno.test("a fork has the events up to its place with their salts, long texts and words, and the first as it is told", () =>
  withLog(async (log) => {
    await appended(log, "story", STORY);
    const before = await exported(log, "story");
    const lines = await forked(log, 3, "After");
    assert.deepEqual(chainOf(lines).told, chainOf(lines).computed);
    assert.deepEqual(linksIn(lines).slice(1), linksIn(before).slice(1, 3));
    const [old, made] = [await readAll(log, "story"), await readAll(log, "fork")];
    assert.deepEqual(made.slice(1), old.slice(1, 3));
    assert.deepEqual(made[0]?.data, { ...old[0]?.data as object, title: "After" });
    assert.deepEqual(await exported(log, "story"), before, "and nothing happened to the other");
    await appended(log, "fork", [said("goes/0")]);
  }));

Deno.test("the first event has another salt where its words are others, and its own where they are not", () =>
  withLog(async (log) => {
    await appended(log, "story", STORY);
    const [{ salt } = {}] = await readAll(log, "story");
    assert.equal(linksIn(await forked(log, 2, "Before", "same"))[0]?.salt, salt);
    const other = linksIn(await forked(log, 2, "After", "other"))[0]?.salt;
    assert.equal(other?.length, 22);
    assert.notEqual(other, salt, "else whoever knows it could guess at a title that was erased");
  }));

Deno.test("a first text that lay in a blob is another one in the fork", () =>
  withLog(async (log) => {
    const notes = new Array(130).fill("x".repeat(400));
    await appended(log, "story", [happened("a/0", "ConversationStarted", { title: "t".repeat(600), notes })]);
    assert.match((await exported(log, "story")).at(-1) ?? "", /"spilled":\[\["title"\]\]/);
    await forked(log, 1, "After");
    assert.deepEqual((await readAll(log, "fork"))[0]?.data, { title: "After", notes });
  }));

Deno.test("what was erased is erased in a fork, and its first event has what it is told", () =>
  withLog(async (log) => {
    const begun = happened("a/0", "ConversationStarted", { title: "Before", mode: "manual", settings: {} });
    const links = [begun, said("b/0", "first"), said("d/0", "third")].map((event) => linksOf(event));
    assert.ok((await take(log, exportOf("story", links.map(erased)))).ok);
    const lines = linksIn(await forked(log, 3, "After"));
    assert.deepEqual(lines.slice(1), links.map(erased).slice(1));
    assert.deepEqual(JSON.parse(lines[0]?.words ?? ""), { by: "", data: { title: "After" } });
  }));

Deno.test("a fork tells who erased words of it since, and nothing else of later", () =>
  withLog(async (log) => {
    const erases = (seqs: number[], more: object = {}) =>
      happened(`e${seqs.join("_")}/0`, "ContentErased", { messageId: "m1", seqs, author: "Ada", ...more });
    const titled = { first: happened("a/0", "ConversationStarted", { title: "Before", mode: "manual" }) };
    await appended(log, "story", [
      titled.first,
      said("b/0", "first"),
      said("c/0", "second"),
      erases([1, 2, 3], { retitled: true, why: "By mistake" }),
      said("d/0", "third"),
      erases([5]),
      erases([1]),
      erases([2]),
    ]);
    const lines = await Array.fromAsync(await forkStream(log, "story", 2, "fork", (data) => data, 7) ?? []);
    assert.deepEqual(await take(log, lines), { ok: true, stream: "fork", created: true, seq: 3 });
    const [old, made] = [await readAll(log, "story"), await readAll(log, "fork")];
    assert.deepEqual(made.slice(0, 2).map(({ id }) => id), ["a/0", "b/0"]);
    const { at, by, data } = made[2] ?? {};
    assert.deepEqual([at, by], [old[3]?.at, old[3]?.by]);
    assert.deepEqual(data, { messageId: "m1", seqs: [2], author: "Ada", why: "By mistake" });
  }));

Deno.test("of nothing, of what was deleted and of what cannot be read there is no fork", () =>
  withLog(async (log) => {
    assert.equal(await forkStream(log, "story", 1, "fork", titled("x")), null);
    for (let at = 0; at < 30; at++) {
      await appended(log, "story", [
        said(`m${at}/0`, crypto.getRandomValues(new Uint8Array(3_000)).toBase64()),
      ]);
    }
    const [first] = await Array.fromAsync(log.parts.kv.list({ prefix: ["e", "story"] }));
    await log.parts.kv.atomic().delete(first?.key ?? []).commit();
    await assert.rejects(forkStream(log, "story", 30, "fork", titled("x")), /Of the 30 events of story only/);
    await appended(log, "gone", [said("g/0"), happened("g/1", "ConversationDeleted")]);
    assert.equal(await forkStream(log, "gone", 1, "fork", titled("x")), null);
  }));

/** What an export proves: every line of it, with SHA-256 alone, and with words that are gone. */
import assert from "node:assert/strict";
import { upcast } from "../../events/catalog/upcast.ts";
import type { NewEvent } from "../../events/store/types.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { exportStream, importStream } from "../../events/store/transfer/transfer.ts";
import { chainOf, erased, eventsIn, exportOf, formerExport, linksIn, linksOf } from "./exported.ts";
import { dump } from "./store/dump.ts";
import { appended, happened, readAll, said } from "./store/given.ts";
import { withLogs } from "./store/with_log.ts";

const take = (log: StoreLog, lines: readonly string[]) =>
  importStream(
    log,
    (async function* () {
      yield* lines;
    })(),
    {},
  );

const exported = async (log: StoreLog, stream: string) =>
  await Array.fromAsync(await exportStream(log, stream) ?? []);

const STORY: readonly NewEvent[] = [
  happened("a/0", "ConversationStarted", { title: "Grüße 😀", mode: "manual", settings: {} }),
  said("b/0", 'first \ud83d "quoted"\u2028\n'),
  { ...happened("c/0", "InclusionSet", { messageId: "b_0", included: false }), cause: "b/0", exchange: "x" },
  {
    ...happened("d/0", "TurnCancelled", { turnId: "t1", why: "stopped" }),
    by: { kind: "system", id: "system", name: "Fishbowl" },
  },
  happened("e/0", "NobodyKnows", { 2: 1e-7, a: [null, { b: "c" }] }),
];

/** An export of the story, or of its beginning. */
async function story(log: StoreLog, events = STORY): Promise<string[]> {
  await appended(log, "story", events);
  return await exported(log, "story");
}

Deno.test("each line of an export is checked with SHA-256 and the file alone, with words and without", () =>
  withLogs(async (a, b) => {
    const whole = await story(a);
    const { told, computed, last } = chainOf(whole);
    assert.equal(told.length, STORY.length);
    assert.deepEqual(told, computed);
    assert.equal(told.at(-1), last);
    assert.equal((await a.head("story")).hash, last);
    const without = exportOf("story", linksIn(whole).map((links, at) => at === 1 ? erased(links) : links));
    assert.deepEqual(chainOf(without), chainOf(whole), "what is erased leaves the chain as it was");
    assert.ok((await take(b, without)).ok);
    assert.deepEqual(await exported(b, "story"), without);
    assert.equal(JSON.parse(whole[4] ?? "").words, undefined, "the program's own words are none");
  }));

Deno.test("what is taken in is given out byte for byte, with its salts", () =>
  withLogs(async (a, b) => {
    const lines = await story(a);
    assert.deepEqual(await take(b, lines), { ok: true, stream: "story", created: true, seq: STORY.length });
    assert.deepEqual(await exported(b, "story"), lines);
    const salts = (await readAll(b, "story")).map(({ salt }) => salt);
    assert.deepEqual(salts, (await readAll(a, "story")).map(({ salt }) => salt));
    assert.equal(new Set(salts).size, STORY.length, "each its own, and the program's own event none");
  }));

/** A line in which these fields are others; undefined: gone. */
const changed = (line: string, fields: Record<string, unknown>): string =>
  JSON.stringify({ ...JSON.parse(line), ...fields });

const BROKEN = "the chain of hashes is broken: its event was changed, or does not belong here";

Deno.test("whatever is changed in a file, it is refused at its line, and nothing of it stays", () =>
  withLogs(async (a, b) => {
    const lines = await story(a);
    const [manifest = "", first = "", second = "", third = "", fourth = "", fifth = ""] = lines;
    const hash = "A".repeat(43);
    const { data } = JSON.parse(second);
    const at = (file: readonly string[], line: number, why: string) => ({ file, line, why });
    const cases = {
      structure: at([manifest, first, changed(second, { data: { ...data, exchange: "y" } })], 3, BROKEN),
      word: at([manifest, first, second.replace("first", "other")], 3, BROKEN),
      name: at([manifest, first, second.replace('"Ann"', '"Eve"')], 3, BROKEN),
      salt: at([manifest, first, changed(second, { salt: hash.slice(0, 22) })], 3, BROKEN),
      chain: at([manifest, first, changed(second, { chain: hash })], 3, BROKEN),
      "no words": at([manifest, first, changed(second, { words: undefined, salt: undefined })], 3, BROKEN),
      "no salt": at(
        [manifest, first, changed(second, { salt: undefined })],
        3,
        "it needs words with their salt",
      ),
      "words and digest": at(
        [manifest, changed(first, { digest: hash })],
        2,
        "it needs words with their salt",
      ),
      "another digest": at(
        [manifest, first, changed(second, { words: undefined, salt: undefined, digest: hash })],
        3,
        BROKEN,
      ),
      order: at([manifest, first, third, second], 3, "event 2 is missing"),
      "order and number": at([manifest, first, changed(third, { sequence: "2" })], 3, BROKEN),
      twice: at([manifest, first, second, second], 4, "event 2 was there before"),
      missing: at([manifest, first, third, fourth, fifth], 3, "event 2 is missing"),
      added: at(
        [...lines, changed(fifth, { sequence: "6" })],
        7,
        "there are more events than the manifest says",
      ),
      stream: at(lines.map((line) => line.replaceAll("story", "other")), 2, BROKEN),
      source: at([manifest, first.replace("/story", "/other")], 2, "it is of another conversation"),
      time: at([manifest, changed(first, { time: "2025-01-01" })], 2, "its id, type and time are not those"),
      format: at([manifest, formerExport("story", STORY)[1] ?? ""], 2, "it is not a line of format 2"),
      cut: at(lines.slice(0, -1), 5, ""),
    };
    for (const [what, { file, line, why }] of Object.entries(cases)) {
      const result = await take(b, file);
      assert.ok(!result.ok && result.reason === "invalid", what);
      assert.deepEqual(await dump(b), [], what);
      if (what === "cut") assert.match(result.detail, /cut short or changed: 4 of 5 events/);
      else assert.ok(result.line === line && result.detail.startsWith(`Line ${line}: ${why}`), result.detail);
    }
    const lastHash = { ...JSON.parse(manifest).data, lastHash: hash };
    const last = await take(b, [changed(manifest, { data: lastHash }), ...lines.slice(1)]);
    assert.ok(!last.ok && /cut short or changed/.test(last.detail));
    assert.deepEqual(await dump(b), []);
  }));

Deno.test("words that stand in the structure, or what is no word among them, are refused: erasing would not find them", () =>
  withLogs(async (_, b) => {
    const { structure, salt = "", words = "" } = linksOf(said("b/0", "secret"));
    const moved = (change: (structure: Record<string, never>, words: Record<string, never>) => void) => {
      const parts = [JSON.parse(structure), JSON.parse(words)] as const;
      change(...parts);
      return { structure: JSON.stringify(parts[0]), salt, words: JSON.stringify(parts[1]) };
    };
    const files = {
      "content in the structure": moved((s, w) => {
        Object.assign(s["data"] ?? {}, w["data"]);
        Reflect.deleteProperty(w, "data");
      }),
      "content in both": moved((s) => Object.assign(s["data"] ?? {}, { content: "harmless" })),
      "an id among the words": moved((_, w) => Object.assign(w["data"] ?? {}, { messageId: "other" })),
      "a name in the structure": moved((s) => Object.assign(s["by"] ?? {}, { name: "Ann" })),
      "what no structure has": moved((s) => Object.assign(s, { note: "secret" })),
      "a prototype": {
        structure,
        salt,
        words: words.replace('"data":{', '"data":{"__proto__":{"content":"x"},'),
      },
    };
    for (const [what, links] of Object.entries(files)) {
      const file = exportOf("story", [links]);
      assert.deepEqual(chainOf(file).told, chainOf(file).computed);
      for (const lines of [file, exportOf("story", [erased(links)])]) {
        // A structure says nothing of where the words are that it does not have.
        if (lines !== file && !/structure|both/.test(what)) continue;
        const result = await take(b, lines);
        assert.ok(!result.ok && /words of its event are not where/.test(result.detail), what);
      }
    }
    assert.deepEqual(await dump(b), []);
    const whole = await take(b, exportOf("story", [{ structure, salt, words }]));
    assert.ok(whole.ok);
  }));

Deno.test("an export that says the same stays as it is, with other salts and with words gone on either side", () =>
  withLogs(async (a, b) => {
    const lines = await story(a);
    const links = linksIn(lines);
    const gone = exportOf("story", links.map(erased));
    const salted = exportOf("story", STORY.map((event) => linksOf(event)));
    const former = formerExport("story", STORY);
    const same = { ok: true, stream: "story", created: false, seq: STORY.length };
    for (const file of [lines, gone, salted, former]) assert.deepEqual(await take(a, file), same);
    assert.deepEqual(await exported(a, "story"), lines, "it is as it was");
    assert.ok((await take(b, gone)).ok);
    for (const file of [lines, gone, former]) assert.deepEqual(await take(b, file), same);
    assert.deepEqual(await exported(b, "story"), gone, "and what is erased does not come back");
    const unproven = await take(b, salted);
    assert.ok(
      !unproven.ok && unproven.reason === "conflict",
      "another salt proves nothing of words that are gone",
    );
    const others = STORY.map((event, at) => at === 1 ? said("b/0", "other") : event);
    for (
      const file of [exportOf("story", others.map((event) => linksOf(event))), formerExport("story", others)]
    ) {
      const result = await take(a, file);
      assert.ok(!result.ok && result.reason === "conflict");
    }
    const moved = STORY.map((event, at) => at === 2 ? { ...event, exchange: "y" } : event);
    for (
      const file of [exportOf("story", moved.map((event) => linksOf(event))), formerExport("story", moved)]
    ) {
      const result = await take(b, file);
      assert.ok(!result.ok && result.reason === "conflict");
    }
  }));

Deno.test("a file of format 1 is taken in under its own chain and given out in the present format", () =>
  withLogs(async (a, b) => {
    const former = formerExport("story", STORY);
    assert.deepEqual(await take(a, former), { ok: true, stream: "story", created: true, seq: STORY.length });
    const read = (await readAll(a, "story")).map(({ salt, ...event }) => {
      assert.equal(salt?.length, event.by.kind === "system" ? undefined : 22);
      return event;
    });
    assert.deepEqual(read, eventsIn(former).map((event) => upcast(event)));
    const lines = await exported(a, "story");
    assert.deepEqual(chainOf(lines).told, chainOf(lines).computed);
    const others: [string[], RegExp][] = [
      [former.map((line) => line.replace("Grüße", "Griaß")), /^Line 3: .*an event before it was changed\.$/],
      [former.toSpliced(2, 1), /^Line 3: event 2 is missing\.$/],
      [[former[0] ?? "", lines[1] ?? ""], /not a line of format 1/],
      [former.slice(0, -1), /cut short/],
      [
        former.map((line) => line.replace('"c":1e-7', '"c":2e-7').replace('"b":"c"', '"b":"d"')),
        /cut short or changed/,
      ],
    ];
    for (const [file, why] of others) {
      const result = await take(b, file);
      assert.ok(!result.ok);
      assert.match(result.detail, why);
      assert.deepEqual(await dump(b), []);
    }
  }));

Deno.test("a long text comes with its blob, and where it was erased without", () =>
  withLogs(async (a, b) => {
    const lines = await story(a, [STORY[0] ?? said("a/0"), said("b/0", "long ".repeat(20_000))]);
    const isBlob = (line: string) => line.includes("FishbowlBlobPage");
    const [manifest = "", ...rest] = lines;
    const none = manifest.replace('"blobs":1', '"blobs":0');
    assert.ok(lines.some(isBlob) && none !== manifest);
    const without = await take(b, [none, ...rest.filter((line) => !isBlob(line))]);
    assert.ok(!without.ok && /^Line 3: a text of its event is not in the file\.$/.test(without.detail));
    assert.deepEqual(await dump(b), []);
    const gone = exportOf("story", linksIn(lines).map((links, at) => at === 1 ? erased(links) : links));
    assert.ok((await take(b, gone)).ok);
    const [, event] = await readAll(b, "story");
    assert.ok(event?.erased);
    assert.deepEqual(event.data, { messageId: "b_0", content: "" });
    assert.deepEqual(await exported(b, "story"), gone);
  }));

Deno.test("an event that fits into no value is refused", () =>
  withLogs(async (_, b) => {
    const notes = (count: number) => ({
      messageId: "m",
      content: "",
      notes: new Array(count).fill("x".repeat(400)),
    });
    for (const [count, ok] of [[150, true], [165, false]] as const) {
      const event = { ...said(`m${count}/0`), data: notes(count) };
      for (const file of [exportOf(`c${count}`, [linksOf(event)]), formerExport(`d${count}`, [event])]) {
        const result = await take(b, file);
        assert.equal(result.ok, ok);
        if (!result.ok) assert.match(result.detail, /^Line 2: its event is too large\.$/);
      }
    }
  }));

Deno.test("an export of a stream that is damaged gives what can be read, and fails", () =>
  withLogs(async (a) => {
    for (let at = 0; at < 30; at++) await appended(a, "story", [said(`m${at}/0`, "x".repeat(3_000))]);
    const [second] = (await Array.fromAsync(a.parts.kv.list({ prefix: ["e", "story"] }))).slice(1);
    await a.parts.kv.atomic().delete(second?.key ?? []).commit();
    const lines: string[] = [];
    const reading = (async () => {
      for await (const line of await exportStream(a, "story") ?? []) lines.push(line);
    })();
    await assert.rejects(reading, /Of the 30 events of story only \d+ can be read\./);
    assert.equal(lines.length, 1 + Number(second?.key[2]) - 1);
  }));

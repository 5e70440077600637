/** No request reads all there is: a listing has a bound, or stands here with what it is for. */
import assert from "node:assert/strict";
import { all, type Source } from "./sources.ts";

/**
 * Listings without a bound, by file: how many, and why. `work`: in the background, at a command, or while a store is
 * looked through. `stream`: of one stream, or of what is open in one. `few`: of what there is little of, whatever is
 * stored.
 */
const UNBOUNDED: Readonly<
  Record<string, readonly [count: number, kind: "work" | "stream" | "few"]>
> = {
  "events/store/behind/tally.ts": [1, "few"], // days and who did something on them
  "events/store/beside/drafts.ts": [2, "stream"],
  "events/store/beside/pages.ts": [1, "stream"],
  "events/store/beside/side_rows.ts": [1, "few"],
  "events/store/beside/work_rows.ts": [1, "few"], // turns that are open now
  "events/store/copy/backup.ts": [5, "work"],
  "events/store/copy/copy_events.ts": [1, "work"],
  "events/store/copy/copy_files.ts": [1, "work"],
  "events/store/copy/migrate.ts": [5, "work"],
  "events/store/kv/entries.ts": [2, "work"],
  "events/store/read/read.ts": [1, "stream"],
  "events/store/transfer/transfer.ts": [1, "stream"],
  "events/store/upkeep/erase.ts": [2, "work"],
  "events/store/upkeep/packing.ts": [1, "work"],
  "events/store/upkeep/purge.ts": [3, "work"],
  "events/store/verify/event_values.ts": [1, "work"],
  "events/store/verify/rebuild.ts": [1, "work"],
  "events/store/verify/verify_folds.ts": [1, "work"],
  "events/store/verify/verify_stream.ts": [1, "work"],
};

/** From a `(` to the `)` that closes it. */
function argumentsAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    if (")]}".includes(text[at] ?? "") && --depth === 0) return text.slice(open, at + 1);
  }
  return text.slice(open);
}

/** Listings of a file that name no limit, neither themselves nor in the options they are given. */
function unbounded({ text }: Pick<Source, "text">): number {
  let found = 0;
  for (const match of text.matchAll(/\b(?:kv|former)\.list\(/g)) {
    const given = argumentsAt(text, match.index + match[0].length - 1);
    const [, name] = /,\s*(\w+)\)$/.exec(given) ?? [];
    const before = text.slice(0, match.index);
    const options = name === undefined
      ? ""
      : before.slice(before.lastIndexOf(`const ${name} =`)).split(";")[0] ?? "";
    if (!/\blimit\b/.test(given) && !/\blimit\b/.test(options)) found++;
  }
  return found;
}

Deno.test("a listing of the store has a bound, or is named with what it is for", () => {
  const found = all.filter(({ path }) => path.startsWith("events/store/")).flatMap((source) => {
    const count = unbounded(source);
    return count > 0 ? [[source.path, count] as const] : [];
  });
  const named = Object.entries(UNBOUNDED).map(([path, [count]]) => [path, count] as const);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(named));
});

Deno.test("only an answer for when nothing is made yet reads all rows of the list", () => {
  const users = all.filter(({ path, text }) => /^(actors|server)\//.test(path) && /\blist\.all\(/.test(text));
  assert.deepEqual(users.map(({ path }) => path), ["server/routes/all_conversations.ts"]);
});

/** Requests that look at the row of each conversation, by file: only while what they look for is not made yet. */
const EACH: Readonly<Record<string, string>> = {
  "server/routes/insight.ts": "usage, until what was there before is added up",
};

Deno.test("no request looks at the row of each conversation, but while what it looks for is being made", () => {
  const users = all.filter(({ path, text }) =>
    path.startsWith("server/") && /(new AllConversations\([\w.]+\)|\ball)\.rows\(/.test(text)
  );
  assert.deepEqual(users.map(({ path }) => path).toSorted(), Object.keys(EACH));
});

Deno.test("the reader of listings sees what it must", () => {
  const count = (text: string) => unbounded({ text });
  assert.equal(count("kv.list({ prefix })"), 1);
  assert.equal(count("kv.list({ prefix }, { batchSize: 5 })"), 1);
  assert.equal(count("kv.list({ prefix }, { limit: 1 })"), 0);
  assert.equal(count("const options = { limit, batchSize };\nkv.list({ prefix: [f(a)] }, options)"), 0);
  assert.equal(count("const limit = 3;\nconst options = { batchSize };\nkv.list({ prefix }, options)"), 1);
  assert.equal(count("this.parts.kv.list(selector)"), 1);
});

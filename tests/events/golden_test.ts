/** Logs recorded by each released version read the same for ever: the same bytes, the same texts. */
import assert from "node:assert/strict";
import { z } from "zod";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { explainTurn } from "../../actors/turn/explain.ts";
import { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { linesOf, parseLine } from "../../events/catalog/export.ts";
import type { StoredEvent } from "../../events/store/form/entry.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { exportStream, importStream } from "../../events/store/transfer/transfer.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { upcast } from "../../events/catalog/upcast.ts";
import { WorkspaceEvent } from "../../events/catalog/workspace.ts";
import { Gathering, mayRead } from "../../projections/conversation/addresses.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { workspace } from "../../projections/workspace.ts";
import { sample } from "../effort.ts";
import { chainOf, erased, eventsIn, exportOf, linksIn } from "./exported.ts";
import { readAll } from "./store/given.ts";
import { missing, recordedOnce, recordGolden } from "./record_golden.ts";
import { withLog } from "./store/with_log.ts";

/** Of either kind of stream. */
const Settled = z.union([ConversationEvent, WorkspaceEvent]);

async function recorded(name: string): Promise<string[]> {
  const file = await Deno.open(new URL(`../golden/${name}`, import.meta.url));
  return await Array.fromAsync(linesOf(file.readable));
}

/** An event that was recorded without its stream. */
function eventOfLine(line: string): AnyEvent {
  const { prev: _, ...event } = JSON.parse(line);
  return event;
}

async function imported(
  lines: string[],
  body: (log: StoreLog) => Promise<void>,
  { stream, seq } = { stream: "golden_v1", seq: 38 },
): Promise<void> {
  await withLog(async (log) => {
    const result = await importStream(
      log,
      (async function* () {
        yield* lines;
      })(),
      {},
    );
    assert.deepEqual(result, { ok: true, stream, created: true, seq });
    await body(log);
  });
}

const exported = async (log: StoreLog, stream: string): Promise<string[]> =>
  await Array.fromAsync(await exportStream(log, stream) ?? []);

const V1 = await recorded("v1.ndjson");
/** A tool that asked first, once allowed and once refused, with the requests as they were sent. */
const ASKED = await recorded("v1_permission.ndjson");
/** A conversation taken in from elsewhere, where it might use the web. */
const IMPORTED = await recorded("v1_imported.ndjson");
const IMPORTED_STREAM = { stream: "conversation_3b3fb7c3933a", seq: 10 };
const ASKED_STREAM = { stream: "conversation_b8d26e274baf", seq: 23 };

Deno.test("the log recorded by version 1 is taken in whole and says what it said, and given out in the present format it stays", () =>
  imported(V1, async (log) => {
    assert.deepEqual((await verify(log)).problems, []);
    const lines = await exported(log, "golden_v1");
    assert.deepEqual(chainOf(lines).told, chainOf(lines).computed);
    const blobs = (all: string[]) => all.filter((line) => line.includes("FishbowlBlobPage"));
    assert.deepEqual(blobs(lines), blobs(V1));
    await imported(lines, async (again) => {
      assert.deepEqual(await exported(again, "golden_v1"), lines);
      assert.deepEqual(await readAll(again, "golden_v1"), await readAll(log, "golden_v1"));
    });
  }));

Deno.test("the stored bytes of version 1 have the hashes they had", () => {
  const all = createHash("sha256");
  let events = 0;
  for (const text of V1) {
    const parsed = parseLine(text);
    assert.ok(parsed.ok);
    if (parsed.line.kind !== "former") continue;
    all.update(parsed.line.stored);
    events++;
  }
  assert.equal(events, 38);
  assert.equal(all.digest("hex"), "76be52136dd724f88969fa1502f4922568591f05bfe3e564f920c0fb24ba0e82");
});

/** That events say what was recorded of them, as far as it neither lies in blobs nor is of an older version. */
function assertSame(read: readonly AnyEvent[], recorded: readonly AnyEvent[]): void {
  assert.equal(read.length, recorded.length);
  read.forEach(({ salt: _, data, v, ...event }, at) => {
    const { data: old, v: version, ...told } = recorded[at] ?? { data: null, v: 0 };
    const { spilled, salt: __, ...rest } = told as Partial<StoredEvent>;
    assert.deepEqual(event, rest);
    if (!spilled && v === version) assert.deepEqual(data, old);
  });
}

/** What the first line of a whole log says; null where there are some events of a stream, as they are stored. */
function manifestOf([line = ""]: readonly string[]) {
  const first = parseLine(line);
  return first.ok && first.line.kind === "manifest" ? first.line.manifest : null;
}

/** The events of a recorded log as they were stored. */
const storedIn = (lines: string[]): AnyEvent[] =>
  manifestOf(lines) ? [...eventsIn(lines)] : lines.map(eventOfLine);

/** The same as they are read; it is taken in whole, and given out byte for byte where it is of the present format. */
async function readIn(lines: string[]): Promise<AnyEvent[]> {
  const stored = storedIn(lines);
  const manifest = manifestOf(lines);
  if (!manifest) return stored.map((event) => upcast(event));
  const { format, stream, events: seq } = manifest;
  const read: AnyEvent[] = [];
  await imported(lines, async (log) => {
    assert.deepEqual((await verify(log)).problems, []);
    read.push(...await readAll(log, stream));
    assertSame(read, stored);
    if (format > 1) assert.deepEqual(await exported(log, stream), lines);
  }, { stream, seq });
  return read;
}

Deno.test("every event type but the deletion is in a recorded log in its present version, and the catalog accepts each", async () => {
  const names = await Array.fromAsync(
    Deno.readDir(new URL("../golden/", import.meta.url)),
    ({ name }) => name,
  );
  const logs = await Promise.all(names.filter((name) => name.endsWith(".ndjson")).map(recorded));
  const stored = logs.flatMap(storedIn);
  assert.deepEqual(missing(stored), [], "no recorded log has them: record one with `deno task golden NAME`");
  for (const { seq: _, erased, ...event } of (await Promise.all(sample(logs, 4, 3).map(readIn))).flat()) {
    // Where words are gone there may be less than the catalog asks for.
    assert.ok(
      erased || Settled.safeParse(event).success,
      `${event.type} of ${event.id} is not of the catalog any more`,
    );
  }
});

Deno.test("what is recorded is every type in its present version, and the same bytes each time", async () => {
  const [once, again] = [await recordedOnce(), await recordGolden()];
  assert.deepEqual(once, again);
  const events = [once.conversation, once.workspace, once.room].flatMap((lines) => [...eventsIn(lines)]);
  assert.deepEqual(missing(events), []);
});

Deno.test("the requests of version 1 are told again byte for byte, with what a person said to its tools", () =>
  imported(ASKED, async (log) => {
    const { stream } = ASKED_STREAM;
    const events = await readAll(log, stream) as ConversationEvent[];
    const state = foldAll(conversation, conversation.initial(stream), events);
    const turns = Object.values(state.turns);
    const told = await Promise.all(turns.map((turn) => explainTurn(log, state, turn)));
    const bodies = told.flatMap((request) => request?.calls ?? []).map(({ body }) => body);
    const sent = events.flatMap(({ type, data }) => type === "ProviderCalled" ? [data.plain] : []);
    assert.equal(sent.length, 4);
    assert.deepEqual(bodies.map((body) => createHash("sha256").update(body ?? "").digest("hex")), sent);
    const calls = told.flatMap((request) => request?.calls ?? []);
    assert.deepEqual(calls.map(({ proof, sha256 }) => [proof, sha256]), sent.map((sha) => ["proven", sha]));
    const uses = turns.flatMap(({ messageId }) => state.bodies[messageId]?.tools ?? []);
    assert.deepEqual(uses.map(({ allowed, status }) => [allowed, status]), [[true, "ok"], [
      false,
      "refused",
    ]]);
    assert.equal(state.title, "Boats & “Bögen");
  }, ASKED_STREAM));

Deno.test("a conversation of another product keeps its own times and authors, its files and its long words", async () => {
  const lines = await recorded("v7_moved.ndjson");
  const stream = "moved_4a0be6472321563036b7f35c81a34f35";
  await imported(lines, async (log) => {
    assert.deepEqual((await verify(log)).problems, []);
    assert.deepEqual(await exported(log, stream), lines);
    const state = foldAll(conversation, conversation.initial(stream), await readAll(log, stream));
    const said = state.order.map((id) => state.messages[id]);
    assert.deepEqual(said.map((one) => [one?.author.name, one?.at, one?.origin?.from]), [
      ["Üser", "2024-05-01T10:00:00.000Z", "ChatGPT"],
      ["Zoë", "2024-05-01T10:00:00.000Z", "ChatGPT"],
      ["gpt-5", "2024-05-01T10:00:05.000Z", "ChatGPT"],
      ["Fishbowl", "2026-01-01T00:00:00.000Z", "ChatGPT"],
    ]);
    assert.deepEqual([state.createdAt, state.updatedAt, state.lineage?.kind], [
      "2024-05-01T10:00:00.000Z",
      "2024-05-01T10:00:05.000Z",
      "fork",
    ]);
    assert.equal(state.messages[state.order[1] ?? ""]?.attachments?.[0]?.name, "salt.txt");
    assert.equal(state.bodies[state.order[2] ?? ""]?.content, "Yeast. ".repeat(3_000));
  }, { stream, seq: 5 });
});

/** Addresses that a person gave, a page named, a site brought along, and a person's word on the others. */
const ADDRESSES = await recorded("v1_address.ndjson");
const ADDRESS_STREAM = { stream: "conversation_822b60bf55b3", seq: 31 };

Deno.test("the addresses of version 1 are read as they were, with the words said on them, and told again byte for byte", () =>
  imported(ADDRESSES, async (log) => {
    const { stream } = ADDRESS_STREAM;
    const events = await readAll(log, stream) as ConversationEvent[];
    for (const { seq: _, ...event } of events) ConversationEvent.parse(event);
    const state = foldAll(conversation, conversation.initial(stream), events);
    const [turn] = Object.values(state.turns);
    assert.ok(turn);
    const told = await explainTurn(log, state, turn);
    const sent = events.flatMap(({ type, data }) => type === "ProviderCalled" ? [data.plain] : []);
    assert.deepEqual(
      told?.calls.map(({ body }) => createHash("sha256").update(body ?? "").digest("hex")),
      sent,
    );
    const uses = state.bodies[turn.messageId]?.tools ?? [];
    assert.deepEqual(uses.map((use) => [use.address, use.asks, use.allowed, use.site, use.status]), [
      ["http://127.0.0.1:8765/home", undefined, undefined, undefined, "ok"],
      ["http://127.0.0.1:8765/next?a=1&b=2", undefined, undefined, undefined, "ok"],
      ["http://127.0.0.1:8765/secret?q=talk", true, true, "127.0.0.1:8765", "ok"],
      ["http://127.0.0.1:8765/more", true, true, undefined, "ok"],
      ["http://127.0.0.1:8765/free", undefined, undefined, undefined, "ok"],
      ["http://localhost:8765/once", true, true, undefined, "ok"],
      ["http://localhost:8765/never", true, false, undefined, "refused"],
      [undefined, undefined, undefined, undefined, "error"],
    ]);
    const known = new Gathering(state, 0);
    for (const id of known.ids()) known.add(id);
    assert.deepEqual(uses.map(({ address }) => address !== undefined && mayRead(known, address)), [
      ...[true, true, true, true, true],
      ...[false, false, false],
    ]);
  }, ADDRESS_STREAM));

Deno.test("the messages of version 1 say what they said", () =>
  imported(V1, async (log) => {
    const state = foldAll(conversation, conversation.initial("golden_v1"), await readAll(log, "golden_v1"));
    const said = state.order.map((id) => {
      const { content } = state.bodies[id] ?? { content: "(no body)" };
      return `${id} ${state.messages[id]?.status}: ${
        content.length > 60 ? `${content.slice(0, 60)}… ${content.length}` : content
      }`;
    });
    assert.deepEqual(said, [
      "m_1 complete: What is an event log? Naïve café, 日本語, 😀.",
      "m_2 complete: An append-only list of what happened. Nothing is lost. Nothi… 68038",
      "m_3 failed: Half a thought",
      "m_4 complete: Bob could not answer: the provider failed.",
      "m_5 complete: @Bob and you?",
      "m_6 cancelled: ",
    ]);
    assert.equal(state.title, "Grüße 😀 aus dem Glas");
  }));

Deno.test("what version 1 imported is still known as written elsewhere", () =>
  imported(IMPORTED, async (log) => {
    const { stream, seq } = IMPORTED_STREAM;
    const events = await readAll(log, stream);
    for (const { seq: _, ...event } of events) {
      assert.ok(ConversationEvent.safeParse(event).success);
    }
    const state = foldAll(conversation, conversation.initial(stream), events);
    assert.equal(state.importedThrough, seq);
    assert.equal(state.settings.webAccess, false);
    assert.equal(state.messages[state.order.at(-1) ?? ""]?.notice?.code, "imported");
  }, IMPORTED_STREAM));

/** A tool that asked, an answer that was asked for again, and one that was written from both versions. */
const MERGED = await recorded("v3_merge.ndjson");
const MERGED_STREAM = { stream: "conversation_room", seq: 47 };

Deno.test("what was merged under rules 2 was written from the same answers for ever, and its bytes are proven", () =>
  imported(MERGED, async (log) => {
    const { stream } = MERGED_STREAM;
    const state = foldAll(conversation, conversation.initial(stream), await readAll(log, stream));
    const merged = Object.values(state.turns).find(({ sources }) => sources);
    const told = merged && await explainTurn(log, state, merged);
    const words = told?.messageIds.map((id) => state.bodies[id]?.content);
    assert.deepEqual(words, ["please ring", "Shall I?\n\nDone: naïve café, 日本語, 😀.", "Rung."]);
    assert.deepEqual(told?.calls.map(({ proof }) => proof), ["proven"]);
    assert.equal(state.bodies[merged?.messageId ?? ""]?.content, "Rung, and done.");
    const [first] = merged?.sources ?? [];
    assert.deepEqual(state.bodies[first ?? ""]?.tools?.map(({ offset }) => offset), [8, 8]);
  }, MERGED_STREAM));

/** A token from before there were scopes, which was revoked later, and one with a scope and an expiry. */
const TOKENS = await recorded("v1_tokens.ndjson");

Deno.test("tokens of version 1, from before there were scopes and since, are what they were", () => {
  const events = TOKENS.map(eventOfLine);
  for (const { seq: _, ...event } of events) WorkspaceEvent.parse(event);
  const state = foldAll(workspace, workspace.initial("workspace"), events);
  const [old, since] = Object.values(state.tokens);
  assert.deepEqual([old?.name, old?.archived, old?.scope, old?.expiresAt], [
    "laptop",
    true,
    undefined,
    undefined,
  ]);
  assert.deepEqual([since?.name, since?.archived, since?.scope, since?.expiresAt], [
    "dashboard",
    false,
    "metrics",
    "2026-12-31T00:00:00.000Z",
  ]);
});

/** Every type of event of a conversation, as version 2 of the form has it. */
const V2 = await recorded("v2_all.ndjson");
const V2_STREAM = { stream: "conversation_room", seq: 35 };

Deno.test("the log recorded in format 2 is taken in and given out byte for byte, and its chain is what it was", () =>
  imported(V2, async (log) => {
    const { stream } = V2_STREAM;
    assert.deepEqual((await verify(log)).problems, []);
    assert.deepEqual(await exported(log, stream), V2);
    assert.deepEqual(chainOf(V2).told, chainOf(V2).computed);
    assert.equal((await log.head(stream)).hash, "qV1PFK2gPgtnphAPlXKREWuHthQT8dLY45q-emTQ4a0");
  }, V2_STREAM));

Deno.test("the requests of format 2 are told again and proven; without the words they are neither, and all else is as it was", async () => {
  const proofs = async (log: StoreLog) => {
    const { stream } = V2_STREAM;
    const events = await readAll(log, stream) as ConversationEvent[];
    const state = foldAll(conversation, conversation.initial(stream), events);
    const told = await Promise.all(Object.values(state.turns).map((turn) => explainTurn(log, state, turn)));
    return told.flatMap((request) => request?.calls ?? []).map(({ proof }) => proof);
  };
  let calls = 0;
  await imported(V2, async (log) => {
    const all = await proofs(log);
    calls = all.length;
    assert.deepEqual(new Set(all), new Set(["proven"]));
  }, V2_STREAM);
  const { stream } = V2_STREAM;
  const blobs = V2.filter((line) => line.includes("FishbowlBlobPage"));
  const [manifest = "", ...events] = exportOf(stream, linksIn(V2).map(erased));
  const lines = [manifest.replace('"blobs":0', `"blobs":${blobs.length}`), ...blobs, ...events];
  await imported(lines, async (log) => {
    assert.deepEqual((await verify(log)).problems, []);
    assert.deepEqual(await exported(log, stream), lines);
    assert.deepEqual(chainOf(lines), chainOf(V2));
    assert.deepEqual(await proofs(log), new Array(calls).fill("erased"));
  }, V2_STREAM);
});

/** The gist of two answers, and their claims against each other. */
const READINGS = await recorded("v8_readings.ndjson");
const READINGS_STREAM = { stream: "conversation_room", seq: 86 };

Deno.test("what read answers was asked for in the same words for ever, and its bytes are proven", () =>
  imported(READINGS, async (log) => {
    const { stream } = READINGS_STREAM;
    const state = foldAll(conversation, conversation.initial(stream), await readAll(log, stream));
    const read = Object.values(state.turns).filter(({ task }) => task);
    assert.deepEqual(read.map(({ task }) => task), ["gist", "claims"]);
    for (const turn of read) {
      const told = await explainTurn(log, state, turn);
      assert.deepEqual(told?.calls.map(({ proof }) => proof), ["proven"]);
      assert.equal(state.messages[turn.messageId]?.included, false);
    }
  }, READINGS_STREAM));

Deno.test("the hash of what was the same in every request is what it was of the bytes alone, and since of them and a salt", async () => {
  const sha = (of: string | Uint8Array) => createHash("sha256").update(of).digest();
  for (const [name, how] of [["v26_judges", "plain"], ["v27_salted_question", "salted"]] as const) {
    const all = await readIn(await recorded(`${name}.ndjson`)) as ConversationEvent[];
    const begun = all.find((event) => event.type === "ComparisonBegun");
    const ready = all.find((event) => event.type === "ComparisonReady");
    const { hash, sha256 } = ready?.data.shared ?? {};
    const bytes = sha(JSON.stringify(begun?.data.content).slice(1, -1));
    const found = how === "plain" ? bytes : sha(Buffer.concat([sha(begun?.salt ?? ""), bytes]));
    assert.deepEqual([hash, sha256], [how, found.toString("hex")], name);
  }
});

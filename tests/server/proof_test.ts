/** Proofs: what is told in one, what is noticed of one that was changed, and whose it is. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { pageBytes, ProofCheck, proofLine, readProofLine, type Verdict } from "../../events/catalog/proof.ts";
import { Signing } from "../../actors/signing/signing.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { exportProof } from "../../events/store/transfer/export_proof.ts";
import { FAST, FULL } from "../effort.ts";
import { SeededRandom } from "../sim/random.ts";
import { erased, exportOf, linksOf } from "../events/exported.ts";
import { happened } from "../events/store/given.ts";
import { change, textOf } from "../events/store/damage.ts";
import { withLog } from "../events/store/with_log.ts";
import { TestServer, WELCOME } from "./harness.ts";

const AT = `/api/conversations/${WELCOME}`;

async function verdictOn(lines: readonly string[]): Promise<Verdict> {
  const check = new ProofCheck(crypto.subtle);
  for (const line of lines) if ("detail" in await check.line(line)) break;
  return check.end();
}
async function provedOf(lines: readonly string[]) {
  const verdict = await verdictOn(lines);
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return verdict.proved;
}
async function refutedOf(lines: readonly string[]) {
  const verdict = await verdictOn(lines);
  assert.ok(!verdict.ok, "it was not noticed");
  return verdict.refuted;
}

/** A conversation with people's words, an answer, a long text and a file. */
async function talked(server: TestServer): Promise<string[]> {
  const agent = await server.call("POST", "/api/agents", {
    name: "Ada",
    model: "echo",
    providerId: "provider_mock",
    color: 2,
    systemPrompt: "You are SECRETLY told this.",
  });
  await server.call("POST", `${AT}/participants`, { agentId: agent.json.id });
  // Its answer is too long for an event, and kept apart.
  const long = { name: "Lee", model: "huge:60000", providerId: "provider_mock", color: 3 };
  const { json: { id: longId } } = await server.call("POST", "/api/agents", long);
  await server.call("POST", `${AT}/participants`, { agentId: longId });
  const headers = { "content-type": "text/plain", "x-file-name": "a.txt" };
  const { sha256 } = (await server.call("POST", "/api/attachments", "words words words", headers)).json;
  for (const content of ["What is nobody to see?", `Long ${"words ".repeat(700)}`, "And the end?"]) {
    const posted = await server.call("POST", `${AT}/messages`, {
      content,
      ...(content.startsWith("Long") ? { attachments: [{ sha256, name: "a.txt" }] } : {}),
    });
    assert.equal(posted.status, 201, posted.text);
    await server.settled(WELCOME);
  }
  const lines = await proof(server);
  shown ??= Promise.resolve(lines);
  return lines;
}

/** The first such proof, for all who look at nothing else. */
let shown: Promise<readonly string[]> | undefined;
const shownProof = () =>
  shown ??= (async () => {
    await using server = await TestServer.start();
    return await talked(server);
  })();

/** The proof behind a change of the key, with words that take more than one byte a sign. */
async function changedKey(
  server: TestServer,
): Promise<{ readonly second: string; readonly lines: string[] }> {
  const second = (await server.call("POST", "/api/signing/key")).json.key;
  await server.call("POST", `${AT}/messages`, { content: 'Words and "marks": äöü 🐟 </script>' });
  await server.settled(WELCOME);
  const lines = await proof(server);
  shownOfTwo ??= Promise.resolve(lines);
  return { second, lines };
}

/** The first such proof of two keys, likewise. */
let shownOfTwo: Promise<readonly string[]> | undefined;
const shownProofOfTwo = () =>
  shownOfTwo ??= (async () => {
    await using server = await TestServer.start();
    await talked(server);
    return (await changedKey(server)).lines;
  })();

async function proof(server: TestServer, query = ""): Promise<string[]> {
  const { status, text, headers } = await server.call("GET", `${AT}/export?format=proof${query}`);
  assert.equal(status, 200, text);
  assert.match(headers.get("content-disposition") ?? "", /\.proof\.ndjson$/);
  return text.trimEnd().split("\n");
}

const eventsIn = (lines: readonly string[]) =>
  lines.flatMap((text) => {
    const line = readProofLine(text);
    return line?.type === "Event" ? [line] : [];
  });

Deno.test("a proof holds every event up to the checkpoint that is made for it, and is of the server's own key", async () => {
  await using server = await TestServer.start();
  const lines = await talked(server);
  const { json: { key } } = await server.call("GET", "/.well-known/fishbowl.json");
  const proved = await provedOf(lines);
  assert.deepEqual([proved.stream, proved.keys, proved.withheld, proved.erased], [WELCOME, [key], 0, 0]);
  assert.equal(proved.events, (await server.call("GET", AT)).json.seq);
  assert.equal(proved.checkpoint.why, "export");
  assert.deepEqual(await proof(server), lines, "signed once, as long as nothing happens");
  const changed = await changedKey(server);
  assert.deepEqual((await provedOf(changed.lines)).keys, [key, changed.second], "the first one vouches");
});

Deno.test("any byte of a proof that is another is found, and the line is named, and the event", async () => {
  const lines = await shownProofOfTwo();
  await provedOf(lines);
  const text = lines.join("\n");
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const places = placesIn(text);
  const kinds = [...new Set(places.map(({ what }) => what))];
  assert.deepEqual(kinds.toSorted(), ["anything", "checkpoint", "salt", "signature", "structure", "words"]);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  for (let n = 0; n < (FULL ? 10_000 : FAST ? 18 : 60); n++) {
    const place = random.pick(places.filter(({ what }) => what === kinds[n % kinds.length]));
    const at = place.from + random.below(place.to - place.from);
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 + random.below(255));
    const line = decoder.decode(bytes.subarray(0, at)).split("\n").length;
    const refuted = await refutedOf(decoder.decode(changed).split("\n"));
    const told = `seed ${seed}, byte ${at} (${place.what}) of line ${line}: ${JSON.stringify(refuted)}`;
    // What the first line counts, and files that are named nowhere, is known where they should have come.
    const early = lines[line - 1]?.startsWith('{"type":"FishbowlProof"') ||
      lines[line - 1]?.startsWith('{"type":"Blob"');
    // Between two lines it is both of them; key changes are counted at the end.
    const exact = place.what !== "anything" || changed[at] !== 0x0a && bytes[at] !== 0x0a;
    assert.ok(early || (exact ? refuted.line === line : Math.abs(refuted.line - line) <= 1), told);
    if (refuted.seq !== null && !early) assert.equal(refuted.seq, place.seq ?? refuted.seq, told);
  }
});

/** Where in a proof the parts of events, checkpoint and changes of the key lie, in bytes; and all of it. */
function placesIn(text: string) {
  const encoder = new TextEncoder();
  const length = (part: string) => encoder.encode(part).length;
  const places: { what: string; from: number; to: number; seq: number | null }[] = [];
  let begin = 0;
  for (const written of text.split("\n")) {
    const line = readProofLine(written);
    const put = (what: string, name: string, value: string | undefined, seq: number | null) => {
      if (value === undefined) return;
      const before = `"${name}":`;
      const quoted = JSON.stringify(value);
      const from = begin + length(written.slice(0, written.indexOf(before + quoted))) + before.length + 1;
      places.push({ what, from, to: from + length(quoted) - 2, seq });
    };
    if (line?.type === "Event") {
      put("structure", "structure", line.structure, line.seq);
      put("salt", "salt", line.salt, line.seq);
      put("words", "words", line.words, line.seq);
    } else if (line?.type === "Checkpoint" || line?.type === "KeyChange") {
      put("checkpoint", "text", line.text, null);
      put("signature", "signature", line.signature, null);
    }
    begin += length(written) + 1;
  }
  return [...places, { what: "anything", from: 0, to: length(text), seq: null }];
}

Deno.test("what was changed is said: words, salt, structure, place, checkpoint, signature, way to the root, file", async () => {
  const lines = await shownProof();
  const at = lines.findIndex((text) => text.includes("What is nobody to see?"));
  const line = readProofLine(lines[at] ?? "");
  assert.ok(line?.type === "Event" && line.words !== undefined && line.salt !== undefined);
  const last = readProofLine(lines.at(-1) ?? "");
  assert.ok(last?.type === "Checkpoint");
  const other = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
  const swap = async (index: number, put: string) => (await refutedOf(lines.with(index, put))).detail;
  const event = (change: object) => swap(at, proofLine({ ...line, ...change }));
  const end = (change: object) => swap(lines.length - 1, proofLine({ ...last, ...change }));
  const words = `The words of event ${line.seq} were changed, or their salt or digest`;
  assert.equal(await event({ words: line.words.replace("nobody", "anybody") }), words);
  assert.equal(await event({ salt: other(line.salt) }), words);
  assert.equal(await event({ digest: other(line.digest) }), words);
  const changed = `Event ${line.seq} was changed, or what stands before it`;
  assert.equal(await event({ structure: line.structure.replace("user", "agent") }), changed);
  assert.equal(await event({ chain: other(line.chain) }), changed);
  const unsigned = "The checkpoint or its signature was changed: the signature is not that of its key";
  assert.equal(await end({ text: last.text.replace('"export"', '"backup"') }), unsigned);
  assert.equal(await end({ signature: other(last.signature) }), unsigned);
  const elsewhere = "What the checkpoint signed is not what stands here";
  assert.equal(await end({ path: [...last.path, ["L", line.chain]] }), elsewhere);
  assert.match((await refutedOf(lines.toSpliced(at, 1))).detail, /^Event \d+ is missing/);
  assert.equal(
    (await refutedOf(lines.slice(0, -1))).detail,
    "The file is cut short: there is no checkpoint in it",
  );
  assert.equal((await refutedOf([])).line, 0);
  assert.equal((await refutedOf([` ${lines[0]}`])).detail, "It is no line of a proof, or was changed");
  const blob = lines.findIndex((text) => text.startsWith('{"type":"Blob"'));
  assert.ok(blob > 0);
  const page = readProofLine(lines[blob] ?? "");
  assert.ok(page?.type === "Blob");
  assert.match(await swap(blob, proofLine({ ...page, data: other(page.data) })), /^A file was changed/);
  // The first line is signed by nobody: it says less, and what is named is missed.
  const first = readProofLine(lines[0] ?? "");
  assert.ok(first?.type === "FishbowlProof" && first.blobs > 1);
  const counting = (blobs: number, files: readonly string[]) =>
    refutedOf([proofLine({ ...first, blobs }), ...files, ...lines.filter((text) => !isBlob(text)).slice(1)]);
  const isBlob = (text: string) => text.startsWith('{"type":"Blob"');
  const files = lines.filter(isBlob);
  for (const [index] of files.entries()) {
    const { detail } = await counting(first.blobs - 1, files.toSpliced(index, 1));
    assert.match(detail, /^A file or long text of event \d+ is missing/);
  }
  assert.match((await counting(0, [])).detail, /^A file or long text/);
  const strange = proofLine({ ...page, sha256: STRANGE, size: 7, page: 0, pages: 1, data: btoa("strange") });
  assert.equal(
    (await counting(first.blobs + 1, [strange, ...files])).detail,
    "There is a file in it that no event names",
  );
  assert.match((await counting(first.blobs + 1, [...files, files[0] ?? ""])).detail, /twice/);
});

Deno.test("what is hashed alike is told apart: half of a surrogate pair is no sign that stands for one that is lost", async () => {
  await using server = await TestServer.start();
  await server.call("POST", `${AT}/messages`, { content: "Lost: \ufffd" });
  await server.settled(WELCOME);
  const lines = await proof(server);
  const at = lines.findIndex((text) => text.includes("\ufffd"));
  const half = (lines[at] ?? "").replace("\ufffd", "\\ud83d");
  const [was, is] = [lines[at] ?? "", half].map((text) => JSON.parse(text).words);
  assert.deepEqual(new TextEncoder().encode(was), new TextEncoder().encode(is), "nobody hashes them apart");
  assert.equal((await refutedOf(lines.with(at, half))).line, at + 1);
});

Deno.test("a file is not read beyond what it says it is", async () => {
  const lines = await shownProof();
  const at = lines.findIndex((text) => text.startsWith('{"type":"Blob"'));
  const page = readProofLine(lines[at] ?? "");
  assert.ok(page?.type === "Blob" && page.pages === 1);
  const put = async (...pages: object[]) =>
    await refutedOf(lines.toSpliced(at, 1, ...pages.map((change) => proofLine({ ...page, ...change }))));
  const pages = Number.MAX_SAFE_INTEGER;
  const twice = await put({ pages }, { pages, page: 1 });
  assert.deepEqual(twice, { line: at + 2, seq: null, detail: "A file was changed: it is longer than said" });
  const large = 10 * 1024 * 1024;
  assert.match((await put({ size: large })).detail, /^A file was changed/);
  assert.match((await put({ size: large + 1 })).detail, /^It is no line/);
});

Deno.test("where an event was changed in the store there is no proof, and the event is named", async () => {
  await using server = await TestServer.start();
  const lines = await talked(server);
  const { seq } = eventsIn(lines).find(({ words }) => words?.includes("What is nobody to see?")) ?? {};
  const { kv } = server.store.parts;
  const rows = [
    ...await Array.fromAsync(kv.list({ prefix: ["e", WELCOME] })),
    await kv.get(["at", WELCOME]),
  ];
  for (const { key, value } of rows) {
    if (!textOf(value).includes("What is nobody")) continue;
    await change(server.store, key, (text) => text.replace("What is nobody", "What is anybody"));
  }
  for (const format of ["proof", "page"]) {
    const { status, json } = await server.call("GET", `${AT}/export?format=${format}`);
    assert.equal(status, format === "proof" ? 409 : status);
    if (status !== 409) continue;
    assert.equal(
      json.detail,
      `There is no proof of what was changed in the store. Event ${seq} is not what was stored: it was changed.`,
    );
  }
});

Deno.test("of chosen messages alone the words are told; of all else nothing but its structure, and the proof holds", async () => {
  await using server = await TestServer.start();
  await talked(server);
  const { fold } = (await server.call("GET", `${AT}?view=fold`)).json;
  const chosen = fold.order.find((id: string) => fold.bodies[id]?.content === "And the end?");
  const answer = fold.order.at(-1);
  const lines = await proof(server, `&messages=${chosen},${answer}&prompts=0`);
  const proved = await provedOf(lines);
  assert.ok(proved.withheld > 0);
  const text = lines.join("\n");
  assert.ok(text.includes("And the end?"));
  assert.ok(!text.includes("nobody to see") && !text.includes("SECRETLY") && !text.includes("words words"));
  assert.ok(text.includes("Ada"), "who takes part is told");
  assert.equal((await proof(server)).length, lines.length + blobsIn(await proof(server)) - blobsIn(lines));
  const whole = eventsIn(await proof(server));
  const some = eventsIn(lines);
  assert.deepEqual(some.map(({ chain }) => chain), whole.map(({ chain }) => chain), "it is the same chain");
  const wrong = await server.call("GET", `${AT}/export?format=proof&messages=message_none`);
  assert.equal(wrong.status, 422);
  assert.ok(!filesIn(lines).includes("words words"), "no file of what is withheld goes along");
  const bare = await proof(server, "&prompts=0");
  assert.ok(bare.join("\n").includes("nobody to see") && filesIn(bare).includes("words words"));
  assert.ok(filesIn(await proof(server)).includes("SECRETLY"), "what an agent was told besides is a file");
  assert.ok(!filesIn(bare).includes("SECRETLY"));
  assert.ok(
    eventsIn(bare).every(({ structure, words }) =>
      !structure.includes("ProviderCalled") || words === undefined
    ),
  );
});
/** SHA-256 of `strange`. */
const STRANGE = createHash("sha256").update("strange").digest("hex");
/** What stands in the files of a proof. */
const filesIn = (lines: readonly string[]): string =>
  lines.flatMap((text) => {
    const line = readProofLine(text);
    return line?.type === "Blob" ? [new TextDecoder().decode(pageBytes(line.data) ?? new Uint8Array())] : [];
  }).join("\n");
const blobsIn = (lines: readonly string[]) =>
  lines.filter((text) => text.startsWith('{"type":"Blob"')).length;

Deno.test("words that were erased are known as such, and the proof holds without them", async () => {
  await using server = await TestServer.start();
  const person = { kind: "user", id: "local", name: "User" };
  const stream = "conversation_taken";
  const events = [
    happened("s/0", "ConversationStarted", { title: "Taken", mode: "manual", settings: {} }),
    happened("p/0", "MessagePosted", {
      messageId: "m1",
      author: person,
      role: "user",
      content: "Gone for good",
    }),
  ].map((event) => linksOf(event));
  const file = exportOf(stream, events.map((one, index) => index === 1 ? erased(one) : one)).join("\n");
  assert.equal((await server.call("POST", "/api/import", file)).status, 201);
  const { text } = await server.call("GET", `/api/conversations/${stream}/export?format=proof`);
  const proved = await provedOf(text.trimEnd().split("\n"));
  assert.deepEqual([proved.erased, proved.withheld], [1, 0]);
  assert.ok(!text.includes("Gone for good"));
});

Deno.test("who signs the same again is told apart by the key; who takes another checkpoint is refuted", async () => {
  await using server = await TestServer.start();
  const lines = await talked(server);
  const { json: { key } } = await server.call("GET", "/.well-known/fishbowl.json");
  const exported = (await server.call("GET", `${AT}/export`)).text;
  await using stranger = await TestServer.start();
  await stranger.call("DELETE", AT);
  const forged = await withLog(async (log) => {
    const { importStream } = await import("../../events/store/transfer/transfer.ts");
    const taken = await importStream(
      log,
      (async function* () {
        yield* exported.split("\n");
      })(),
      {},
    );
    assert.ok(taken.ok, JSON.stringify(taken));
    const ports = { log, environment: realEnvironment, logger: silent, masterKey: new Uint8Array(32) };
    const checkpoint = await new Signing(ports).signed(WELCOME);
    assert.ok(checkpoint);
    const given = await exportProof(log, WELCOME, { checkpoint, changes: [] });
    assert.ok(given);
    return await Array.fromAsync(given);
  });
  const proved = await provedOf(forged);
  assert.notEqual(proved.keys.at(-1), key);
  assert.ok(!proved.keys.includes(key));
  const mixed = [...forged.slice(0, -1), lines.at(-1) ?? ""];
  assert.equal((await provedOf(mixed)).keys.at(-1), key, "of the very same history it is the same");
  const later = await proof(server);
  await server.call("POST", `${AT}/messages`, { content: "More" });
  await server.settled(WELCOME);
  const newest = (await proof(server)).at(-1) ?? "";
  assert.match((await refutedOf(later.with(-1, newest))).detail, /^What the checkpoint signed/);
});

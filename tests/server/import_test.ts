/** A file says what its own workspace said; what this one decides, and who speaks here, it cannot say. */
import assert from "node:assert/strict";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { ERASURES } from "../../events/store/transfer/import_stream.ts";
import type { NewEvent } from "../../events/store/types.ts";
import { erased, exportOf, formerExport, type GivenBlob, linksIn, linksOf } from "../events/exported.ts";
import { happened } from "../events/store/given.ts";
import { TestServer } from "./harness.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { ErasureCheck } from "../../server/routes/erasure_check.ts";
import { sample } from "../effort.ts";

const STREAM = "conversation_forged";
const at = `/api/conversations/${STREAM}`;
const person = { kind: "user", id: "local", name: "User" };
const started = (settings: Record<string, unknown> = {}) =>
  happened("s/0", "ConversationStarted", { title: "Forged", mode: "manual", settings });
const posted = (messageId: string, more: Record<string, unknown> = {}) =>
  happened(`${messageId}/0`, "MessagePosted", {
    messageId,
    author: person,
    role: "user",
    content: "I said so",
    ...more,
  });
const fileOf = (bytes: Uint8Array, type = "text/plain") => ({
  sha256: sha256(bytes),
  name: "a.txt",
  type,
  size: bytes.length,
});

/** An export that nobody exported, its chain of hashes whole. */
const forged = (events: readonly NewEvent[], blobs: readonly GivenBlob[] = []): string =>
  exportOf(STREAM, events.map((event) => linksOf(event)), blobs).join("\n");

async function take(server: TestServer, ...file: Parameters<typeof forged>) {
  return await server.call("POST", "/api/import", forged(...file));
}

Deno.test("an imported conversation says so, its authors are known as from elsewhere, and what is written here is not", async () => {
  await using server = await TestServer.start();
  const taken = await take(server, [started(), posted("m1")]);
  assert.equal(taken.status, 201, taken.text);
  const { fold } = (await server.call("GET", `${at}?view=fold`)).json;
  assert.equal(fold.importedThrough, 3);
  const notice = fold.messages[fold.order.at(-1)];
  assert.equal(notice.notice.code, "imported");
  assert.match(fold.bodies[notice.id].content, /was imported.*names are not proven/);
  assert.ok(fold.messages["m1"].seq <= fold.importedThrough);
  const mine = await server.call("POST", `${at}/messages`, { content: "And I say" });
  assert.ok(mine.json.seq > fold.importedThrough);
  const again = await server.call("GET", `${at}?view=fold`);
  assert.equal(again.json.fold.importedThrough, 3);
  const fork = await server.call("POST", `${at}/fork`, { seq: 2 });
  const forked = await server.call("GET", `/api/conversations/${fork.json.conversation.id}?view=fold`);
  assert.equal(forked.json.fold.importedThrough, 3, "also a part of it taken before the notice");
});

Deno.test("a conversation of this workspace that is forked is not from elsewhere", async () => {
  await using server = await TestServer.start();
  const fork = await server.call("POST", "/api/conversations/conversation_welcome/fork", { seq: 5 });
  const { fold } =
    (await server.call("GET", `/api/conversations/${fork.json.conversation.id}?view=fold`)).json;
  assert.equal(fold.importedThrough, undefined);
});

Deno.test("web access does not come with a file, however it was turned on there", async () => {
  for (
    const [events, on] of [
      [[started({ webAccess: true })], true],
      [[started(), happened("w/0", "SettingsChanged", { webAccess: true })], true],
      [[started({ webAccess: true }), happened("w/0", "SettingsChanged", { webAccess: false })], false],
      [[started()], false],
    ] as const
  ) {
    await using server = await TestServer.start();
    const taken = await take(server, [...events, posted("m1")]);
    assert.equal(taken.status, 201, taken.text);
    const { fold } = (await server.call("GET", `${at}?view=fold`)).json;
    assert.equal(fold.settings.webAccess ?? false, false);
    const told = Object.values<{ content: string }>(fold.bodies).some(({ content }) =>
      content.includes("Web access was on there")
    );
    assert.equal(told, on);
  }
});

Deno.test("two messages with one id are refused, whoever says them", async () => {
  await using server = await TestServer.start();
  const turn = happened("t/0", "TurnRequested", {
    turnId: "t1",
    participantId: "p1",
    messageId: "m1",
    mode: "manual",
    reason: { code: "asked", text: "" },
    through: 2,
  });
  for (
    const events of [[posted("m1"), { ...posted("m1"), id: "other/0" }], [posted("m1"), turn], [
      turn,
      posted("m1"),
    ]]
  ) {
    const { status, text } = await take(server, [started(), ...events]);
    assert.equal(status, 422, text);
    assert.match(text, /two messages of it have one id/);
  }
  assert.equal((await server.call("GET", at)).status, 404, "and nothing is there");
});

Deno.test("a file whose conversation does not begin, or begins twice, is refused and leaves nothing", async () => {
  await using server = await TestServer.start();
  for (
    const events of [[posted("m1")], [posted("m1"), started()], [started(), { ...started(), id: "s/1" }]]
  ) {
    const { status, text } = await take(server, events);
    assert.equal(status, 422, text);
    assert.match(text, /a conversation is begun by its first event, and by no other/);
  }
  assert.equal((await server.call("GET", at)).status, 404);
});

Deno.test("an attached file has to be in the file, and none of the program's own", async () => {
  await using server = await TestServer.start();
  const bytes = new TextEncoder().encode("a secret of this workspace");
  await server.store.blobs.put(bytes, "text/plain");
  const shell = new TextEncoder().encode("{}");
  const internal = "application/vnd.fishbowl.shell+json";
  const refused: Parameters<typeof forged>[] = [
    [[started(), posted("m1", { attachments: [fileOf(bytes)] })]],
    [[started(), posted("m1", { attachments: [fileOf(shell)] })], [{ bytes: shell, type: internal }]],
    [[started(), posted("m1", { attachments: [fileOf(shell, internal)] })], [{
      bytes: shell,
      type: "text/plain",
    }]],
    [[started(), posted("m1", { attachments: [{ ...fileOf(bytes), size: 1 }] })], [{
      bytes,
      type: "text/plain",
    }]],
  ];
  for (const file of refused) {
    const { status, text } = await take(server, ...file);
    assert.equal(status, 422, text);
    assert.match(text, /an attached file of it is not in the file/);
  }
  const gave = happened("t/1", "ToolReturned", {
    ...{ turnId: "t1", attempt: 1, round: 1, callId: "c1", status: "ok", result: "" },
    attachments: [fileOf(bytes)],
  });
  const pictured = await take(server, [started(), gave]);
  assert.equal(pictured.status, 422, pictured.text);
  assert.match(pictured.text, /a picture that a tool gave is not in the file/);
  const whole = [started(), posted("m1", { attachments: [fileOf(bytes)] })];
  assert.equal((await take(server, whole, [{ bytes, type: "text/plain" }])).status, 201);
});

Deno.test("what was imported is exported and imported again elsewhere, marked anew", async () => {
  await using server = await TestServer.start();
  await take(server, [started(), posted("m1"), posted("imported_3", { content: "not the program's" })]);
  const { text } = await server.call("GET", `${at}/export`);
  await using other = await TestServer.start();
  const taken = await other.call("POST", "/api/import", text);
  assert.equal(taken.status, 201, taken.text);
  const { fold } = (await other.call("GET", `${at}?view=fold`)).json;
  assert.equal(fold.importedThrough, fold.seq);
  assert.equal(fold.order.length, 4, "two messages and two notices");
  assert.equal(fold.messages["imported_3"].notice, undefined);
  assert.deepEqual((await other.call("POST", "/api/import", text)).status, 200, "twice is fine");
  assert.equal(SYSTEM.name, fold.messages[fold.order.at(-1)].author.name);
});

Deno.test("a file of an earlier release is taken in, and what was erased elsewhere is erased here too", async () => {
  await using server = await TestServer.start();
  const events = [started(), posted("m1"), posted("m2", { content: "a secret" })];
  const former = await server.call("POST", "/api/import", formerExport(STREAM, events).join("\n"));
  assert.equal(former.status, 201, former.text);
  const { text } = await server.call("GET", `${at}/export`);
  assert.equal(JSON.parse(text.split("\n")[0] ?? "").data.format, 2);
  await using other = await TestServer.start();
  const gone = linksIn(text.trimEnd().split("\n")).map((links, index) => index === 2 ? erased(links) : links);
  const taken = await other.call("POST", "/api/import", exportOf(STREAM, gone).join("\n"));
  assert.equal(taken.status, 201, taken.text);
  const { fold } = (await other.call("GET", `${at}?view=fold`)).json;
  assert.deepEqual([fold.bodies["m1"].content, fold.bodies["m2"].content], ["I said so", ""]);
  const { text: told } = await other.call("GET", `${at}/export`);
  assert.ok(!told.includes("a secret"));
  assert.deepEqual(linksIn(told.trimEnd().split("\n")).slice(0, gone.length), gone);
});

Deno.test("of an event whose words are gone, all else must be of the catalog", async () => {
  await using server = await TestServer.start();
  const odd = erased(linksOf(posted("m1", { role: "oracle" })));
  const { status, text } = await server.call(
    "POST",
    "/api/import",
    exportOf(STREAM, [linksOf(started()), odd]).join("\n"),
  );
  assert.equal(status, 422, text);
  assert.match(text, /its event is not of the catalog/);
  assert.equal((await server.call("GET", at)).status, 404);
});

Deno.test("a file erases nothing that is not before it: what is written here later keeps its words", async () => {
  await using server = await TestServer.start();
  const erasing = (seqs: readonly number[]) => happened("e/0", "ContentErased", { messageId: "m1", seqs });
  for (const seqs of [[3], [2, 4], [9_007_199_254_740_991]]) {
    const { status, text } = await take(server, [started(), posted("m1"), erasing(seqs)]);
    assert.equal(status, 422, text);
    assert.match(text, /it erases what is not before it/);
  }
  assert.equal((await take(server, [started(), posted("m1"), erasing([2])])).status, 201);
});

Deno.test("a file tells of as many erasures as it likes where the words are gone, and of some where it brings them", async () => {
  const telling = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => happened(`e${at}/0`, "ContentErased", { messageId: "m1", seqs: [2] }),
    );
  const cases = [[ERASURES, false], [ERASURES + 1, false], [ERASURES + 2, true]] as const;
  for (const [count, bare] of sample(cases, 3, 1)) {
    await using server = await TestServer.start();
    const events = [started(), posted("m1"), ...telling(count)].map((event) => linksOf(event));
    const file = exportOf(STREAM, events.map((one, at) => at === 1 && bare ? erased(one) : one)).join("\n");
    const { status, text } = await server.call("POST", "/api/import", file);
    assert.equal(status, count === ERASURES + 1 ? 422 : 201, text);
    if (status === 422) assert.match(text, /in more than 500 places/);
    else assert.equal((await server.call("GET", `${at}/messages`)).json.items[0].content, "");
  }
});

Deno.test("a file erases the words of the message that it names, and no others: a forged one is refused", async () => {
  await using server = await TestServer.start();
  const turn = { turnId: "t1", participantId: "p1", messageId: "m2" };
  const used = (callId: string) => ({
    turnId: "t1",
    attempt: 1,
    round: 1,
    callId,
    result: "r",
    status: "ok",
    durationMs: 1,
  });
  const erases = (data: object) => happened("e/0", "ContentErased", data);
  const check = (events: readonly ReturnType<typeof happened>[]) => {
    const erasures = new ErasureCheck();
    let wrong: string | null = null;
    for (const [at, event] of events.entries()) {
      wrong ??= erasures.add(conversationEvent({ ...event, seq: at + 1 } as AnyEvent));
    }
    return wrong;
  };
  const history = [
    started(),
    posted("m1"),
    happened("t/0", "TurnRequested", turn),
    happened("t/1", "ToolReturned", used("c1")),
    happened("t/2", "ToolReturned", used("c2")),
    happened("t/3", "TurnCompleted", { turnId: "t1", content: "So it is" }),
    happened("r/0", "ConversationRenamed", { title: "Forged again" }),
  ];
  const others = "it erases other words than those of the message it names";
  const use = { attempt: 1, round: 1, callId: "c1" };
  const cases: [object, string | null][] = [
    [{ messageId: "m1", seqs: [2] }, null],
    [{ messageId: "m77", seqs: [2] }, others],
    [{ messageId: "m2", seqs: [4, 5, 6] }, null],
    [{ messageId: "m1", seqs: [2, 6] }, others],
    [{ messageId: "m2", seqs: [2] }, others],
    [{ messageId: "m2", use, seqs: [4] }, null],
    [{ messageId: "m2", use, seqs: [5] }, others],
    [{ messageId: "m2", use, seqs: [6] }, others],
    [{ messageId: "m1", seqs: [1, 2] }, null],
    [{ messageId: "m1", seqs: [2, 7] }, "it erases the title and keeps it"],
    [{ messageId: "m1", seqs: [2, 7], retitled: true }, null],
    [{ messageId: "m1", seqs: [2, 8] }, "it erases what is not before it"],
  ];
  for (const [data, wrong] of cases) {
    assert.equal(check([...history, erases(data)]), wrong, JSON.stringify(data));
  }
  const { status, text } = await take(server, [
    started(),
    posted("m1"),
    erases({ messageId: "m77", seqs: [2] }),
  ]);
  assert.equal(status, 422, text);
  assert.ok(text.includes(others), text);
});

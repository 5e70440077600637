/** A whole move: what is told before it, what is sent, and how it goes on where it broke off. */
import assert from "node:assert/strict";
import { ArchiveError, openArchive } from "../../../projections/moving_in/archive.ts";
import { type Host, moveIn, type Sent, survey } from "../../../projections/moving_in/moving.ts";
import type { Source } from "../../../projections/moving_in/zip.ts";
import { MovedMessage } from "../../../projections/shapes/moved.ts";
import { ATTACHMENT_BYTES, MOVED_MESSAGE_UNITS } from "../../../events/catalog/limits.ts";
import { bread, mappingOf, MAY, node, pixel, says, sourceOf, zipOf } from "./given.ts";

/** A place that takes in everything, once. */
class Place implements Host {
  readonly talks = new Map<string, string[]>();
  readonly uploads: { readonly type: string; readonly name: string; readonly size: number }[] = [];
  asked = 0;
  known: Host["known"] = (keys) => {
    this.asked += keys.length;
    return Promise.resolve(
      keys.map((key) => ({ state: this.talks.has(`${key.id} ${key.head}`) ? "here" : "new" })),
    );
  };
  upload: Host["upload"] = ({ type, name, bytes }) => {
    this.uploads.push({ type, name, size: bytes.length });
    return Promise.resolve({ sha256: String(this.uploads.length) });
  };
  take: Host["take"] = (lines) => {
    const [head = "", ...messages] = lines.split("\n");
    const { id, head: last, messages: count } = JSON.parse(head);
    assert.equal(count, messages.length);
    const name = `${id} ${last}`;
    const created = !this.talks.has(name);
    if (created) this.talks.set(name, messages);
    return Promise.resolve<Sent>({ conversationId: name, created });
  };
}

const rest = () => Promise.resolve();
const ONE = { branches: false };
const look = async (source: Source, place = new Place(), options = ONE) =>
  await survey(await openArchive(source), options, place.known, () => {}, rest);
const move = async (source: Source, place: Place, options = ONE) =>
  await moveIn(await openArchive(source), options, place, () => {}, rest);

const withPicture = (id: string, file: string) => ({
  id,
  mapping: mappingOf(node(
    "m",
    null,
    says("user", "", MAY, {
      content: {
        content_type: "multimodal_text",
        parts: [{ content_type: "image_asset_pointer", asset_pointer: `file-service://${file}` }, "See"],
      },
    }),
  )),
});

Deno.test("old and new shapes: one text, several, another's folder around them, and the JSON by itself", async () => {
  const one = JSON.stringify([bread("one")]);
  const two = JSON.stringify([bread("two"), bread("three")]);
  for (
    const [files, talks] of [
      [[{ name: "conversations.json", content: two }], 2],
      [
        [{ name: "conversations-000.json", content: one }, { name: "conversations-001.json", content: two }],
        3,
      ],
      [[{ name: "export/conversations.json", content: one }, {
        name: "export/old/conversations.json",
        content: two,
      }], 1],
    ] as const
  ) {
    assert.equal((await look(sourceOf(await zipOf(files)))).talks, talks);
  }
  assert.equal((await look(sourceOf(two))).talks, 2);
  assert.equal((await look(sourceOf(JSON.stringify(bread())))).talks, 1);
});

Deno.test("what will be taken in is told before, and nothing is sent for it", async () => {
  const place = new Place();
  const source = sourceOf(JSON.stringify([bread("a"), bread("b"), { other: 1 }]));
  const { read: _, bytes: __, ...so } = await look(source, place);
  assert.deepEqual(so, {
    from: "ChatGPT",
    talks: 2,
    branches: 0,
    messages: 4,
    files: 0,
    first: "2024-05-01T10:00:01.000Z",
    last: "2024-05-01T10:00:05.000Z",
    here: 0,
    deleted: 0,
    left: { hidden: 2, tools: 4, branches: 2, unknown: 1 },
  });
  assert.deepEqual([place.talks.size, place.uploads.length], [0, 0]);
  const forks = await look(source, place, { branches: true });
  assert.deepEqual([forks.talks, forks.branches, forks.messages], [2, 2, 6]);
});

Deno.test("taken in twice nothing comes twice; what grew since is another conversation", async () => {
  const place = new Place();
  const source = sourceOf(JSON.stringify([bread("a"), bread("a"), bread("b")]));
  const first = await move(source, place);
  assert.deepEqual([first.created, first.here, first.messages, first.open], [2, 1, 4, "a a2"]);
  const again = await move(source, place);
  assert.deepEqual([again.created, again.here], [0, 3]);
  assert.equal((await look(source, place)).here, 3);
  const grown = bread("a", { current_node: "n" });
  Object.assign(grown.mapping, { n: node("n", "a2", says("user", "And salt?", MAY + 9)) });
  const later = await move(sourceOf(JSON.stringify([grown])), place);
  assert.equal(later.created, 1);
});

Deno.test("stopped anywhere it goes on where it was", async () => {
  const source = sourceOf(JSON.stringify(Array.from({ length: 9 }, (_, at) => bread(`talk${at}`))));
  const place = new Place();
  let left = 4;
  const stopping = () => left-- > 0 ? Promise.resolve() : Promise.reject(new Error("stopped"));
  await assert.rejects(moveIn(await openArchive(source), ONE, place, () => {}, stopping), /stopped/);
  const taken = place.talks.size;
  assert.ok(taken > 0 && taken < 9, `${taken}`);
  const rest = await move(source, place);
  assert.deepEqual([rest.created, rest.here, place.talks.size], [9 - taken, taken, 9]);
});

Deno.test("pictures are found by id whatever they are called, sent once, and known by their bytes", async () => {
  const talks = [withPicture("a", "file-AbC"), withPicture("b", "file_77"), withPicture("c", "file-Gone")];
  const bytes = await zipOf([
    { name: "conversations.json", content: JSON.stringify(talks) },
    { name: "file-AbC-holiday.png", content: pixel() },
    { name: "file_77.dat", content: pixel() },
  ]);
  const place = new Place();
  const so = await move(sourceOf(bytes), place);
  assert.deepEqual(place.uploads.map(({ type, name }) => [type, name]), [
    ["image/png", "file-AbC-holiday.png"],
    ["image/png", "file_77.dat"],
  ]);
  assert.deepEqual([so.created, so.files, so.left], [3, 2, { lost_files: 1 }]);
  const said = JSON.parse(place.talks.get("a m")?.[0] ?? "");
  assert.deepEqual(said.attachments, [{ sha256: "1", name: "file-AbC-holiday.png" }]);
  await move(sourceOf(bytes), place);
  assert.equal(place.uploads.length, 2, "what is there is not sent again");
});

Deno.test("a file over the size, or of no kind that is attached, is counted and the words are taken", async () => {
  const talks = [withPicture("a", "file-Large"), withPicture("b", "file-Sound")];
  const bytes = await zipOf([
    { name: "conversations.json", content: JSON.stringify(talks) },
    { name: "file-Large.png", content: pixel(ATTACHMENT_BYTES), stored: true },
    { name: "file-Sound.wav", content: new Uint8Array([0, 1, 2]) },
  ]);
  const place = new Place();
  const so = await move(sourceOf(bytes), place);
  assert.deepEqual([so.created, so.left], [2, { large_files: 1, other_files: 1 }]);
  assert.equal(JSON.parse(place.talks.get("a m")?.[0] ?? "").content, "See");
});

Deno.test("pictures that a chat holds itself are sent and told before; one that it only names is told as lost", async () => {
  const held = (bytes: Uint8Array) => `data:image/png;base64,${bytes.toBase64()}`;
  const files = [pixel(), pixel(), pixel(1)].map((bytes) => ({ type: "image", url: held(bytes) }));
  const lost = { type: "image", url: "/api/v1/files/f1/content", name: "cat.png" };
  const sound = { type: "image", url: held(Uint8Array.of(0, 1, 2)) };
  const chat = {
    id: "c",
    title: "Bread",
    chat: { messages: [{ role: "user", content: "See", files: [...files, lost, sound] }] },
  };
  const source = sourceOf(JSON.stringify([chat]));
  const place = new Place();
  const found = await look(source, place);
  assert.deepEqual([found.files, found.left], [4, { lost_files: 1 }]);
  const so = await move(source, place);
  assert.deepEqual([so.files, so.left], [3, { lost_files: 1, other_files: 1 }]);
  assert.deepEqual(place.uploads.map(({ type, name }) => [type, name]), [
    ["image/png", "picture.png"],
    ["image/png", "picture.png"],
  ]);
  const [message = ""] = [...place.talks.values()].flat();
  assert.deepEqual(JSON.parse(message).attachments.map(({ sha256 }: { sha256: string }) => sha256), [
    "1",
    "1",
    "2",
  ]);
});

Deno.test("a picture of a Claude export is found where the archive has one of its id, whatever it is called", async () => {
  const uuid = "12345678-1234-1234-1234-123456789abc";
  const talk = (name: string, file: string) => ({
    uuid: name,
    chat_messages: [{
      uuid: "m",
      sender: "human",
      text: "See",
      files: [{ file_uuid: file, file_name: "cat.png" }],
    }],
  });
  const content = JSON.stringify([talk("a", uuid), talk("b", "87654321-1234-1234-1234-123456789abc")]);
  const source = sourceOf(
    await zipOf([{ name: "conversations.json", content }, { name: `files/${uuid}_cat`, content: pixel() }]),
  );
  const place = new Place();
  const found = await look(source, place);
  assert.deepEqual([found.files, found.left], [1, { lost_files: 1 }]);
  const so = await move(source, place);
  assert.deepEqual([so.files, so.left, place.uploads], [1, { lost_files: 1 }, [
    { type: "image/png", name: "cat.png", size: pixel().length },
  ]]);
});

Deno.test("a message that was a lost picture alone says which", async () => {
  const talk = withPicture("a", "file-Gone");
  const place = new Place();
  const text = JSON.stringify([talk]).replace(',"See"', "");
  await move(sourceOf(text), place);
  assert.equal(JSON.parse(place.talks.get("a m")?.[0] ?? "").content, "[file-Gone]");
});

Deno.test("lost files of any names and number are named in a message that is taken", async () => {
  const files = ["n".repeat(MOVED_MESSAGE_UNITS), "\ud800", "\u202e", ...Array(40_000).fill("some file.pdf")];
  const attachments = files.map((name, index) => ({ id: `file-${index}`, name }));
  const talk = {
    id: "a",
    mapping: mappingOf(node("m", null, says("user", "", MAY, { metadata: { attachments } }))),
  };
  const place = new Place();
  await move(sourceOf(JSON.stringify([talk])), place);
  const { content } = MovedMessage.parse(JSON.parse(place.talks.get("a m")?.[0] ?? ""));
  assert.ok(content.isWellFormed());
  assert.match(content, /^\[n+\] \[.\] \[.\] \[some file\.pdf\] /);
});

Deno.test("an archive without conversations, one that is cut, and no archive at all say what they are", async () => {
  const fault = (source: Source, wanted: string) =>
    assert.rejects(look(source), (error) => error instanceof ArchiveError && error.fault === wanted);
  await fault(sourceOf(await zipOf([{ name: "chat.html", content: "x" }])), "unknown");
  const whole = await zipOf([{ name: "conversations.json", content: JSON.stringify([bread()]) }]);
  await fault(sourceOf(whole.slice(0, -30)), "cut");
  assert.deepEqual((await look(sourceOf("no JSON at all"))).left, { unknown: 1 });
  assert.deepEqual((await look(sourceOf('[{"mapping": {}}, {"mapping": nonsense}]'))).left, { unknown: 2 });
});

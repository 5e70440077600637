/** `fishbowl import` of another product's file: told first, taken in when that is said, gone on with when it broke off. */
import assert from "node:assert/strict";
import { fileSource, isOwnLog } from "../../../server/command_line/file_source.ts";
import { HELP } from "../../../server/command_line/help.ts";
import { moveCommand } from "../../../server/command_line/move_command.ts";
import { StartError } from "../../../server/command_line/start_error.ts";
import { MOVED_MESSAGES } from "../../../events/catalog/limits.ts";
import { inFolder } from "../../in_folder.ts";
import { filesIn, textOf } from "../../repository.ts";
import {
  base64,
  bread,
  mappingOf,
  MAY,
  node,
  pictureWith,
  pixel,
  says,
  zipOf,
} from "../../projections/moving_in/given.ts";
import { WELCOME } from "../harness.ts";
import { elsewhere, PAGE, Talking, typed, withSocket } from "./talking.ts";

/** A conversation with one message more than is taken in. */
const LONG = JSON.stringify([{
  id: "long",
  mapping: mappingOf(
    ...Array.from(
      { length: MOVED_MESSAGES + 1 },
      (_, at) => node(`n${at}`, at === 0 ? null : `n${at - 1}`, says("user", "So", MAY)),
    ),
  ),
}]);

type There = Awaited<ReturnType<typeof withSocket>>;
const listed = async ({ server }: There): Promise<number> =>
  (await server.call("GET", "/api/conversations?limit=200")).json.items.length;

async function exported(folder: string, talks: number): Promise<string> {
  const path = `${folder}/export.zip`;
  const all = JSON.stringify(Array.from({ length: talks }, (_, at) => bread(`talk${at}`)));
  await Deno.writeFile(
    path,
    await zipOf([{ name: "conversations.json", content: all }, { name: "file-AbC.png", content: pixel() }]),
  );
  return path;
}

Deno.test("it tells what is in a file and changes nothing; with --yes it is there, and again nothing comes twice", () =>
  inFolder(async (folder) => {
    const path = await exported(folder, 3);
    await using there = await withSocket();
    const before = await listed(there);
    const told = new Talking();
    assert.equal(await moveCommand(there.options("import", path), told), 0);
    assert.equal(
      told.out,
      "ChatGPT: 3 conversations, 6 messages, 2024-05-01 to 2024-05-01.\nLeft out:\n" +
        "  3 instructions and hidden messages\n  6 calls and results of tools\n" +
        "  3 other branches (--branches takes them in)\n",
    );
    assert.deepEqual([told.notes.at(-1), await listed(there)], [
      "Nothing was imported yet: say --yes for that.",
      before,
    ]);
    const taken = new Talking();
    assert.equal(await moveCommand(there.options("import", path, "--yes", "--branches"), taken), 0);
    assert.match(taken.out, /3 conversations, 3 branches, 9 messages.*\n.*\nImported 6 conversations/s);
    assert.equal(await listed(there), before + 6);
    const again = new Talking();
    await moveCommand(there.options("import", path, "--yes"), again);
    assert.match(again.out, /3 of them are here already.*Imported 0 conversations.*3 were here already/s);
  }));

Deno.test("a conversation that is exported as Markdown is taken in again word for word, and once, as its JSON is", () =>
  inFolder(async (folder) => {
    await using there = await withSocket();
    const { server } = there;
    await server.settled(WELCOME);
    const exported = async (id: string, format: string) =>
      await server.call("GET", `/api/conversations/${id}/export?format=${format}`);
    const said = async (id: string) => {
      const { messages } = (await exported(id, "json")).json;
      return messages.flatMap((
        { authorType, authorName, createdAt, content }: Record<
          "authorType" | "authorName" | "createdAt" | "content",
          string
        >,
      ) => authorType === "system" || content === "" ? [] : [[authorType, authorName, createdAt, content]]);
    };
    const before = await listed(there);
    const taken = async (format: string) => {
      const path = `${folder}/talk.${format}`;
      await Deno.writeTextFile(path, (await exported(WELCOME, format)).text);
      const talking = new Talking();
      assert.equal(await moveCommand(there.options("import", path, "--yes"), talking), 0);
      return talking.out;
    };
    assert.match(await taken("markdown"), /^Fishbowl: 1 conversation.*Imported 1 conversation/s);
    assert.match(await taken("json"), /Imported 0 conversations.*1 were here already/s);
    assert.equal(await listed(there), before + 1);
    const rows = (await server.call("GET", "/api/conversations?limit=200")).json.items;
    const made = rows.find(({ id }: { id: string }) => id.startsWith("moved_"));
    const words = await said(WELCOME);
    assert.ok(words.length > 1);
    assert.deepEqual(await said(made.id), words);
  }));

Deno.test("of Markdown that nobody marked it says that who speaks is guessed, and a file without times has its own", () =>
  inFolder(async (folder) => {
    const path = `${folder}/talk.md`;
    await Deno.writeTextFile(path, "## User\n\nWhy?\n\n## Assistant\n\nYeast.\n");
    await Deno.utime(path, 0, Date.UTC(2024, 4, 1) / 1_000);
    await using there = await withSocket();
    const talking = new Talking();
    assert.equal(await moveCommand(there.options("import", path), talking), 0);
    assert.equal(
      talking.out,
      "Markdown: 1 conversation, 2 messages, 2024-05-01 to 2024-05-01.\n" +
        "Who says what was guessed from lines such as `## User` and `**Assistant:**`.\n",
    );
  }));

Deno.test("stopped it says how far it is and ends with 130, and goes on from there", () =>
  inFolder(async (folder) => {
    const path = await exported(folder, 5);
    await using there = await withSocket();
    const before = await listed(there);
    let taken = 0;
    const stopping = new Talking();
    const { handle } = there.server;
    await using door = elsewhere((request) => {
      if (new URL(request.url).pathname === "/api/imports" && ++taken === 3) stopping.end();
      const { pathname } = new URL(request.url);
      const headers = {
        ...Object.fromEntries(request.headers),
        host: new URL(there.url).host,
        origin: there.url,
      };
      return handle(new Request(`${there.url}${pathname}`, { method: "POST", headers, body: request.body }));
    });
    assert.equal(await moveCommand(door.options("import", path, "--yes"), stopping), 130);
    assert.match(stopping.notes.at(-1) ?? "", /^\d conversations were imported\. The same command goes on/);
    const rest = new Talking();
    assert.equal(await moveCommand(there.options("import", path, "--yes"), rest), 0);
    assert.equal(await listed(there), before + 5);
  }));

Deno.test("a server that is busy is waited for; one that is none, is gone or refuses is told of in a line", () =>
  inFolder(async (folder) => {
    const path = await exported(folder, 1);
    const known = Response.json({ items: [{ state: "new" }] });
    let asked = 0;
    await using busy = elsewhere(() =>
      ++asked < 3 ? new Response("{}", { status: 503, headers: { "retry-after": "7" } }) : known
    );
    const waiting = new Talking();
    const ends = moveCommand(busy.options("import", path), waiting);
    for (let waits = 0; waits < 2; waits++) await waiting.until(() => waiting.pass());
    assert.deepEqual([await ends, asked], [0, 3]);
    const fails = (options: Parameters<typeof moveCommand>[0], said: RegExp) =>
      assert.rejects(
        moveCommand(options, new Talking()),
        (error) => error instanceof StartError && said.test(error.message),
      );
    await using page = elsewhere(() => new Response(PAGE, typed("text/html")));
    await fails(page.options("import", path), /is no Fishbowl/);
    await using closed = elsewhere(() => Response.json({ detail: "Sign in first." }, { status: 401 }));
    await fails(closed.options("import", path), /wants a token, and none was given/);
    const ended = closed.options("import", path);
    const withOld = { ...ended, remote: { ...ended.remote, token: "old" } };
    await fails(withOld, /^Sign in first\.$/);
    const gone = elsewhere(() => known);
    await gone[Symbol.asyncDispose]();
    await fails(gone.options("import", path), /no server at/);
    for (
      const [bytes, said] of [
        ["PK no archive", /cut short/],
        ["no JSON", /Nothing in this file is known/],
        ["", /Nothing in this file is known/],
        ["[".repeat(100_000), /Nothing in this file is known/],
        ["a".repeat(100_000), /Nothing in this file is known/],
        [LONG, /too long to be imported/],
        ['[{"uuid": "a", "chat_messages": []}]', /has words that can be imported/],
      ] as const
    ) {
      await Deno.writeTextFile(path, bytes);
      await fails(gone.options("import", path), said);
    }
    await fails(gone.options("import", folder), /cannot be read/);
  }));

Deno.test("a character card is told of, becomes an agent with its picture when that is said, and is one however often", () =>
  inFolder(async (folder) => {
    const path = `${folder}/rye.png`;
    const data = {
      name: "Rye",
      description: "Bakes for {{user}}.",
      alternate_greetings: ["Hi"],
      character_book: { entries: [{}, {}] },
    };
    await Deno.writeFile(path, pictureWith(["tEXt", `chara\0${base64({ spec: "chara_card_v2", data })}`]));
    await using there = await withSocket();
    const agents = async () => (await there.server.call("GET", "/api/agents")).json.items;
    const before = (await agents()).length;
    const said = async (...more: string[]) => {
      const talking = new Talking();
      assert.equal(await moveCommand(there.options("import", path, ...more), talking), 0);
      return talking.out;
    };
    assert.equal(
      await said(),
      "A character card: Rye, a prompt of 35 characters and a picture.\n" +
        "Left out: 1 other greetings, 2 entries of its lore book, told when certain words are said, which no agent here does.\n",
    );
    assert.equal((await agents()).length, before);
    assert.match(await said("--yes"), /Made the agent Rye, with the model /);
    const made = (await agents()).find(({ name }: { name: string }) => name === "Rye");
    assert.equal(made.systemPrompt, "You are Rye.\n\nBakes for the person.");
    const { status, headers } = await there.server.call("GET", `/api/attachments/${made.picture}`);
    assert.deepEqual([status, headers.get("content-type")], [200, "image/png"]);
    assert.match(await said("--yes"), /Rye is here already/);
    assert.equal((await agents()).length, before + 1);
  }));

Deno.test("a log of ours is known by its first line, and a talk about one is none", () =>
  inFolder(async (folder) => {
    const path = `${folder}/file`;
    const is = async (text: string) => {
      await Deno.writeTextFile(path, text);
      return await isOwnLog(path);
    };
    assert.equal(await is('{"type":"FishbowlExport","data":{}}\n{}'), true);
    assert.equal(await is('[{"title":"FishbowlExport"}]'), false);
    assert.equal(await is('{"a":1}\n"FishbowlExport"'), false);
    assert.equal(await isOwnLog(`${folder}/none`), true, "whoever opens it says so");
  }));

Deno.test("parts of a file that are asked for at once are each what they are", () =>
  inFolder(async (folder) => {
    const path = `${folder}/file`;
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    await Deno.writeFile(path, bytes);
    using source = await fileSource(path);
    const parts = await Promise.all(
      Array.from({ length: 30 }, (_, at) => source.read(at * 2_000, (at + 1) * 2_000)),
    );
    assert.deepEqual(
      parts.map((part, at) => part.toHex() === bytes.subarray(at * 2_000, (at + 1) * 2_000).toHex()),
      Array(30).fill(true),
    );
  }));

Deno.test("the help, and what a file that nobody knows is told, name every product whose talks are read", () => {
  const folder = "projections/moving_in/";
  const names = [...filesIn(folder)].flatMap((path) =>
    /^const FROM = "(.+)";$/m.exec(textOf(path))?.[1] ?? []
  );
  assert.ok(names.length > 5);
  const told = textOf("server/command_line/told_moves.ts");
  // What was exported here in Markdown is known by its marks.
  const missing = names.filter((name) =>
    name !== "Fishbowl" && !(HELP.includes(name) && told.includes(name))
  );
  assert.deepEqual(missing, []);
  assert.match(HELP, /conversation in Markdown/);
});

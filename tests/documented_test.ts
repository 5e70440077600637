/** The documents are true where that can be read: routes, scopes, codes, bounds, variables, keys of the store. */
import assert from "node:assert/strict";
import { RETRYABLE, SENTENCES } from "../actors/providers/error_messages.ts";
import { RUNNING_LEAST, RUNNING_PART } from "../actors/live/agents.ts";
import { TURN_BYTES } from "../actors/turn/turn_bytes.ts";
import { MAILBOX } from "../actors/runtime/actor.ts";
import { PAGE_BYTES, PAGE_MS } from "../actors/tools/fetch_url.ts";
import { ANSWER_BYTES } from "../actors/turn/attempt.ts";
import { TOOL_CALLS, TOOL_ROUNDS, TOOLS_AT_ONCE } from "../actors/turn/tool_rounds.ts";
import { JSON_LEVELS, JSON_VALUES } from "../events/catalog/json_depth.ts";
import * as limits from "../events/catalog/limits.ts";
import * as store from "../events/store/kv/bounds.ts";
import { IMPORT_BYTES } from "../events/store/transfer/transfer.ts";
import { SIDE_KINDS } from "../events/store/types.ts";
import { HELP } from "../server/command_line/help.ts";
import { COMMANDS, VERSION } from "../server/command_line/options.ts";
import { BURST, PER_SECOND } from "../server/http/bucket.ts";
import {
  REQUESTS,
  REQUESTS_OF_TOKEN,
  STRANGERS,
  STREAM_BYTES,
  STREAMS_LEAST,
  STREAMS_PART,
  TOKEN_PART,
} from "../server/http/places.ts";
import { PROBLEMS } from "../server/contract/problem_document.ts";
import { BODY_MS, BODY_SILENCE_MS, SHORT_BYTES } from "../server/http/read_body.ts";
import { JSON_BODY_BYTES, PROGRAM_BODY_BYTES } from "../server/http/route.ts";
import { routes } from "../server/routes/table.ts";
import { SCOPE_MEANINGS, scopesOf } from "../server/access/scopes.ts";
import { SESSIONS } from "../server/access/session_rows.ts";
import { TOKENS } from "../server/access/token_rows.ts";
import { all } from "./sources.ts";

const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url));
const api = await read("docs/API.md");
const RESOURCES = [
  "providers",
  "roles",
  "personalities",
  "agents",
  "agencies",
  "mcp-servers",
  "notes",
  "projects",
];

/** The part of a document under a heading. */
function under(text: string, heading: string): string {
  const [, after] = text.split(`\n## ${heading}\n`);
  assert.ok(after !== undefined, `there is a heading ${heading}`);
  return after.split("\n## ")[0] ?? "";
}

/** Rows of the tables in a text, cell by cell, without their heads. */
function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = ""]) =>
    row.split(/(?<!\\)\|/).map((cell) => cell.trim())
  ).filter((cells) => !cells.every((cell) => /^-*$/.test(cell)));
}

/** `GET /a`, once for each method and kind of settings it stands for. */
function* documented(text: string): Generator<string> {
  const route = /`((?:GET|POST|PATCH|DELETE)(?:, (?:GET|POST|PATCH|DELETE))*) (\/[^`\s?]*)`/g;
  for (const [, methods = "", path = ""] of text.matchAll(route)) {
    for (const method of methods.split(", ")) {
      const all = /^\/api\/R(?=\/|$)/.test(path)
        ? RESOURCES.map((kind) => path.replace("/api/R", `/api/${kind}`))
        : [path];
      for (const one of all) yield `${method} ${one}`;
    }
  }
}

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{[^}]*\}/, "")}`;

Deno.test("the contract names every route that is served, and none that is not", () => {
  const served = routes.filter(({ access }) => access !== "page").map(nameOf);
  assert.deepEqual([...new Set(documented(api))].sort(), [...new Set(served)].sort());
});

Deno.test("where the contract names the scopes of a route, they are those that suffice beside all", () => {
  let looked = 0;
  for (const heading of ["Settings", "Looking across, files, health"]) {
    for (const [first = "", scopes = ""] of rowsOf(under(api, heading))) {
      for (const name of documented(first)) {
        const route = routes.find((one) => nameOf(one) === name);
        assert.ok(route, name);
        if (route.access !== "api") assert.equal(scopes, "open", name);
        else {
          const told = [...scopes.matchAll(/`(\w+)`/g)].map(([, scope]) => scope);
          assert.deepEqual(new Set(["all", ...told]), new Set(scopesOf(route)), name);
        }
        looked++;
      }
    }
  }
  assert.ok(looked > 15);
  for (const scope of Object.keys(SCOPE_MEANINGS)) {
    assert.ok(rowsOf(under(api, "In general")).some(([first]) => first === `\`${scope}\``), scope);
  }
});

Deno.test("the contract names every code of a problem with its status", () => {
  const told = rowsOf(under(api, "In general")).filter(([, status]) => /^\d{3}$/.test(status ?? ""))
    .map(([code = "", status]) => [code.replaceAll("`", ""), Number(status)]);
  const known = Object.entries(PROBLEMS).map(([code, [status]]) => [code, status]);
  assert.deepEqual(told.sort(), known.sort());
});

Deno.test("the contract names every frame of an event stream", async () => {
  const told = rowsOf(under(api, "Event streams")).flatMap(([name = ""]) =>
    name.match(/^`(.*)`$/)?.[1] ?? []
  );
  const sources = [
    await read("server/stream/frames.ts"),
    await read("server/stream/event_stream.ts"),
    await read("server/stream/event_hub.ts"),
  ];
  const sent = sources.flatMap((text) => [...text.matchAll(/\bframe\("([^"]+)"/g)].map(([, name]) => name));
  assert.deepEqual(told.sort(), [...new Set(sent)].sort());
});

Deno.test("the bounds in the contract are those of the program", () => {
  const n = (value: number) => value.toLocaleString("en");
  const mb = (bytes: number) => `${bytes / 1024 / 1024} MB`;
  const expected: Readonly<Record<string, string>> = {
    "a person's message; a title; a name; a prompt": [
      limits.MESSAGE_CODE_POINTS,
      limits.TITLE_CODE_POINTS,
      limits.NAME_CODE_POINTS,
      limits.PROMPT_CODE_POINTS,
    ].map(n).join("; ") + " code points",
    "a JSON body; one file; an import": `${mb(JSON_BODY_BYTES)}, ${JSON_LEVELS} levels; ${
      mb(limits.ATTACHMENT_BYTES)
    }; ${mb(IMPORT_BYTES)}`,
    "a program's JSON body": mb(PROGRAM_BODY_BYTES),
    "values in a JSON body": n(JSON_VALUES),
    "files on a message": n(limits.ATTACHMENTS_PER_MESSAGE),
    "files of a workspace; those on no message go after": `${
      limits.FILES_BYTES / 1024 ** 3
    } GB; ${limits.UNUSED_UPLOAD_HOURS} h`,
    "the text of a file; its pages that are read; the time that takes": `${
      n(limits.EXTRACT_UNITS)
    } UTF-16 units; ${n(limits.EXTRACT_PAGES)}; ${limits.EXTRACT_SECONDS} s`,
    "an image": `${n(limits.IMAGE_MOST_SIDE)} pixels on a side`,
    "labels of a conversation; each": `${limits.LABELS}; ${limits.LABEL_CODE_POINTS} code points`,
    "an agent's picture": `${limits.PICTURE_BYTES / 1024} KB, ${n(limits.PICTURE_SIDE)} × ${
      n(limits.PICTURE_SIDE)
    } pixels`,
    "readers whose place in a conversation is kept": n(limits.READERS),
    "agents in a conversation": n(limits.PARTICIPANTS),
    "rounds of a conversation in turn; turns for one message to a manager":
      `${limits.ROUNDS}; ${limits.MANAGER_TURNS}`,
    "an answer: text; time; attempts after crashes": `${
      mb(ANSWER_BYTES)
    }; ${limits.ANSWER_MINUTES} min unless its agent says otherwise, at most a day; ${limits.TURN_ATTEMPTS}`,
    "tools: calls at once; of these running; rounds": `${TOOL_CALLS}; ${TOOLS_AT_ONCE}; ${TOOL_ROUNDS}`,
    "a deletion can be undone": `${limits.UNDO_SECONDS} s`,
    "a program's long history, to be brought whole": `${limits.BRINGING_MINUTES} min`,
    "a person's time to allow a tool": `${limits.PERMISSION_MINUTES} min`,
    "an address that an agent reads; a page": `${n(limits.ADDRESS_CHARS)} characters; ${
      PAGE_BYTES / 1024
    } KB and ${PAGE_MS / 1_000} s`,
    "answers being written in one process": `1/${RUNNING_PART} of the memory for what they send, ${
      mb(RUNNING_LEAST)
    } at least, ${TURN_BYTES / 1024} KB and more each; the others wait`,
    "requests under way; of one token": `${REQUESTS}; ${REQUESTS_OF_TOKEN}`,
    "streams; of one token": `1/${STREAMS_PART} of the memory, ${
      STREAM_BYTES / 1024
    } KB each, ${STREAMS_LEAST} at least; 1/${TOKEN_PART} of them`,
    "conversations whose drafts one stream names": n(limits.LOOKED_AT),
    "bodies awaited where strangers sign in": `${STRANGERS}, then the one that was awaited longest gets 408`,
    "writes of one caller": `${n(BURST)} at once, then ${PER_SECOND} a second`,
    "commands waiting for one conversation": `${MAILBOX}, then 429`,
    "a body's silence; in all": `${BODY_SILENCE_MS / 1_000} s; ${BODY_MS / 1_000} s, and ${
      BODY_SILENCE_MS / 1_000
    } s for one that says it has up to ${SHORT_BYTES / 1024} KiB`,
    "tokens; sessions": `${TOKENS}; ${n(SESSIONS)}`,
  };
  const told = new Map(rowsOf(under(api, "Limits")).map(([what = "", most = ""]) => [what, most]));
  for (const [what, most] of Object.entries(expected)) assert.equal(told.get(what), most, what);
});

Deno.test("every command stands in the contract, in its help, and those about the store where they are told", async () => {
  const told = under(api, "Command line");
  const operations = await read("docs/OPERATIONS.md");
  for (const command of COMMANDS) {
    assert.match(told, new RegExp(`\\x60${command}\\b`), command);
    assert.match(HELP, new RegExp(`^  ${command}\\b`, "m"), command);
    if (["serve", "export", "import", "password"].includes(command)) continue;
    assert.match(operations, new RegExp(`deno task fishbowl ${command}\\b`), command);
  }
});

Deno.test("the command line's variables stand in the contract, and no others", async () => {
  const sources = [
    await read("server/command_line/options.ts"),
    await read("main.ts"),
    await read("server/command_line/parent.ts"),
    await read("server/command_line/check_options.ts"),
  ];
  const names = (text: string) => [...new Set(text.match(/\bFISHBOWL_[A-Z_]*[A-Z]\b/g))].sort();
  assert.deepEqual(names(under(api, "Command line")), names(sources.join("\n")));
});

Deno.test("the table of providers' errors has each code, with its verdict", async () => {
  const rows = rowsOf(under(await read("docs/PROVIDERS.md"), "Errors (row 10)")).slice(1);
  const codes = rows.map(([code = ""]) => code.replaceAll("`", ""));
  assert.deepEqual([...codes].sort(), Object.keys(SENTENCES).sort());
  const retryable: ReadonlySet<string> = RETRYABLE;
  for (const [index, [, , verdict]] of rows.entries()) {
    const code = codes[index] ?? "";
    if (verdict === "yes" || verdict === "no") assert.equal(retryable.has(code), verdict === "yes", code);
  }
});

Deno.test("the version is written once, and the list of changes begins with it", async () => {
  assert.equal(VERSION, JSON.parse(await read("deno.json")).version);
  assert.equal(/^## \[(.+)\]$/m.exec(await read("CHANGELOG.md"))?.[1], VERSION);
});

Deno.test("the table of the rooms has every room, and no other", async () => {
  const rooms = rowsOf(under(await read("docs/ARCHITECTURE.md"), "The rooms")).map(([room = ""]) => room);
  // Each kind of provider may have a folder of its own; one row tells of all.
  const room = (path: string) =>
    path.slice(0, path.lastIndexOf("/") + 1).replace(/^(actors\/providers\/)\w+\/$/, "$1*/");
  const folders = new Set(all.map(({ path }) => `\`${room(path)}\``));
  assert.deepEqual(rooms.slice(1).sort(), [...folders].filter((folder) => folder !== "``").sort());
});

Deno.test("the table of the store's keys has every kind of key, and no other", async () => {
  const keys = await read("events/store/kv/keys.ts");
  const first = (text: string) => [...text.matchAll(/\[\s*"(\w+)"(?=[,\s])/g)].map(([, name = ""]) => name);
  const table = rowsOf(under(await read("docs/DENO-KV.md"), "Keys")).map(([key = ""]) => key).join(
    "\n",
  );
  assert.deepEqual(
    [...new Set(first(table.replace(/\["secret".*$/m, "")))].sort(),
    [...new Set(first(keys))].sort(),
  );
  assert.deepEqual(
    table.match(/\["secret".*$/m)?.[0].match(/"(\w+)"/g)?.map((name) => name.slice(1, -1)).sort(),
    [...SIDE_KINDS].sort(),
  );
});

Deno.test("the bounds of the store are those of the page about Deno KV", async () => {
  const ours = new Map(
    rowsOf(under(await read("docs/DENO-KV.md"), "Bounds")).map(([what = "", , own = ""]) => [what, own]),
  );
  const n = (value: number) => value.toLocaleString("en");
  assert.equal(
    ours.get("value"),
    `${n(store.VALUE_BYTES)}; an event's texts leave it from ${store.EVENT_BYTES / 1024} KB on`,
  );
  assert.equal(ours.get("mutations of an atomic"), n(store.MUTATIONS));
  assert.equal(ours.get("bytes of an atomic, keys twice"), n(store.COMMIT_BYTES));
  assert.equal(ours.get("bytes of keys of an atomic"), n(store.KEY_BYTES));
  assert.match(ours.get("`list` batch") ?? "", new RegExp(`^${store.LIST_BATCH}\\b`));
});

const COUNTED = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

Deno.test("what a forge runs is told as it is run: the mutants that are drawn", async () => {
  const [, drawn] = /^step mutate --random (\d+)$/m.exec(await read(".ci/run")) ?? [];
  for (const path of ["README.md", "CONTRIBUTING.md"]) {
    assert.ok((await read(path)).includes(`every test, ${COUNTED[Number(drawn)]} mutants by chance`), path);
  }
});

Deno.test("the commands of the README leave nothing in the clone, where the tests allow no file of a stranger", async () => {
  const commands = [...(await read("README.md")).matchAll(/^deno task fishbowl .*$/gm)].map(([line]) => line);
  const folders = commands.flatMap((line) => [...line.matchAll(/--(?:out|data) (\S+)/g)].map(([, to]) => to));
  assert.ok(folders.length > 3, folders.join());
  assert.deepEqual(folders.filter((to) => !to?.startsWith("../")), []);
});

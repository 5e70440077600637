/**
 * Very many messages of another product, by the command line: with less memory than the file has, stopped in the middle,
 * and gone on with. In `deno task full` there are a hundred thousand of them.
 */
import assert from "node:assert/strict";
import { FULL } from "../effort.ts";
import { inFolder } from "../in_folder.ts";
import { mappingOf, MAY, node, says } from "../projections/moving_in/given.ts";
import { shelfOf } from "../../projections/conversation/list_order.ts";
import { withSocket } from "../server/command_line/talking.ts";
import { CONFIG, MAIN } from "../program.ts";

const MESSAGES = FULL ? 100_000 : 1_200;
const A_TALK = 20;
const TALKS = MESSAGES / A_TALK;
/** Bytes of the file, with words to fill it. */
const BYTES = (FULL ? 100 : 20) * 1024 ** 2;
/** Megabytes of the heap that the command may have, the program itself among it: the file does not fit. */
const HEAP_MB = 40;
/** So little is collected again and again: in one thread for a quarter less. */
const V8_FLAGS = `--max-old-space-size=${HEAP_MB},--single-threaded-gc`;

async function writeExport(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  const writer = file.writable.getWriter();
  const encoder = new TextEncoder();
  const fill = "Bread and salt. ".repeat(Math.ceil(BYTES / MESSAGES / 16));
  for (let talk = 0; talk < TALKS; talk++) {
    const nodes = Array.from({ length: A_TALK }, (_, at) =>
      node(
        `${talk}.${at}`,
        at === 0 ? null : `${talk}.${at - 1}`,
        says(at % 2 ? "assistant" : "user", `${talk}.${at}: ${fill}`, MAY + talk * 60 + at),
      ));
    const record = { id: `talk${talk}`, title: `Talk ${talk}`, mapping: mappingOf(...nodes) };
    await writer.write(encoder.encode(`${talk === 0 ? "[" : ","}${JSON.stringify(record)}`));
  }
  await writer.write(encoder.encode("]"));
  await writer.close();
}

/** Imports the file with little memory; stopped by Ctrl-C where `stop` says. */
async function moved(path: string, url: string, stop?: Promise<void>) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-q", "--no-prompt", "--config", CONFIG, `--v8-flags=${V8_FLAGS}`, "-A"],
      ...[MAIN, "import", path, "--yes", "--url", url],
    ],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  void stop?.then(() => child.kill("SIGINT"));
  const { code, stdout, stderr } = await child.output();
  return { code, out: new TextDecoder().decode(stdout), notes: new TextDecoder().decode(stderr) };
}

Deno.test("a file that does not fit into memory is taken in, stopped in the middle, and gone on with", () =>
  inFolder(async (folder) => {
    const path = `${folder}/conversations.json`;
    await writeExport(path);
    const third = Promise.withResolvers<void>();
    let taken = 0;
    await using there = await withSocket(({ url }) => {
      if (new URL(url).pathname === "/api/imports" && ++taken === Math.ceil(TALKS / 3)) third.resolve();
    });
    const { store, system } = there.server;
    const here = async () => {
      const page = await system.recent.page(shelfOf({ archived: false }), null, TALKS + 9);
      return (page?.rows ?? []).filter(({ id }) => id.startsWith("moved_"));
    };
    const stopped = await moved(path, there.url, third.promise);
    assert.equal(stopped.code, 130, stopped.notes);
    assert.match(stopped.notes, /conversations were imported\. The same command goes on from there\./);
    const between = (await here()).length;
    assert.ok(between > 0 && between < TALKS, `${between}`);
    const rest = await moved(path, there.url);
    assert.equal(rest.code, 0, rest.notes);
    // One more may have been on its way when the command ended.
    const already = Number(/([\d,]+) were here already/.exec(rest.out)?.[1]?.replaceAll(",", ""));
    assert.ok([between, between + 1].includes(already), `${between}, then: ${rest.out}`);
    let events = 0;
    for (const { id } of await here()) events += (await store.head(id)).seq;
    // With each one's beginning and the notice at its end.
    assert.equal(events, MESSAGES + 2 * TALKS);
  }));

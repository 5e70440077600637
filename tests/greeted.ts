/** A workspace in which those who greet have done so, to begin with: three agents answer beside what a test looks at. */
import { ServerProcess } from "./chaos/server_process.ts";
import { Patience } from "./patience.ts";
import { MADE, turnToMake } from "./program.ts";

const FOLDER = `${MADE}/greeted`;

/** Lets the program greet once, for the sources as they are: one of those that run side by side, the others wait for it. */
async function make(): Promise<void> {
  using _turn = await turnToMake();
  if (await Deno.stat(FOLDER).catch(() => null)) return;
  // Not that of one that was cut short.
  const begun = await Deno.makeTempDir({ dir: MADE });
  const server = new ServerProcess(begun, [], { env: { FISHBOWL_PRACTICE_MS: "0" } });
  await server.start();
  try {
    const greeting = new Patience("for the end of the greeting");
    while (!await isOver(server.address ?? "")) {
      greeting.look();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await server.terminate();
  }
  await Deno.rename(begun, FOLDER);
}

async function isOver(address: string): Promise<boolean> {
  const response = await fetch(`${address}/api/conversations`);
  const { items }: { items: { answering: number }[] } = await response.json();
  return items.length > 0 && items.every(({ answering }) => answering === 0);
}

/** Its files by name, read once in an isolate. */
let files: Promise<ReadonlyMap<string, Uint8Array>> | null = null;

async function read(): Promise<ReadonlyMap<string, Uint8Array>> {
  await make();
  const found = new Map<string, Uint8Array>();
  for await (const { name, isFile } of Deno.readDir(FOLDER)) {
    if (isFile) found.set(name, await Deno.readFile(`${FOLDER}/${name}`));
  }
  return found;
}

/** Has a server find the workspace of somebody who was greeted, in a folder that need not be there yet. */
export async function layGreeted(data: string): Promise<void> {
  await Deno.mkdir(data, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of await (files ??= read())) {
    await Deno.writeFile(`${data}/${name}`, bytes, { mode: 0o600 });
  }
}

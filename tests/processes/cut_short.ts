/** Commands that replace the file of a store, cut short: by the system at any moment, and before each change of a name. */
import { readOptions } from "../../server/command_line/options.ts";
import type { Options } from "../../server/command_line/options.ts";
import type { Console } from "../../server/command_line/maintenance.ts";
import { CONFIG, MAIN, RUN } from "../program.ts";

export const optionsOf = (...args: string[]): Options => readOptions(args, () => undefined);

export interface Said extends Console {
  readonly lines: string[];
  readonly notes: string[];
}

export function console(): Said {
  const lines: string[] = [];
  const notes: string[] = [];
  const stdin = new ReadableStream<Uint8Array>();
  return { out: (text) => lines.push(text), note: (text) => notes.push(text), stdin, lines, notes };
}

/**
 * The command in a process of its own, without the launcher, which would be killed in its place.
 * @param lifeMs milliseconds after its first line after which it is killed; null: never
 * @returns milliseconds from that line to its end, and whether it came there by itself
 */
export async function run(
  command: string,
  data: string,
  lifeMs: number | null,
): Promise<{ ms: number; done: boolean; said: string }> {
  const flags = ["--config", CONFIG, "-P=serve"];
  const folders = [`--allow-read=${data}`, `--allow-write=${data}`];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN, ...flags, ...folders, MAIN, command, "--data", data],
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let said = "";
  let begun = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += piece;
    if (begun > 0 || !said.includes("…")) continue;
    begun = performance.now();
    if (lifeMs !== null) timer = setTimeout(() => kill(child), lifeMs);
  }
  clearTimeout(timer);
  const { success } = await child.status;
  return { ms: performance.now() - begun, done: success, said };
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has just come to its end.
  }
}

const NAMES = ["link", "remove", "rename"] as const;

/** What was thrown in place of the change that the process did not live to make. */
export class Cut extends Error {}

/**
 * Runs `work` so that it comes to no change of a name in the file system after the first `changes`.
 * @returns whether it came to its end
 */
export async function upTo(changes: number, work: () => Promise<unknown>): Promise<boolean> {
  const real = Object.fromEntries(NAMES.map((name) => [name, Deno[name]]));
  let made = 0;
  for (const name of NAMES) {
    const change = Deno[name] as (...args: unknown[]) => Promise<void>;
    const counted = (...args: unknown[]) =>
      made++ < changes ? change(...args) : Promise.reject(new Cut(name));
    Object.assign(Deno, { [name]: counted });
  }
  try {
    await work();
    return made <= changes;
  } catch (error) {
    if (error instanceof Cut) return false;
    throw error;
  } finally {
    Object.assign(Deno, real);
  }
}

/** Names in a folder but those of locks. */
export const namesIn = async (folder: string): Promise<string[]> =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name))
    .filter((name) => !["store.lock", "processes"].includes(name)).sort();

/**
 * The program for tests that start it as a process: the few scripts that a person starts too, made of the sources as they
 * are. A start of it takes half of what one module by module does, and these tests start it some hundred times. Module by
 * module it is started where a test says so.
 */
import { PACKAGE } from "../server/packed/beside.ts";
import { build, fingerprint, PROGRAM, SCRIPTS } from "../server/packed/build.ts";

const ROOT = new URL("../", import.meta.url).pathname;
/** What is made with them. */
export const MADE = `${ROOT}tests/made`;

export const CONFIG = `${ROOT}deno.json`;
/** A start has room for what is made as it begins, and collects none of it. */
export const V8_FLAGS = "--min-semi-space-size=64,--single-threaded-gc";
/** Options of `deno run` for the scripts, as whoever measures them needs them. */
export const PLAIN = ["run", "--quiet", "--no-prompt", "--node-modules-dir=manual"];
/** The same for tests. */
export const RUN = [...PLAIN, `--v8-flags=${V8_FLAGS}`];
/** The program, and what starts it with its permissions. */
export const MAIN = `${SCRIPTS}${PACKAGE}main.js`;
export const LAUNCH = `${SCRIPTS}launch.js`;

/** Waits until nobody else who runs beside makes anything here; let go, it is the next one's turn. */
export async function turnToMake(): Promise<Disposable> {
  await Deno.mkdir(MADE, { recursive: true });
  const turn = await Deno.open(`${MADE}/lock`, { create: true, write: true });
  await turn.lock(true);
  return turn;
}

/** Takes away what was made with scripts of other sources. */
async function forget(): Promise<void> {
  using _turn = await turnToMake();
  const now = fingerprint(PROGRAM);
  if (await Deno.readTextFile(`${MADE}/of`).catch(() => "") === now) return;
  for (const { name } of Deno.readDirSync(MADE)) {
    if (name !== "lock") Deno.removeSync(`${MADE}/${name}`, { recursive: true });
  }
  await Deno.writeTextFile(`${MADE}/of`, now);
}

await build(PROGRAM, true);
await forget();

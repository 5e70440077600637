/**
 * `deno task pictures`: every state of `states.ts` at three widths in both themes, as a picture in `made` beside this file,
 * each gone over by axe-core. Fails where that finds something.
 *
 *     deno task pictures [--only columns,focus] [--size wide,narrow] [--quick] [--keep]
 */
import { parseArgs } from "node:util";
import { type Bowl, inBowl, type Size, SIZES } from "../browser/harness.ts";
import { check } from "../browser/view_check.ts";
import { KEPT, KEPT_BYTES, SHOWN } from "./kept.ts";
import { reaching, seen } from "./looking.ts";
import { pngOf } from "./palette_png.ts";
import { drawing } from "./shrink.ts";
import type { State } from "./state.ts";
import { SIGN_IN, STATES } from "./states.ts";
import { World } from "./world.ts";

const MADE = new URL("./made/", import.meta.url).pathname;
/** Milliseconds: a state that is not there by then is a fault of its own. */
const PATIENCE_MS = 30_000;

const { values } = parseArgs({
  options: {
    /** Names of states, with commas. */
    only: { type: "string" },
    /** Names of widths, with commas. */
    size: { type: "string", default: Object.keys(SIZES).join() },
    /** No axe-core. */
    quick: { type: "boolean", default: false },
    /** Draws the ten pictures anew that the browser suite compares with, and nothing else. */
    keep: { type: "boolean", default: false },
  },
});

const faults: string[] = [];
function failed(what: string, error: unknown): void {
  faults.push(what);
  console.error(`${what}: ${error instanceof Error ? error.message : error}\n`);
}

/** One state at one width: light, then dark. */
async function take(world: World, state: State, size: Size): Promise<void> {
  await reaching(world, state, size, async (page) => {
    for (const scheme of ["light", "dark"] as const) {
      const name = `${state.name}-${SIZES[size].width}-${scheme}`;
      await Deno.writeFile(`${MADE}${name}.png`, await seen(page, scheme));
      if (!values.quick) await check(page, name).catch((error) => failed(name, error));
    }
  }, PATIENCE_MS).catch((error) => failed(`${state.name}, ${size}`, error));
}

async function takeAll(world: World): Promise<void> {
  const only = values.only?.split(",");
  const states = [...STATES, SIGN_IN].filter(({ name }) => !only || only.includes(name));
  const sizes = Object.keys(SIZES).filter((size): size is Size => values.size.split(",").includes(size));
  await Deno.mkdir(MADE, { recursive: true });
  for (const state of states) {
    for (const size of sizes) await take(world, state, size);
    console.log(state.name);
  }
  console.log(`\n${states.length} states are in ${MADE}`);
}

async function keep(world: World): Promise<void> {
  const { small } = await drawing(await world.bowl.context());
  for (const { state, size, scheme, file } of [...KEPT, ...SHOWN]) {
    await reaching(world, state, size, async (page) => {
      const png = await pngOf(await small(await seen(page, scheme)));
      if (png.length > KEPT_BYTES) failed(file, `${png.length} bytes are too many`);
      await Deno.writeFile(file, png);
      console.log(`${png.length} bytes in ${file}`);
    });
  }
}

await inBowl(async (bowl: Bowl) => {
  await using world = new World(bowl);
  await world.quiet("conversation_welcome");
  await (values.keep ? keep(world) : takeAll(world));
  // Whoever is shut out is told so by refused requests.
  bowl.faults.length = 0;
});
if (faults.length > 0) console.error(`${faults.length} faults`);
Deno.exit(faults.length === 0 ? 0 : 1);

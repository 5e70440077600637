/**
 * Where time is short, dear tests run by lot: each as seldom as lets it cost `EACH_MS` a run on the average. All the
 * others run each time, and everything does where time is not short. `dear.json` names the dear ones, with what they
 * cost: `FISHBOWL_WEIGH=1 deno task test:fast` runs everything once and writes it anew.
 */
import process from "node:process";
import { FAST } from "./effort.ts";

const WEIGHING = Deno.env.get("FISHBOWL_WEIGH") !== undefined;
/** Milliseconds of the processor from which on a test is dear. */
const DEAR_MS = 50;
/** Milliseconds of the processor that a dear test costs a run, on the average. */
const EACH_MS = 10;

/** Milliseconds by the name of the test. */
type Dear = Record<string, number>;
const DEAR = new URL("dear.json", import.meta.url);

/** Whether a test that costs so many milliseconds is drawn this time. */
export const drawn = (ms: number, chance: number): boolean => ms < DEAR_MS || chance < EACH_MS / ms;

type Told = Deno.TestDefinition | string | ((t: Deno.TestContext) => void | Promise<void>);

/** The forms in which a test is told of, as one. */
function definitionOf(told: readonly (Told | Omit<Deno.TestDefinition, "fn">)[]): Deno.TestDefinition {
  const name = told.find((part) => typeof part === "string");
  const fn = told.find((part) => typeof part === "function");
  const options = told.find((part) => typeof part === "object");
  return { name: fn?.name ?? "", fn: () => {}, ...(fn ? { fn } : {}), ...options, ...(name ? { name } : {}) };
}

/** Milliseconds of the processor. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** A test that notes in `dear` what it costs. */
function weighed({ fn, ...test }: Deno.TestDefinition, dear: Dear): Deno.TestDefinition {
  return {
    ...test,
    async fn(t) {
      const before = used();
      await fn(t);
      const ms = Math.round(used() - before);
      if (ms >= DEAR_MS) dear[test.name] = ms;
    },
  };
}

/** Has the tests that are loaded from now on drawn, or weighed. */
export async function drawingLots(): Promise<void> {
  if (!FAST) return;
  const { test } = Deno;
  const dear: Dear = WEIGHING ? {} : JSON.parse(await Deno.readTextFile(DEAR));
  const drawing = (...told: Parameters<typeof definitionOf>[0]) => {
    const definition = definitionOf(told);
    if (WEIGHING) return test(weighed(definition, dear));
    const out = !drawn(dear[definition.name] ?? 0, Math.random());
    test({ ...definition, ignore: definition.ignore || out });
  };
  Object.assign(Deno, { test: Object.assign(drawing, test) });
  if (WEIGHING) {
    const kept = () => Object.fromEntries(Object.entries(dear).sort(([a], [b]) => a < b ? -1 : 1));
    addEventListener("unload", () => Deno.writeTextFileSync(DEAR, `${JSON.stringify(kept(), null, 2)}\n`));
  }
}

/**
 * `deno task full`: everything that is too long for every day, one after the other: all tests, those of the browser on
 * a slow machine, 30,000 histories, every mutant, long faults on real servers, other people's clients and tools. Closes with a table; one failure fails it all.
 */
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    /** Names of the steps to take, with commas. */
    only: { type: "string" },
    seeds: { type: "string", default: "30000" },
    minutes: { type: "string", default: "30" },
    "minutes-two": { type: "string", default: "10" },
  },
});

interface Step {
  readonly name: string;
  readonly task: readonly string[];
  /** As it is done every day: in full it would take for ever. */
  readonly everyday?: boolean;
}

const STEPS: readonly Step[] = [
  { name: "check", task: ["check"] },
  { name: "tests", task: ["test"] },
  { name: "slow", task: ["test:slow"], everyday: true },
  { name: "simulation", task: ["sim", "--seeds", values.seeds] },
  { name: "mutants-types", task: ["mutate", "--types"] },
  { name: "mutants", task: ["mutate"] },
  { name: "chaos", task: ["chaos", "--minutes", values.minutes] },
  { name: "chaos-two", task: ["chaos", "--minutes", values["minutes-two"], "--processes", "2"] },
  { name: "clients", task: ["clients"] },
  { name: "npx", task: ["npx"] },
  { name: "description", task: ["description"] },
  { name: "schemathesis", task: ["schemathesis"] },
  { name: "statistics", task: ["statistics"] },
  { name: "pictures", task: ["pictures"] },
];

interface Done {
  readonly name: string;
  readonly good: boolean;
  readonly minutes: number;
  /** What it said last, or why it was left out. */
  readonly last: string;
}

async function take({ name, task, everyday = false }: Step): Promise<Done> {
  console.log(`\n--- ${name}: deno task ${task.join(" ")}`);
  const startedAt = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", ...task],
    env: { NO_COLOR: "1", FISHBOWL_REQUIRE_BROWSER: "1", ...(everyday ? {} : { FISHBOWL_FULL: "1" }) },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let last = "";
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    await Deno.stdout.write(new TextEncoder().encode(text));
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    last = lines.findLast((line) => line.trim() !== "") ?? last;
  }
  const { success } = await child.status;
  const minutes = (performance.now() - startedAt) / 60_000;
  return { name, good: success, minutes, last: (rest.trim() || last).slice(0, 100) };
}

const chosen = values.only?.split(",");
const unknown = chosen?.filter((name) => !STEPS.some((step) => step.name === name)) ?? [];
if (unknown.length > 0) {
  throw new Error(`There is no step ${unknown.join(", ")}: ${STEPS.map(({ name }) => name).join(", ")}.`);
}
const done: Done[] = [];
for (const step of STEPS) if (!chosen || chosen.includes(step.name)) done.push(await take(step));

console.log("");
for (const { name, good, minutes, last } of done) {
  console.log(
    `${good ? "ok    " : "FAILED"}  ${name.padEnd(14)} ${minutes.toFixed(1).padStart(6)} min  ${last}`,
  );
}
const failed = done.filter(({ good }) => !good).length;
console.log(`${done.length - failed} of ${done.length} are good`);
Deno.exit(failed === 0 ? 0 : 1);

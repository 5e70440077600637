/** `deno task chaos --minutes N [--processes 1] [--kv URL] [--seed S] [--fault NAME]`: faults for a while, then the audit. */
import { parseArgs } from "node:util";
import { chaos } from "./chaos.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    processes: { type: "string", default: "1" },
    kv: { type: "string" },
    seed: { type: "string", default: `${Date.now() % 1_000_000}` },
    fault: { type: "string", multiple: true },
  },
});

console.log(`seed ${values.seed}`);
const report = await chaos({
  seconds: Number(values.minutes) * 60,
  processes: Number(values.processes),
  seed: Number(values.seed),
  ...(values.kv === undefined ? {} : { kv: values.kv }),
  ...(values.fault === undefined ? {} : { faults: values.fault }),
  tell: (line) => console.log(line),
});
for (const [name, times] of Object.entries(report.happened)) console.log(`${name}: ${times}`);
for (const name of report.impossible) console.log(`${name}: not on this machine or store`);
for (const [what, values] of Object.entries(report.figures)) {
  const sorted = values.toSorted((a, b) => a - b);
  console.log(`${what}: ${sorted[0]} to ${sorted.at(-1)}, median ${sorted[sorted.length >> 1]}`);
}
for (const { name, ownMs } of report.held) console.log(`nothing but ${name} for ${ownMs.toFixed(0)} ms`);
const { acknowledged, triedAgain, turns, shownCharacters, wrong } = report;
console.log(
  `${acknowledged} messages acknowledged (${triedAgain} tries again), ${turns} turns, ${shownCharacters} characters shown`,
);
for (const sentence of wrong) console.log(`WRONG: ${sentence}`);
console.log(`${wrong.length} breaches`);
Deno.exit(wrong.length > 0 ? 1 : 0);

/** Tools of the simulation. They take their time, and write down which call they ran. */
import { createToolbox, type Tool, type Toolbox } from "../../actors/tools/toolbox.ts";
import type { SimProcess } from "./scheduler.ts";

/** A call that was run: its id is its only argument. */
export interface Ran {
  readonly tool: string;
  readonly call: string;
}

/** Slowest run, in virtual milliseconds: long enough to be crashed in. */
const SLOW_MS = 5_000;

const KINDS: readonly (Pick<Tool, "idempotent" | "changes"> & { name: string; result: string })[] = [
  { name: "look", idempotent: true, result: "seen" },
  { name: "pay", idempotent: false, result: "paid" },
  { name: "sell", idempotent: false, changes: true, result: "sold" },
];
export const SIM_TOOLS = KINDS.map(({ name }) => name);

export function simTools(process: SimProcess, ran: Ran[]): Toolbox {
  return createToolbox(KINDS.map(({ name, result, ...kind }) => ({
    ...kind,
    schema: { name, description: "", parameters: { type: "object", properties: {} } },
    async run(args, signal) {
      await process.environment.sleep(process.scheduler.random.between(0, SLOW_MS), signal);
      ran.push({ tool: name, call: (args as { call: string }).call });
      await process.environment.sleep(process.scheduler.random.between(0, SLOW_MS), signal);
      return { status: "ok", result };
    },
  })));
}

/**
 * What every log must do, whatever it stands on. One list of cases, run on memory, a file, a file that another
 * process hammers meanwhile, the simulated store, and a KV Connect service when one is given.
 */
import type { StoreLog } from "../../../events/store/log.ts";
import { sample } from "../../effort.ts";
import { appendCases } from "./contract_append.ts";
import { drafts } from "./contract_drafts.ts";
import { order } from "./contract_order.ts";
import { rows } from "./contract_rows.ts";

/** The store under test. Cases use names of their own: others may write to the same store. */
export interface World {
  readonly log: StoreLog;
  /** The same store seen by somebody else: a second handle. Absent where there cannot be one, with the reason. */
  readonly second?: () => Promise<StoreLog>;
  readonly onlyOne?: string;
  /** A name nobody else uses. */
  name(): string;
}
export interface Case {
  readonly name: string;
  readonly run: (world: World) => Promise<void>;
  /** Needs a second view of the store. */
  readonly shared?: true;
}

const cases: readonly Case[] = [...order, ...appendCases, ...drafts, ...rows];

/** Runs `body` in a fresh world, and cleans up. */
export type Open = (body: (world: World) => Promise<void>) => Promise<void>;

export interface ContractOptions {
  /** One world for all cases: where opening one is expensive. */
  readonly together?: boolean;
  /** One of so many of the cases where time is short, and of so many each day. @default all */
  readonly share?: readonly [of: number, day: number];
  /** Why cases that need a second view cannot run here. */
  readonly alone?: string;
  /** Why nothing can run here. */
  readonly ignore?: boolean;
}

export function logContract(name: string, open: Open, options: ContractOptions = {}): void {
  const drawn = options.share ? sample(cases, ...options.share) : cases;
  const runnable = drawn.filter((one) => !(one.shared && options.alone));
  if (options.together) {
    Deno.test({
      name: `the log on ${name}`,
      ignore: options.ignore ?? false,
      fn: (t) =>
        open(async (world) => {
          for (const one of runnable) {
            await t.step(one.name, () => one.run(world));
          }
        }),
    });
    return;
  }
  for (const one of drawn) {
    const skipped = one.shared && options.alone;
    Deno.test({
      name: `the log on ${name}: ${one.name}${skipped ? ` (not here: ${options.alone})` : ""}`,
      ignore: Boolean(options.ignore) || Boolean(skipped),
      fn: () => open(one.run),
    });
  }
}

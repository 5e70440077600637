/** Totals of turns by what a key says of each. */
import { type TurnUsage, UsageSums } from "../../../projections/usage/usage.ts";

export function usageBy(turns: readonly TurnUsage[], key: UsageSums["key"]) {
  const sums = new UsageSums(key);
  for (const turn of turns) sums.add(turn);
  return sums.totals();
}

/** What of its own work kept a server from everything else at worst, while a bench asked it: as its status tells. */
import { HELD_MS } from "../../events/catalog/limits.ts";
import type { StatusAnswer } from "../../server/contract/process.ts";
import type { Row } from "./table.ts";

export async function heldRow(address: string): Promise<Row> {
  const answer = await fetch(`${address}/api/status`, { headers: { origin: address } });
  const { loopHeld }: StatusAnswer = await answer.json();
  return rowOf(loopHeld);
}

/** @param held the worst first */
export function rowOf([worst]: StatusAnswer["loopHeld"]): Row {
  const what = "… the loop of its server, longest with one thing alone";
  const against = `${HELD_MS} ms`;
  if (!worst || worst.ownMs < HELD_MS) {
    return { what, measured: "never as long", against, ratio: 0, target: { atMost: 1 } };
  }
  const { name, ownMs, alone, times } = worst;
  return {
    what,
    measured: `${ownMs.toFixed(0)} ms: ${name}, ${alone} of ${times} times by itself`,
    against,
    ratio: ownMs / HELD_MS,
    target: { atMost: 1 },
  };
}

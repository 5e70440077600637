/** How often others have their turn while something goes on: what holds the loop gives none. */
import { yieldLoop } from "../actors/runtime/yield_loop.ts";

export async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let [turns, over] = [0, false];
  const others = (async () => {
    for (; !over; turns++) await yieldLoop();
  })();
  try {
    await run();
  } finally {
    over = true;
    await others;
  }
  return turns;
}

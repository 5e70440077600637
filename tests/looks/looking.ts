/** Getting to a state, and what is seen there. */
import type { Page } from "playwright-core";
import { type Bowl, painted, type Size } from "../browser/harness.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

export type Scheme = "light" | "dark";

/** Opens a state at a width, and lets `look` look at it. */
export async function reaching(
  world: World,
  state: State,
  size: Size,
  look: (page: Page) => Promise<void>,
  patience?: number,
): Promise<void> {
  const bowl: Bowl = world.bowl;
  const path = await state.at(world);
  // No newcomer: nothing invites to look at what an agent saw.
  const worker = state.worker ?? false;
  const context = await bowl.context({ size, worker, moves: bowl.draws, knows: ["looked"] });
  try {
    const page = await bowl.tab(context, path, state.cut ? bowl.wired : bowl.address);
    if (patience !== undefined) page.setDefaultTimeout(patience);
    await state.then?.(page, size, world);
    if (!state.scrolls) await atTheEnd(page);
    await look(page);
  } finally {
    bowl.wire.plug();
    await bowl.leave(context);
  }
}

/** Scrolls what was said to its end and waits until it stays there: what came last may still get its size. */
const atTheEnd = (page: Page) =>
  page.evaluate(async () => {
    const log = document.querySelector('[role="log"]');
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let still = 0, height = -1; log && still < 10; still++) {
      if (log.scrollHeight !== height || log.scrollTop + log.clientHeight < height - 1) still = 0;
      height = log.scrollHeight;
      log.scrollTo({ top: height, behavior: "instant" });
      await frame();
    }
  });

/** What is seen in one theme, as a PNG; nothing moves, and no pointer or caret is in it. */
export async function seen(page: Page, colorScheme: Scheme): Promise<Uint8Array> {
  await painted(page);
  await page.emulateMedia({ colorScheme });
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => null));
  return await page.screenshot({ animations: "disabled" });
}

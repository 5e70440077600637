/** What a page notes of itself: tasks that were too long, and what moved by itself. */
import type { Page } from "playwright-core";

interface Watched {
  /** Milliseconds of each task over 50 ms. */
  readonly tasks: number[];
  /** Parts of the window that moved by themselves, each by its share of it (the web's cumulative layout shift). */
  readonly shifts: number[];
}

/** Notes tasks over 50 ms and shifts of the layout that no hand caused, from now on. */
export const watch = (page: Page) =>
  page.evaluate(() => {
    const watched: { tasks: number[]; shifts: number[] } = { tasks: [], shifts: [] };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) =>
      watched.tasks.push(...list.getEntries().map(({ duration }) => duration))
    )
      .observe({ type: "longtask" });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) watched.shifts.push(value);
      }
    }).observe({ type: "layout-shift" });
  });

export const seen = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);

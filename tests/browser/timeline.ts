/** What a page's renderer did meanwhile, as Chromium's developer tools are told it. */
import type { Page } from "playwright-core";

/** An entry of the timeline, as far as it is read here. */
interface Entry {
  readonly name: string;
  readonly args: {
    /** Of `UpdateLayoutTree`. */
    readonly elementCount?: number;
    /** Of `Layout`. */
    readonly beginData?: { readonly partialLayout: boolean };
  };
}

/** All that stands in the timeline of a page from before something is done to it until it is done. */
export async function timelineOf(page: Page, does: () => Promise<unknown>): Promise<Entry[]> {
  const session = await page.context().newCDPSession(page);
  const entries: Entry[] = [];
  session.on("Tracing.dataCollected", ({ value }) => entries.push(...value as unknown as Entry[]));
  const traceConfig = { includedCategories: ["devtools.timeline"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await does();
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return entries;
}

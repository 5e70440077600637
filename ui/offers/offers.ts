/** The list of what MCP servers offer, loaded when it is first looked at. */
import { lazy } from "../parts/lazy.tsx";
import type { AttachingFiles } from "../state/attaching.ts";

export const Offers = lazy<{ files: AttachingFiles }>(async () =>
  (await import("./offers_sheet.tsx")).OffersSheet
);

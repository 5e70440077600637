/** Of the thread that reads files: a list and nothing else, for the launcher too. */

/** What the thread may read: its own code, and what that imports. */
export const EXTRACTING = [
  new URL("../../actors/extracting", import.meta.url),
  new URL("../../events/catalog/limits.ts", import.meta.url),
  new URL("../../projections/context/documents.ts", import.meta.url),
  new URL("../../projections/context/tokens.ts", import.meta.url),
  new URL("../../projections/moving_in/zip.ts", import.meta.url),
];

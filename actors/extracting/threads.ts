/** Of the thread that reads files: a list and nothing else, for the launcher too. */

/** What the thread may read: its own code, and what that imports. */
export const EXTRACTING = [
  "actors/extracting",
  "events/catalog/limits.ts",
  "projections/context/documents.ts",
  "projections/context/tokens.ts",
  "projections/moving_in/zip.ts",
] as const;

/** English words of what agents use, and what they ask before. */
export const english = {
  asksToUse: "Asks to use",
  using: "Using",
  used: "Used",
  handed: "Asks its program to use",
  ended: { error: "it failed", unknown: "not known whether it ran", refused: "not run" },
  erased: "erased",
  allowed: "allowed",
  refused: "refused",
  forSite: "for",
  mayIt: (tool: string) => `May it use ${tool}?`,
  changes: "This changes something.",
  unknownAddress: "It wants to read an address that nobody gave here. Whatever stands in it is sent to",
  allow: "Allow",
  allowOnce: "Allow once",
  allowSite: "Allow this site",
  refuse: "Refuse",
  refusesIn: (time: string) => `refuses by itself in ${time}`,
};
export type ToolsWords = typeof english;

/** English words of what agents use, and what they ask before. */
export const english = {
  asksToUse: "Asks to use",
  using: "Using",
  used: "Used",
  handed: "Asks its program to use",
  ended: { error: "it failed", unknown: "not known whether it ran", refused: "not run" },
  erased: "erased",
  erase: "Erase what it was asked and gave",
  allowed: "allowed",
  refused: "refused",
  forSite: "for",
  mayIt: (tool: string) => `May it use “${tool}”?`,
  changes: "This changes something.",
  unknownAddress: "It wants to read an address that nobody gave here. Whatever stands in it is sent to",
  allow: "Allow",
  allowOnce: "Allow once",
  allowSite: "Allow this site",
  otherServer: "This is sent to another server:",
  allowHere: "Allow in this conversation",
  allowAlways: "Always",
  alwaysMeans: "Text from any other server makes it ask again.",
  changedSince: "Its server says something else of it by now. Look at it in the settings.",
  howFar: "How far it is",
  connect: (server: string) => `Connect ${server} in the settings`,
  outside: (host: string) => `text from ${host}, which nobody checked`,
  here: "for this conversation",
  refuse: "Refuse",
  refusesIn: (time: string) => `refuses by itself in ${time}`,
  /** By their names; of others their maker says what they are. What stands in brackets is for whoever chooses tools. */
  labels: {
    current_time: "Current time",
    web_search:
      "Search the web (by the model’s maker, Anthropic or OpenAI, else by the search service of the settings)",
    fetch_url: "Read a web page (asks for addresses that nobody gave)",
    rename_conversation: "Rename the conversation (asks first)",
  },
  /** What ours are given. */
  inputs: { title: "Title", url: "Address", query: "Search" },
};
export type ToolsWords = typeof english;

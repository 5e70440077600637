/** English words of MCP servers: tools of other servers, in the settings and for agents. */
import { counted } from "./counting.ts";

export const english = {
  none: "No server yet. One that is added here offers its tools to your agents.",
  name: "Name",
  url: "Address",
  urlHint: "Where the server listens, as https://example.org/mcp. A change to another server clears the key.",
  secret: "Key",
  secretHint: "Kept encrypted, never shown again. Empty leaves the one there is; many servers need none.",
  header: "Key is sent in the header",
  headerHint: "Empty: Authorization, as a Bearer.",
  add: "Add a server",
  save: "Save",
  cancel: "Cancel",
  change: "Change",
  changeNamed: (name: string) => `Change ${name}`,
  ask: "Ask for its tools",
  askNamed: (name: string) => `Ask for its tools: ${name}`,
  asking: "It is asked…",
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name}`,
  removeAsk: (name: string) => `Remove “${name}”?`,
  removeMeans: "Agents no longer have its tools. What they brought into conversations stays.",
  removed: "Removed.",
  withKey: "with a key",
  forget: "Remove its key",
  forgotten: "The key is removed.",
  unasked: "It was not asked for its tools yet.",
  count: (n: number) => counted(n, { one: "# tool", other: "# tools" }),
  cut: (n: number) =>
    counted(n, {
      one: "# tool was left out: too large, or misnamed",
      other: "# tools were left out: too large, or misnamed",
    }),
  listedAt: (time: string) => `listed ${time}`,
  tools: "Tools",
  toolsMean:
    "Each asks before it runs, unless you let it run here. What a server says of itself nobody has checked.",
  saysReadOnly: "says it changes nothing",
  trusts: "Runs without asking",
  trustsNamed: (tool: string) => `${tool} runs without asking`,
  allOf: (server: string) => `${server}: every tool`,
  choose: (server: string) => `${server}: single tools`,
};
export type McpWords = typeof english;

/** English words of where one writes: a message, and to whom it goes. */
import { counted } from "./counting.ts";

const agents = (n: number) => counted(n, { one: "# agent", other: "# agents" });

/** What the empty box says where the mode says more than how many will answer. */
export const english = {
  askPanel: "Ask a panel",
  askBlind: "Ask blind",
  message: "Message",
  hintOne: (name: string) => `Message ${name}`,
  hint: (n: number) => `Message ${agents(n)}, or @ one of them`,
  hintOr: (n: number, name: string) => `Message ${agents(n)}, or @${name} alone`,
  shortHint: "Message",
  goOn: (name: string) => `Go on with ${name}’s answer`,
  note: "A note to yourself: no agent is on",
  send: "Send",
  stop: "Stop",
  stopAll: "Stop all",
  stops: "stops",
  stopsAll: "stops all",
  attach: "Attach",
  fromServers: "Prompts and resources of MCP servers",
  tooMany: (n: string) => `${n} too many. Shorten it, or attach it as a file.`,
  count: (n: string, of: string) => `${n} / ${of}`,
  pasted: "Too long for a message: attached as a text file.",
  mentions: "Agents",
  off: "off",
  toOne: (name: string) => `to ${name}`,
  to: (n: number) => `to ${agents(n)}`,
  toNobody: "to nobody yet",
  toYourself: "only for yourself",
  toManager: "to the manager",
  tokens: (n: string) => `~${n} tokens`,
  cost: (usd: string) => `≈ ${usd}`,
  free: "free",
  whatItCosts: "Who is asked, what they are sent and what it may cost",
  askAgent: "Ask agent:",
  askAnAgent: "Ask an agent",
  askAll: "Ask all",
};
export type WritingWords = typeof english;

/** English words of how the server is doing. */
import { counted } from "./counting.ts";

export const english = {
  diskFull: "The disk of the store is nearly full: nothing new is taken until there is room.",
  diskLow: "The disk of the store is getting full. Make room on it.",
  version: "Version",
  turns: "Answers",
  running: (running: number, waiting: number) => `${running} being written, ${waiting} waiting for room`,
  streams: "Pages and programs that follow events",
  commits: "Commits a second",
  store: "Size of the store",
  inMemory: "in memory alone",
  elsewhere: "over the network",
  disk: "Left on its disk",
  backup: "Last backup",
  noBackup: "none is known",
  backupOf: (time: string, size: string) => `${time}, ${size}`,
  retention: "Automatic deletion",
  keeps: "off",
  deletes: (days: number) => counted(days, { one: "after # day", other: "after # days" }),
  goes: (soon: number) =>
    counted(soon, { one: "# conversation within a day", other: "# conversations within a day" }),
  looked: (time: string) => `last look ${time}`,
  unlooked: "nobody has looked yet",
  lag: "Event loop",
  late: (ms: number) => `${ms} ms late`,
  held: "Longest with one thing alone",
  neverHeld: (ms: number) => `never ${ms} ms or longer since it was started`,
  heldFor: (what: string, ms: number, time: string) => `${what}: ${ms} ms at ${time}`,
  heldBy: { turns: "answers being written", behind: "work in the background" },
  providers: "Providers",
  states: { ok: "well", busy: "busy", limited: "asks to be left alone", failing: "failing" },
  noProviders: "nobody was asked yet",
  errors: "Last errors",
  noErrors: "None since the server was started.",
  refreshed: (time: string) => `As of ${time}.`,
};
export type StatusWords = typeof english;

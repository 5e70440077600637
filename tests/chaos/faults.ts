/** What may happen to a server, each as a thing that is done and undone, with what must hold right after it. */
import type { Wire } from "../browser/wire.ts";
import type { SeededRandom } from "../sim/random.ts";
import { fishbowl } from "../processes/launched.ts";
import { lostMessages } from "./audit.ts";
import { pause, type People } from "./people.ts";
import { ServerProcess } from "./server_process.ts";

/** Files and sockets a server has where they may run out. */
export const DESCRIPTORS = 256;
/** Milliseconds after which a server that does not answer is given up: what the busiest machine may need. */
const HEALED_MS = 120_000;
/** Milliseconds in which a server must end on SIGTERM by itself, however busy the machine is. */
const END_MS = 60_000;
/** Milliseconds a full disk, used-up descriptors and a cut link last. */
const LASTS_MS = 2_000;

export interface Scene {
  readonly servers: readonly ServerProcess[];
  readonly people: People;
  readonly random: SeededRandom;
  /** A folder for what faults need, outside the data. */
  readonly scratch: string;
  readonly data: string;
  /** The store by its address, where it is no file. */
  readonly kv: readonly string[];
  /** The data stands on a small disk of its own, which may be filled. */
  readonly ownDisk: boolean;
  /** Holds what the clock shows, for servers that were started to look there. */
  readonly clock: string | null;
  readonly links: readonly Wire[];
  /** A breach of what must hold. */
  wrong(sentence: string): void;
  /** A figure for the report. */
  measured(what: string, value: number): void;
}

export interface Fault {
  readonly name: string;
  /** How often beside the others. */
  readonly weight: number;
  possible(scene: Scene): boolean;
  happen(scene: Scene): Promise<void>;
}

const always = () => true;
const onFile = ({ kv }: Scene) => kv.length === 0;

export const FAULTS: readonly Fault[] = [
  {
    name: "kill -9",
    weight: 6,
    possible: always,
    async happen({ servers, random }) {
      const server = random.pick(servers);
      await server.kill();
      await pause(random.between(0, 800));
      await server.start();
    },
  },
  {
    name: "kill -9 of all",
    weight: 1,
    possible: always,
    async happen({ servers }) {
      await Promise.all(servers.map((server) => server.kill()));
      await Promise.all(servers.map((server) => server.start()));
    },
  },
  {
    name: "stopped and woken",
    weight: 3,
    possible: always,
    async happen({ servers, random }) {
      const server = random.pick(servers);
      server.pause();
      // Now and then for longer than the 8 s after which another process takes its turns over.
      await pause(random.chance(0.2) ? 12_000 : random.between(200, 3_000));
      server.resume();
    },
  },
  {
    name: "asked to end",
    weight: 2,
    possible: always,
    async happen({ servers, random, measured, wrong }) {
      const server = random.pick(servers);
      const took = await server.terminate();
      measured("SIGTERM to the end, ms", took);
      if (took > END_MS) wrong(`SIGTERM took ${Math.round(took)} ms`);
      await server.start();
    },
  },
  {
    name: "links cut",
    weight: 2,
    possible: ({ links }) => links.length > 0,
    async happen({ links }) {
      for (const link of links) link.unplug();
      await pause(LASTS_MS);
      for (const link of links) link.plug();
    },
  },
  {
    name: "disk full",
    weight: 2,
    possible: ({ ownDisk }) => ownDisk,
    happen: fillDisk,
  },
  {
    name: "descriptors used up",
    weight: 1,
    possible: ({ servers }) => servers.some(({ limits }) => limits.descriptors !== undefined),
    happen: useUpDescriptors,
  },
  {
    name: "clock jumps",
    weight: 2,
    possible: ({ clock }) => clock !== null,
    async happen({ clock, random }) {
      await Deno.writeTextFile(clock ?? "", random.pick(["-1d", "+2d", "-3d", "+30d"]));
      await pause(LASTS_MS);
      await Deno.writeTextFile(clock ?? "", "+0");
    },
  },
  { name: "verified beside traffic", weight: 1, possible: onFile, happen: verifyBeside },
  { name: "backed up and restored", weight: 2, possible: always, happen: backUpAndRestore },
];

async function fillDisk({ data, servers, people, wrong }: Scene): Promise<void> {
  const filler = `${data}/filler`;
  const file = await Deno.open(filler, { create: true, write: true });
  const refused = people.triedAgain;
  try {
    // Smaller and smaller pieces: the last page counts.
    for (let piece = 1 << 20; piece >= 4096;) {
      const written = await file.write(new Uint8Array(piece)).catch(() => 0);
      if (written < piece) piece = piece >> 1;
    }
    const until = performance.now() + LASTS_MS;
    while (people.triedAgain === refused && performance.now() < until) await pause(50);
  } finally {
    file.close();
    await Deno.remove(filler);
  }
  await healed(servers, "the disk was full", wrong);
}

async function useUpDescriptors({ servers, random, wrong }: Scene): Promise<void> {
  const server = random.pick(servers.filter(({ limits, address }) => limits.descriptors && address));
  const port = Number(new URL(server.address ?? "").port);
  const idle: Deno.Conn[] = [];
  try {
    for (let n = 0; n < (server.limits.descriptors ?? 0) + 50; n++) {
      const opened = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
      if (opened) idle.push(opened);
    }
    await pause(LASTS_MS);
  } finally {
    for (const socket of idle) socket.close();
  }
  await healed([server], "its descriptors were used up", wrong);
}

/** Waits until each server answers again. */
async function healed(
  servers: readonly ServerProcess[],
  what: string,
  wrong: Scene["wrong"],
): Promise<void> {
  const until = performance.now() + HEALED_MS;
  for (const server of servers) {
    if (!server.address) continue;
    while (!(await answers(`${server.address}/healthz`))) {
      if (performance.now() > until) return wrong(`no answer ${HEALED_MS / 1_000} s after ${what}`);
      await pause(100);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function verifyBeside({ data, wrong }: Scene): Promise<void> {
  const { code, said } = await command(["verify", "--data", data]);
  if (code !== 0) wrong(`verify beside traffic: ${said}`);
}

/** The copy of a store in use must hold, once restored, every word acknowledged before it was begun. */
async function backUpAndRestore(scene: Scene): Promise<void> {
  const { data, kv, scratch, people, wrong, measured } = scene;
  const before = people.acknowledged.slice();
  const copy = await Deno.makeTempDir({ dir: scratch });
  const restored = await Deno.makeTempDir({ dir: scratch });
  try {
    const began = performance.now();
    const made = await command(["backup", "--data", data, "--out", `${copy}/backup`, ...kv]);
    measured("backup, ms", performance.now() - began);
    if (made.code !== 0) return wrong(`backup: ${made.said}`);
    const back = await command(["restore", "--from", `${copy}/backup`, "--data", `${restored}/data`]);
    if (back.code !== 0) return wrong(`restore: ${back.said}`);
    const checked = await command(["verify", "--data", `${restored}/data`]);
    if (checked.code !== 0) return wrong(`verify of a restored backup: ${checked.said}`);
    const server = new ServerProcess(`${restored}/data`);
    await server.start();
    try {
      const { address } = server;
      if (!address) return wrong(`a restored store does not start: ${server.said}`);
      for (const room of new Set(before.map(({ conversationId }) => conversationId))) {
        const events = await people.events(room, address);
        for (const sentence of lostMessages(room, events, before)) wrong(`restored backup: ${sentence}`);
      }
      for (const { file } of before.slice(-20)) {
        if (file && !(await answers(`${address}/api/attachments/${file}`))) {
          wrong(`restored backup: the file ${file} is not there`);
        }
      }
    } finally {
      await server.kill();
    }
  } finally {
    await Deno.remove(copy, { recursive: true });
    await Deno.remove(restored, { recursive: true });
  }
}

/** Runs a command with the permissions it has when people run it. `said`: both outputs. */
export async function command(args: readonly string[]): Promise<{ code: number; said: string }> {
  const { code, out, err } = await fishbowl(args);
  return { code, said: `${out}${err}`.trim() };
}

/**
 * Whether the disk of the store has room. It is told early, and below a bound nothing new is taken, before SQLite
 * fails in the midst of something: reading goes on, and what is being written has the rest to end well.
 */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Logger } from "../../actors/runtime/logger.ts";
import type { StoreLog } from "../../events/store/log.ts";
import type { DiskState } from "../contract/process.ts";
import { comeAgain } from "../http/problem.ts";

/** Bytes of a disk: what is left for us, and all of it. */
export interface Room {
  readonly free: number;
  readonly total: number;
}

/** Bytes below which it is told: a store of some size, or a copy of it, no longer fits. Of a small disk a quarter. */
export const LOW_BYTES = 500_000_000;
const LOW_SHARE = 1 / 4;
/** Bytes below which nothing new is taken: several answers of the largest size still fit. Of a small disk a twentieth. */
export const FULL_BYTES = 100_000_000;
const FULL_SHARE = 1 / 20;
/** As many times as much must be left for it to be well again, so that it does not flutter. */
export const BACK = 1.5;

/** Milliseconds between two looks. */
const LOOK_MS = 5_000;
/** Seconds after which whoever was refused may ask again. */
const AGAIN_SECONDS = 30;

export function stateOf(before: DiskState, { free, total }: Room): DiskState {
  const full = Math.min(FULL_BYTES, total * FULL_SHARE);
  const low = Math.min(LOW_BYTES, total * LOW_SHARE);
  if (free < (before === "full" ? full * BACK : full)) return "full";
  return free < (before === "ok" ? low : low * BACK) ? "low" : "ok";
}

type Line = readonly ["info" | "warn" | "error", string, string];
const TOLD: Readonly<Record<DiskState, Line>> = {
  ok: ["info", "disk_room", "The disk that holds the store has room again."],
  low: ["warn", "disk_low", "The disk that holds the store is getting full. Make room on it soon."],
  full: [
    "error",
    "disk_nearly_full",
    "The disk that holds the store is nearly full. Nothing new is taken until there is room; reading goes on.",
  ],
};

const UNKNOWN: Line = [
  "warn",
  "disk_unknown",
  "Nobody says any more how much is left on the disk that holds the store, so nothing is refused.",
];

export interface DiskPorts {
  /** Null where the store lies on no disk of this machine, or nobody says how much is left. */
  readonly room: () => Promise<Room | null>;
  readonly logger: Logger;
  /** Calls again and again, every so many milliseconds; returns the way to stop. */
  readonly every: (ms: number, look: () => void) => () => void;
  /** Told of each change. */
  readonly changed: (state: DiskState) => void;
}

export class Disk {
  state: DiskState = "ok";
  /** Bytes at the last look; null: not known. */
  free: number | null = null;
  readonly close: () => void;
  readonly #ports: DiskPorts;

  constructor(ports: DiskPorts) {
    this.#ports = ports;
    this.close = ports.every(LOOK_MS, () => void this.look());
  }

  /** Never rejects. Where nobody says how much is left, nobody is refused. */
  async look(): Promise<void> {
    const room = await this.#ports.room().catch(() => null);
    const before = this.state;
    this.free = room?.free ?? null;
    this.state = room === null ? "ok" : stateOf(before, room);
    if (this.state === before) return;
    this.#ports.changed(this.state);
    // That there is room again is said by who has seen it.
    const [level, what, detail] = room === null ? UNKNOWN : TOLD[this.state];
    this.#ports.logger(level, what, { ...(room === null ? {} : { freeBytes: room.free }), detail });
  }

  /** @throws {Problem} while nothing new is taken */
  refuseNew(): void {
    if (this.state !== "full") return;
    throw comeAgain(
      "unavailable",
      "The disk that holds the store is nearly full, so nothing new is taken. Make room on it; this goes on by itself then.",
      AGAIN_SECONDS,
    );
  }
}

/** The room where the store's file lies. */
export async function roomOf({ kind, path }: Pick<StoreLog, "kind" | "path">): Promise<Room | null> {
  if (kind !== "file") return null;
  const { bavail, blocks, bsize } = await statfs(dirname(path));
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Opens a store: one handle, its format and its epoch looked at before anything else. */
import { fromBytes, toBytes } from "./codec.ts";
import type { Environment } from "../environment.ts";
import {
  DiskFull,
  NewerFormat,
  OlderFormat,
  StoreError,
  StoreLocked,
  StoreUnreadable,
  why,
} from "../errors.ts";
import { DEFAULT_STORE } from "./bounds.ts";
import { EPOCH_KEY, FORMAT_KEY } from "./keys.ts";
import { type Kv, trouble } from "./kv.ts";

/** Version of the key layout. A store with a higher one is refused. */
export const FORMAT = 3;
/** Milliseconds to wait for a file that another process keeps locked. */
const OPEN_PATIENCE_MS = 5_000;

/** Tries to write format and epoch of a new store, when nobody says whether they landed. */
const OPEN_TRIES = 5;

export type OpenKv = (path: string) => Promise<Kv>;

export const openDenoKv: OpenKv = (path) => path === DEFAULT_STORE ? Deno.openKv() : Deno.openKv(path);

/** Opens `path` and returns its handle and epoch. Every failure is one clear `StoreError`. */
export async function openStore(
  path: string,
  open: OpenKv,
  environment: Environment,
): Promise<{ kv: Kv; epoch: string }> {
  const deadline = environment.monotonic() + OPEN_PATIENCE_MS;
  for (let attempt = 1;; attempt++) {
    let kv: Kv | null = null;
    try {
      kv = await open(path);
      return { kv, epoch: await prepare(kv, environment) };
    } catch (error) {
      kv?.close();
      if (error instanceof StoreError) throw error;
      const kind = trouble(error);
      if (kind === "full") throw new DiskFull();
      // A lost answer says nothing about the store: look again.
      if (kind === "unknown" && (kv === null || attempt === OPEN_TRIES)) {
        throw new StoreUnreadable(`The store cannot be opened: ${why(error)}`, { cause: error });
      }
      if (environment.monotonic() > deadline) {
        throw new StoreLocked("The store is locked by another program.", { cause: error });
      }
      await environment.sleep(5 + environment.random() * 45);
    }
  }
}

/** Refuses a newer format; gives a new store its format and its epoch. */
async function prepare(kv: Kv, environment: Environment): Promise<string> {
  while (true) {
    const [format, epoch] = await kv.getMany([FORMAT_KEY, EPOCH_KEY]);
    if (!format || !epoch) throw new StoreUnreadable("The store does not answer.");
    const stored = fromBytes(format.value);
    if (typeof stored === "number" && stored > FORMAT) {
      throw new NewerFormat(
        `The store has format ${stored}, written by a later release of Fishbowl; this one knows format ${FORMAT}.`,
      );
    }
    if (typeof stored === "number" && stored < FORMAT) {
      throw new OlderFormat(
        `The store has format ${stored}, written by an earlier release; this one uses format ${FORMAT}. ` +
          `"deno task fishbowl migrate" brings it up to date and keeps the old file beside it.`,
      );
    }
    if (stored !== undefined && typeof stored !== "number") {
      throw new StoreUnreadable("The store is not one of Fishbowl.");
    }
    const known = fromBytes(epoch.value);
    if (stored !== undefined && typeof known === "string") return known;
    const minted = typeof known === "string" ? known : mintEpoch(environment);
    const atomic = kv.atomic()
      .check({ key: FORMAT_KEY, versionstamp: format.versionstamp })
      .check({ key: EPOCH_KEY, versionstamp: epoch.versionstamp })
      .set(FORMAT_KEY, toBytes(FORMAT)).set(EPOCH_KEY, toBytes(minted));
    const result = await atomic.commit();
    if (result.ok) return minted;
  }
}

/** Gives a closed copy of a store an epoch of its own: places in the store it came from mean nothing here. */
export async function renewEpoch(path: string, environment: Environment): Promise<string> {
  const { kv } = await openStore(path, openDenoKv, environment);
  try {
    const epoch = mintEpoch(environment);
    await kv.atomic().set(EPOCH_KEY, toBytes(epoch)).commit();
    return epoch;
  } finally {
    kv.close();
  }
}

/** Random per store: twelve letters and digits, 62 bits. */
function mintEpoch(environment: Environment): string {
  let epoch = "";
  while (epoch.length < 12) epoch += Math.floor(environment.random() * 36).toString(36);
  return epoch;
}

/**
 * Signs where conversations stand: one signature over what changed since the last one, at an export, at a backup, every
 * hour in which something happened, and when asked. The key is made with the first checkpoint and sealed as the keys of
 * providers are. Which key signs the chain itself says, so that a change of keys is there or is not, wherever a process
 * is killed; of two processes one signs a number, and the other goes on behind it.
 */
import {
  base64url,
  type Checkpoint,
  CHECKPOINT_HEADS,
  checkpointHash,
  type CheckpointId,
  checkpointText,
  fromBase64url,
  type Head,
  type Occasion,
  type Signed,
  signedBytes,
  treeOf,
} from "../../events/catalog/checkpoint.ts";
import { StoreError } from "../../events/store/errors.ts";
import type { Changed, KeptCheckpoint, KeyChange } from "../../events/store/kept_checkpoints.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import { Seal, Sealed, UNREADABLE } from "../runtime/sealing.ts";

/** Milliseconds: to the first look, between looks, and from one checkpoint to the next that is made by itself. */
const PACE = { first: 60_000, looks: 300_000, hour: 3_600_000 };
export type SigningPace = Readonly<typeof PACE>;

export interface SigningPorts {
  readonly log: Pick<EventLog, "checkpoints" | "side">;
  readonly environment: Pick<Environment, "now" | "sleep">;
  readonly logger: Logger;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  readonly pace?: SigningPace;
}

/** The key that is to sign cannot be opened. */
export class KeyUnreadable extends StoreError {
  constructor() {
    super(
      "The signing key cannot be read, because the master key is another one than it was stored with. " +
        "Put master.key back, or begin with a new key: fishbowl sign --new-key.",
    );
  }
}

interface Key {
  /** The public half, base64url. */
  readonly id: string;
  readonly secret: CryptoKey;
}
/** A key that was just made, and how it is stored. */
interface NewKey extends Key {
  readonly sealed: Sealed;
}

/** What is to be signed, apart from what changed by itself. */
interface Wish {
  readonly next?: NewKey;
  readonly lost?: CheckpointId;
  readonly heads?: readonly Head[];
}

const boundTo = (id: string): string => `signing:${id}`;

export class Signing {
  readonly #ports: SigningPorts;
  readonly #seal: Seal;
  readonly #rows: ReturnType<EventLog["side"]>;
  readonly #stop = new AbortController();
  #opened: Key | null = null;
  #task: Promise<void> | null = null;

  constructor(ports: SigningPorts) {
    this.#ports = ports;
    this.#seal = new Seal(ports.masterKey);
    this.#rows = ports.log.side("signing");
  }

  /** Begins to sign every hour, in the background. */
  begin(): void {
    this.#task ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#task;
  }

  /** The key that signs what comes next; null: nothing was signed yet. */
  async key(): Promise<string | null> {
    const newest = await this.#ports.log.checkpoints.newest();
    return newest && signerAfter(newest.checkpoint);
  }

  /** The checkpoints in which one key vouched for the next, or was lost, from the first on: seldom more than a few. */
  async changes(): Promise<Signed[]> {
    return await keyChanges(this.#ports.log.checkpoints);
  }

  /**
   * Signs what changed, in as many checkpoints as it takes.
   * @returns the newest, which may be an earlier one where nothing changed; null where there is nothing at all
   * @throws {KeyUnreadable}
   */
  async sign(why: Occasion): Promise<KeptCheckpoint | null> {
    for (;;) {
      const changed = await this.#ports.log.checkpoints.changed();
      if (changed.heads.length > 0 && !await this.#add(why, changed)) continue;
      if (!changed.more) return await this.#ports.log.checkpoints.newest();
    }
  }

  /**
   * The checkpoint that signed a stream as it is now; null where there is no such stream.
   * @throws {KeyUnreadable}
   */
  async signed(stream: string): Promise<KeptCheckpoint | null> {
    await this.sign("export");
    return await this.#ports.log.checkpoints.signing(stream);
  }

  /** Says that another store is here than was, on purpose: signed also where nothing changed. */
  async accept(
    why: "restore" | "rebuild",
    lost: CheckpointId | null,
    streams: readonly string[] = [],
  ): Promise<void> {
    const { checkpoints } = this.#ports.log;
    const heads = await checkpoints.headsOf(streams, true);
    for (let from = 0; from === 0 || from < heads.length; from += CHECKPOINT_HEADS) {
      const some = heads.slice(from, from + CHECKPOINT_HEADS);
      await this.#again(why, { heads: some, ...(lost ? { lost } : {}) });
    }
    await checkpoints.accept();
  }

  /**
   * From here on another key signs; the one before vouches for it.
   * @param lost the one before cannot be read: nobody vouches
   */
  async changeKey(lost = false): Promise<string> {
    if (await this.key() === null) await this.#again("demand");
    const next = await this.#make();
    if (lost) this.#opened = next;
    await this.#again(lost ? "lost" : "key", { next });
    this.#opened = next;
    return next.id;
  }

  /** One checkpoint, whether anything changed or not, also when others sign meanwhile. */
  async #again(why: Occasion, wish: Wish = {}): Promise<void> {
    const own = wish.heads ?? [];
    for (;;) {
      const changed = await this.#ports.log.checkpoints.changed();
      // What was signed of a stream counts no more from where somebody accepts what it is now: of these alone.
      const room = why !== "rebuild" && !changed.more &&
        changed.heads.length + own.length <= CHECKPOINT_HEADS;
      const { through } = await this.#ports.log.checkpoints.newest() ?? NONE;
      const more = changed.more || changed.heads.length > 0;
      const rest = room ? changed : { heads: [], through, more };
      const others = rest.heads.filter(([stream]) => own.every(([one]) => one !== stream));
      if (await this.#add(why, { ...rest, heads: [...own, ...others] }, wish)) return;
    }
  }

  /** @returns false where somebody else was first */
  async #add(why: Occasion, { heads, through, more }: Changed, { next, lost }: Wish = {}): Promise<boolean> {
    const { log: { checkpoints }, environment } = this.#ports;
    const before = await checkpoints.newest();
    const fresh = why === "lost" ? next : before ? undefined : await this.#make();
    const key = fresh ?? await this.#openNow(before ? signerAfter(before.checkpoint) : "");
    if (!key) return false;
    const { root } = await treeOf(crypto.subtle, heads);
    const n = (before?.checkpoint.n ?? 0) + 1;
    const text = checkpointText({
      n,
      prev: before ? await checkpointHash(crypto.subtle, before.text) : "",
      at: environment.now(),
      key: key.id,
      why,
      heads: heads.length,
      root,
      ...(why === "key" && next ? { next: next.id } : {}),
      ...(lost ? { lost } : {}),
    });
    const signature = base64url(
      new Uint8Array(await crypto.subtle.sign("Ed25519", key.secret, signedBytes(text))),
    );
    const stored = next ?? fresh;
    const former = next && before ? signerAfter(before.checkpoint) : undefined;
    const change: KeyChange | undefined = stored &&
      { id: stored.id, sealed: stored.sealed, ...(former === undefined ? {} : { former }) };
    const keyed = why === "key" || why === "lost" ? n : before?.keyed ?? 0;
    const done = await checkpoints.add(n, { text, signature, heads, through, keyed, more }, change);
    if (done && fresh) this.#opened = fresh;
    return done;
  }

  async #make(): Promise<NewKey> {
    const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
    if (!("privateKey" in pair)) throw new TypeError("Ed25519 has a key in two halves.");
    const id = base64url(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
    const secret = base64url(new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey)));
    return { id, secret: pair.privateKey, sealed: this.#seal.close(secret, boundTo(id)) };
  }

  /**
   * @returns null where it signs no more: another process began with the next one meanwhile, and its row went
   * @throws {KeyUnreadable}
   */
  async #openNow(id: string): Promise<Key | null> {
    try {
      return await this.#open(id);
    } catch (error) {
      if (await this.key() === id) throw error;
      return null;
    }
  }

  /** @throws {KeyUnreadable} */
  async #open(id: string): Promise<Key> {
    if (this.#opened?.id === id) return this.#opened;
    const row = Sealed.safeParse(await this.#rows.get(id)).data;
    const opened = row ? this.#seal.open(row, boundTo(id)) : UNREADABLE;
    const bytes = opened === UNREADABLE ? null : fromBase64url(opened);
    if (!bytes) throw new KeyUnreadable();
    const secret = await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", false, ["sign"]);
    this.#opened = { id, secret };
    return this.#opened;
  }

  async #run(): Promise<void> {
    const { environment, logger, pace = PACE } = this.#ports;
    const { signal } = this.#stop;
    await environment.sleep(pace.first, signal);
    while (!signal.aborted) {
      try {
        if (await this.#isDue(pace.hour)) await this.sign("hour");
      } catch (error) {
        logger("error", "signing_failed", safely(error));
      }
      await environment.sleep(pace.looks, signal);
    }
  }

  /** What was cut short is gone on with, and a clock that was set back puts nothing off. */
  async #isDue(ms: number): Promise<boolean> {
    const newest = await this.#ports.log.checkpoints.newest();
    if (newest?.more) return true;
    const since = newest ? Date.parse(this.#ports.environment.now()) - Date.parse(newest.checkpoint.at) : ms;
    return since >= ms || since < 0;
  }
}

/** Of a store in which nothing was signed. */
const NONE = { through: { epoch: "", stamp: "" }, keyed: 0 };

/** Who signs behind a checkpoint. */
export const signerAfter = ({ next, key }: Pick<Checkpoint, "next" | "key">): string => next ?? key;

/** The checkpoints in which the key of a store changed, from the first on. */
export async function keyChanges(checkpoints: EventLog["checkpoints"]): Promise<Signed[]> {
  const found: Signed[] = [];
  for (let { keyed } = await checkpoints.newest() ?? NONE; keyed > 0;) {
    const change = await checkpoints.get(keyed);
    if (change) found.unshift({ text: change.text, signature: change.signature });
    keyed = (await checkpoints.get(keyed - 1))?.keyed ?? 0;
  }
  return found;
}

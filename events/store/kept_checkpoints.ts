/** What the rest of the program sees of checkpoints. */
import type { Checkpoint, CheckpointId, Head, Signed } from "../catalog/checkpoint.ts";

/** A place in the order of all events up to which everything is signed. */
export interface Through {
  readonly epoch: string;
  readonly stamp: string;
}
/** What is not signed as it is now: at most `CHECKPOINT_HEADS`, and whether there is more. */
export interface Changed {
  readonly heads: readonly Head[];
  readonly through: Through;
  readonly more: boolean;
}
/** A signing key that comes with a checkpoint, sealed, and the one that goes with it. */
export interface KeyChange {
  readonly id: string;
  readonly sealed: unknown;
  readonly former?: string;
}
/** A checkpoint that is kept. */
export interface KeptCheckpoint extends Signed {
  readonly checkpoint: Checkpoint;
  readonly heads: readonly Head[];
  readonly through: Through;
  /** The last one up to here, with it, in which the key changed; 0: none. */
  readonly keyed: number;
  /** What had changed had no place in it: who began to sign has not come to its end. */
  readonly more?: boolean;
}

/** Signed checkpoints, a chain. */
export interface Checkpoints {
  newest(): Promise<KeptCheckpoint | null>;
  get(n: number): Promise<KeptCheckpoint | null>;
  /** The one that signed a stream last. */
  signing(stream: string): Promise<KeptCheckpoint | null>;
  /** What changed since the newest; its cost is that of what was stored since. */
  changed(): Promise<Changed>;
  /** `anyhow`: where these streams stand, whether they were signed so or not; seq 0 for one that is gone. */
  headsOf(streams: readonly string[], anyhow?: boolean): Promise<readonly Head[]>;
  /** False: somebody else has signed number `n` meanwhile. */
  add(n: number, stored: Omit<KeptCheckpoint, "checkpoint">, key?: KeyChange): Promise<boolean>;
  /** From the first to the last. */
  all(): AsyncIterable<KeptCheckpoint | { readonly damaged: number }>;
  /** The last one that this store had, where it has it no more. */
  lost(): Promise<CheckpointId | null>;
  /** What was lost is told no more. */
  accept(): Promise<void>;
}

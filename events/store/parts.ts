/** What the parts of the store share: one handle, one queue of commits, one environment. */
import type { Environment } from "./environment.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Kv } from "./kv.ts";
import type { Wakeups } from "./wakeups.ts";

/** Decides whether the events found where an append would have gone are that append, landed unacknowledged. */
export type Recognise = (stored: readonly string[], ours: readonly string[]) => boolean;

export interface Parts {
  readonly kv: Kv;
  readonly kind: "memory" | "file" | "remote";
  readonly epoch: string;
  readonly commits: GroupCommit;
  readonly environment: Environment;
  readonly wakeups: Wakeups;
  readonly recognise: Recognise;
}

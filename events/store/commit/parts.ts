/** What the parts of the store share: one handle, one queue of commits, one environment. */
import type { Environment } from "../environment.ts";
import type { GroupCommit } from "./group_commit.ts";
import type { Job } from "./job.ts";
import type { Kv } from "../kv/kv.ts";
import type { Wakeups } from "./wakeups.ts";

export interface Parts {
  readonly kv: Kv;
  readonly kind: "memory" | "file" | "remote";
  readonly epoch: string;
  readonly commits: GroupCommit;
  readonly environment: Environment;
  readonly wakeups: Wakeups;
}

/** Commits a job. @returns whether it was written; false where a key that it checks is another by now */
export const written = async ({ commits }: Pick<Parts, "commits">, job: Job): Promise<boolean> =>
  (await commits.commit(job)).status === "committed";

/**
 * Which keys sign for a server, by what it tells of itself: the one that signs now, and those before it, each for the
 * checkpoints up to the one in which it vouched for the next.
 */
import { isSignedBy, readCheckpoint, type Signed, type Subtle } from "./checkpoint.ts";

export interface OwnKey {
  readonly key: string;
  /** Number of the last checkpoint that it signs; null: it signs still. */
  readonly until: number | null;
}

/** What `/.well-known/fishbowl.json` says. */
export interface Told {
  readonly key: string | null;
  readonly changes: readonly Signed[];
}

/**
 * The key of today first. A change that is not signed by its key, or does not lead to the next, ends it: who trusts the
 * first of them has no reason to trust what is before that. So does a key that was lost.
 */
export async function ownKeys(subtle: Subtle, { key, changes }: Told): Promise<OwnKey[]> {
  if (key === null) return [];
  const keys: OwnKey[] = [{ key, until: null }];
  let next = key;
  for (const signed of changes.toReversed()) {
    const change = readCheckpoint(signed.text);
    if (change?.next !== next || !await isSignedBy(subtle, change.key, signed)) break;
    keys.push({ key: change.key, until: change.n });
    next = change.key;
  }
  return keys;
}

/**
 * What a key that signed a checkpoint is to a server. `before`: it was its key then. `late`: it was its key, and the
 * checkpoint is of a time when it was not any more.
 */
export function standingOf(
  own: readonly OwnKey[],
  { key, n }: { readonly key: string; readonly n: number },
): "now" | "before" | "late" | "strange" {
  const found = own.filter((one) => one.key === key);
  if (found.length === 0) return "strange";
  if (found.some(({ until }) => until === null)) return "now";
  return found.some(({ until }) => until !== null && n <= until) ? "before" : "late";
}

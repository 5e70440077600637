/** Whether anybody wrote to a store's file: what all who have it open can see, for a hundredth of a look into it. */

/**
 * Looks that follow a change. A file's time is that of a tick of the system's clock: what is written in the same tick
 * as a look, over what stood there before, changes neither time nor size.
 */
const LOOKS_AFTER = 10;

/** Time and size of the write-ahead file, into which all is written first; null where there is none to be seen. */
function stateOf(path: string): string | null {
  try {
    const { mtime, size } = Deno.statSync(`${path}-wal`);
    return mtime && `${mtime.getTime()} ${size}`;
  } catch {
    return null;
  }
}

/** The answer tells whether something may have been written to the file at `path` since it was asked before. */
export function writtenSince(path: string): () => boolean {
  let known: string | null = null;
  let left = 0;
  return () => {
    const now = stateOf(path);
    if (now === null || now !== known) left = LOOKS_AFTER;
    else left--;
    known = now;
    return left > 0;
  };
}

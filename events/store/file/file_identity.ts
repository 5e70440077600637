/**
 * Is the file at the path still the one that was opened? Who opened a file keeps it when it is removed or
 * replaced, and everything written from then on would be gone at the next start.
 */

/** Which file this is, whatever its name; null where the system does not tell. */
type Identity = { readonly dev: number; readonly ino: number | null } | null;

/** Undefined: there is no file. A look that fails for another reason says nothing. */
function identityOf(path: string): Identity | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return { dev, ino };
  } catch (error) {
    const missing = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    return missing ? undefined : null;
  }
}

/**
 * Call it when the file has just been opened. The answer tells whether the file at its path is another now, or
 * none; false again when it is put back. One look costs 4 µs, so it is made for every commit.
 */
export function goneSince(path: string): () => boolean {
  const opened = identityOf(path);
  return () => {
    const now = identityOf(path);
    if (now === undefined) return true;
    return now !== null && opened != null && (now.ino !== opened.ino || now.dev !== opened.dev);
  };
}

/** Call it when the file has just been opened. The answer tells whether it is shorter than at any look before. */
export function cutSince(path: string): () => boolean {
  let longest = 0;
  const cut = () => {
    const now = sizeOf(path);
    if (now === null) return false;
    longest = Math.max(longest, now);
    return now < longest;
  };
  cut();
  return cut;
}

/** Null where the system does not tell. */
function sizeOf(path: string): number | null {
  try {
    return Deno.statSync(path).size;
  } catch {
    return null;
  }
}

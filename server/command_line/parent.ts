/**
 * Whose child this process is, where that matters: a launcher that is killed cannot tell its server to stop, and
 * a server nobody knows of keeps the port and the store. Only a parent that was named is watched: a server that
 * was started directly, by a shell that has since ended or by an init system, belongs to nobody.
 */

/** The launcher gives the server its process id in it. */
export const LAUNCHER = "FISHBOWL_LAUNCHER";
/** The tasks of deno.json set it for the launcher: its parent is `deno task`, which may be killed as well. */
export const TASK = "FISHBOWL_TASK";

/** Milliseconds between two looks. */
const PARENT_LOOK_MS = 500;

/** The id in `text` of a process that is to be watched; null: none is. */
export function namedParent(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/**
 * Calls `gone` once when the parent is another than `parent`: the system gives orphans a new one. Does not keep
 * the process from ending. @returns the way to stop looking
 */
export function watchParent(parent: number | null, gone: () => void, now = () => Deno.ppid): () => void {
  if (parent === null) return () => {};
  const look = () => {
    if (now() === parent) return;
    clearInterval(timer);
    gone();
  };
  const timer = setInterval(look, PARENT_LOOK_MS);
  Deno.unrefTimer(timer);
  look();
  return () => clearInterval(timer);
}

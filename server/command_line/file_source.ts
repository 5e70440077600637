/** A file of this machine, read where it is needed: an archive of half a gigabyte is never held. */
import { BEGIN, isOwnBegin } from "../../projections/moving_in/own_log.ts";
import type { Source } from "../../projections/moving_in/zip.ts";
import { StartError } from "./start_error.ts";

export interface FileSource extends Source, Disposable {}

/** @throws {StartError} where it cannot be read */
export async function fileSource(path: string): Promise<FileSource> {
  let file: Deno.FsFile;
  let size: number;
  let changed: number | undefined;
  try {
    file = await Deno.open(path);
    const found = await file.stat();
    size = found.size;
    changed = found.mtime?.getTime();
    if (!found.isFile) throw new Error("a folder");
  } catch {
    throw new StartError("The file cannot be read.");
  }
  // One after the other: where it is read from is the file's own, and two of its parts may be asked for at once.
  let last: Promise<unknown> = Promise.resolve();
  const read = async (from: number, to: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = new Uint8Array(to - from);
    await file.seek(from, Deno.SeekMode.Start);
    for (let at = 0; at < bytes.length;) {
      const more = await file.read(bytes.subarray(at));
      if (more === null) throw new StartError("The file became shorter while it was read.");
      at += more;
    }
    return bytes;
  };
  return {
    size,
    ...(changed === undefined ? {} : { changed }),
    read(from, to) {
      const mine = last.then(() => read(from, to));
      last = mine.catch(() => undefined);
      return mine;
    },
    [Symbol.dispose]: () => file.close(),
  };
}

/** Whether a file is a conversation's log as `export` writes it; one that cannot be read is for whoever opens it. */
export async function isOwnLog(path: string): Promise<boolean> {
  try {
    using source = await fileSource(path);
    const begin = new TextDecoder().decode(await source.read(0, Math.min(BEGIN, source.size)));
    return isOwnBegin(begin);
  } catch {
    return true;
  }
}

/** What the system says of a process. */

/** A number of `/proc`; null where the system has none. */
async function ofProcess(pid: number, file: string, read: (text: string) => number): Promise<number | null> {
  const text = await Deno.readTextFile(`/proc/${pid}/${file}`).catch(() => null);
  return text === null ? null : read(text);
}

const kibOf = (field: string) => (pid: number) =>
  ofProcess(pid, "status", (text) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]));

/** KiB of memory that it holds. */
export const residentKib = kibOf("VmRSS");
/** KiB of that which are files as they lie on disk, nearly all of them the platform's own: shared, and the system's to drop. */
export const filesKib = kibOf("RssFile");

/** Milliseconds of processor time, which Linux counts in hundredths of a second. */
export const spentMs = (pid: number) =>
  ofProcess(pid, "stat", (text) => {
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12]));
  });

/**
 * `fishbowl migrate`: the store of an earlier release becomes one of this. The new one is made and read through beside
 * the old one and takes its place in one step; the old one stays under another name.
 */
import { formatOf, FORMER_FORMATS, migrateFile } from "../../events/store/copy/migrate_file.ts";
import { FORMAT } from "../../events/store/kv/open.ts";
import { exists } from "../../events/store/file/private_files.ts";
import { keepAs, putInPlace, removeLeft } from "../../events/store/file/put_in_place.ts";
import { StartError } from "./start_error.ts";
import { closedStore, doneLine, FORMER, MIGRATING, otherCopies, soundStore } from "./closed_store.ts";
import { type Console, progress } from "./maintenance.ts";
import type { Options } from "./options.ts";

const NOT_OVER_THE_NETWORK =
  "A store over the network is migrated through a file: with the release that wrote it, " +
  "backup --kv URL --out FOLDER; with this one, migrate --data FOLDER, and restore --from FOLDER --kv URL into a " +
  "service that is empty.";

/** @returns the exit status: 0 when the store is of this release's format */
export async function migrateCommand(options: Options, console: Console): Promise<number> {
  if (options.kv) throw new StartError(NOT_OVER_THE_NETWORK);
  const begun = performance.now();
  const { data } = options;
  using store = await closedStore(options);
  const format = await formatOf(store.path);
  if (format === FORMAT) {
    console.out("The store is of this release's format; nothing changed.");
    await tellFormer(data, console);
    return 0;
  }
  if (!FORMER_FORMATS.includes(format)) throw new StartError("The store is none that can be migrated.");
  const before = (await Deno.stat(store.path)).size;
  const fresh = `${data}/${MIGRATING}`;
  console.note("Reading the old store …");
  try {
    await migrateFile(store.path, fresh, progress(console));
    console.note("Verifying the new one …");
    const report = await soundStore(fresh, console);
    await keepAs(store.path, `${data}/${FORMER}${format}`);
    // How far the old one was says nothing about the new one.
    if (await exists(`${store.path}-mark`)) await Deno.remove(`${store.path}-mark`);
    await putInPlace(fresh, store.path);
    console.out(`Migrated: ${await doneLine(report, before, store.path, begun)}`);
  } finally {
    await removeLeft(fresh);
  }
  await tellFormer(data, console);
  return 0;
}

async function tellFormer(data: string, console: Console): Promise<void> {
  const former = (await otherCopies(data)).filter((path) => path.startsWith(`${data}/${FORMER}`));
  if (former.length === 0) return;
  console.note(
    `The old store is kept. It holds everything that was in it, also what is deleted from now on; once you are ` +
      `content with the new one: rm ${former.map((path) => `'${path}'`).join(" ")}`,
  );
}

/**
 * What a thread of its own is started from: the program must be allowed to read each file that such a thread imports,
 * in whatever room it stands.
 */
import { fileURLToPath } from "node:url";
import { EXTRACTING } from "../../actors/extracting/threads.ts";

const pathsOf = (files: readonly URL[]) => files.map((file) => fileURLToPath(file));

/** Of searching. */
export const SEARCHING = pathsOf([
  new URL("../../actors/search", import.meta.url),
  new URL("../../events/store/search", import.meta.url),
  new URL("../../events/store/errors.ts", import.meta.url),
  new URL("../../events/store/file/file_identity.ts", import.meta.url),
  new URL("../../events/store/file/private_files.ts", import.meta.url),
  new URL("../../projections/search", import.meta.url),
]);

/** Of reading files for their text. */
export const READING = pathsOf(EXTRACTING);

/** Of copying pages of a store. */
export const COPYING = pathsOf([new URL("../../events/store/file/page_copy_worker.ts", import.meta.url)]);

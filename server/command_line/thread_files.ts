/**
 * What a thread of its own is started from: the program must be allowed to read each file that such a thread imports,
 * in whatever room it stands.
 */
import { EXTRACTING } from "../../actors/extracting/threads.ts";

const ROOT = `${import.meta.dirname}/../..`;

/** Of searching. */
export const SEARCHING = [
  "actors/search",
  "events/store/search",
  "events/store/errors.ts",
  "events/store/file/file_identity.ts",
  "events/store/file/private_files.ts",
  "projections/search",
].map((path) => `${ROOT}/${path}`);

/** Of reading files for their text. */
export const READING = EXTRACTING.map((path) => `${ROOT}/${path}`);

/** Of copying pages of a store. */
export const COPYING = [`${ROOT}/events/store/file/page_copy_worker.ts`];

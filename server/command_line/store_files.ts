/** What the files of a store are called, in a data folder and beside it: for the launcher too, which loads nothing else. */

/** The store in a data folder, and in a backup of it. */
export const STORE_FILE = "fishbowl.db";
/** Words of the store, to be looked up: made of it, and made again where it is missing. */
export const SEARCH_FILE = "search.db";
/** What the list of what was erased is called beside the file of its store. */
export const ERASED_LIST = "-erased";

const parentOf = (path: string): string => path.split("/").slice(0, -1).join("/") || ".";

/**
 * Where it may stand beside a backup what was erased since: beside its file, and in the folder of the series it is of.
 * @param from a backup: its file, or the folder it is in
 */
export function erasedBeside(from: string): string[] {
  const path = from.replace(/\/+$/, "");
  const folders = [path, parentOf(path), parentOf(parentOf(path))];
  return [`${path}${ERASED_LIST}`, ...folders.map((folder) => `${folder}/${STORE_FILE}${ERASED_LIST}`)];
}

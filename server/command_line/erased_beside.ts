/** Where it may stand beside a backup what was erased since: beside its file, and in the folder of the series it is of. */
import { STORE_FILE } from "./backup_folder.ts";

/** What the list of a store is called beside its file. */
export const ERASED_LIST = "-erased";

const parentOf = (path: string): string => path.split("/").slice(0, -1).join("/") || ".";

/** @param from a backup: its file, or the folder it is in */
export function erasedBeside(from: string): string[] {
  const path = from.replace(/\/+$/, "");
  const folders = [path, parentOf(path), parentOf(parentOf(path))];
  return [`${path}${ERASED_LIST}`, ...folders.map((folder) => `${folder}/${STORE_FILE}${ERASED_LIST}`)];
}

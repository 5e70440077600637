/** Where it may stand beside a backup what was erased since: beside its file, and in the folder of the series it is of. */
import { why } from "../../events/store/errors.ts";
import { ErasedList } from "../../events/store/file/erased_list.ts";
import { exists, privateFile, privateFolder, type Warn } from "../../events/store/file/private_files.ts";
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

/**
 * The list of a store over the network, in this machine's folder; undefined where none can be written: words leave the
 * store all the same.
 * @param serves there are people here who erase: a folder is made for it, and `warn` told why there is none
 */
export async function listOfRemote(
  folder: string,
  serves: boolean,
  warn: Warn,
): Promise<ErasedList | undefined> {
  const path = `${folder}/${STORE_FILE}${ERASED_LIST}`;
  if (!serves) return await exists(folder) ? new ErasedList(path) : undefined;
  try {
    await privateFolder(folder, warn);
    await privateFile(path, warn);
    using _file = await Deno.open(path, { append: true });
    return new ErasedList(path);
  } catch (error) {
    warn(
      `What is erased cannot be written down in ${folder}: ${
        why(error)
      }. A backup that is restored brings it back.`,
    );
    return undefined;
  }
}

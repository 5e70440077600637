/** Where the index of words is: beside the store, or, of a store over the network, in this machine's folder. */
import { why } from "../../events/store/errors.ts";
import { privateFile, privateFolder, type Warn } from "../../events/store/file/private_files.ts";
import { SEARCH_FILE } from "./store_files.ts";

export const indexPath = (folder: string): string => `${folder}/${SEARCH_FILE}`;

/**
 * The file of the index in a data folder, its owner's alone; null where it cannot be made. A store over the network
 * needs nothing of this machine's disk, and is served without: searches read the newest conversations through.
 * @param warn told why there is none
 */
export async function indexFile(folder: string, warn: Warn): Promise<string | null> {
  const path = indexPath(folder);
  try {
    await privateFolder(folder, warn);
    await privateFile(path, warn);
    return path;
  } catch (error) {
    warn(`Searches read the newest talks alone, for the index cannot be kept in ${folder}: ${why(error)}`);
    return null;
  }
}

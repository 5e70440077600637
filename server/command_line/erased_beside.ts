/** What was erased from a store over the network, kept on this machine. */
import { why } from "../../events/store/errors.ts";
import { ErasedList } from "../../events/store/file/erased_list.ts";
import { exists, privateFile, privateFolder, type Warn } from "../../events/store/file/private_files.ts";
import { ERASED_LIST, STORE_FILE } from "./store_files.ts";

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

/**
 * What stands in the files of the repository, each read once for all the tests that read it; and at once: to wait for
 * each of thousands takes longer than to read them.
 */
export const ROOT = new URL("../", import.meta.url);
const texts = new Map<string, string>();

/** Of a file, by its path from the root. */
export function textOf(path: string): string {
  let text = texts.get(path);
  if (text === undefined) texts.set(path, text = Deno.readTextFileSync(new URL(path, ROOT)));
  return text;
}

/**
 * Paths of the files in a folder, and in those in it.
 * @param folder its path from the root, with a slash behind it
 * @param leftOut names of files and folders that are no part of it
 * @throws where there is no such folder
 */
export function* filesIn(folder: string, leftOut?: RegExp): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    if (leftOut?.test(name)) continue;
    if (isDirectory) yield* filesIn(`${folder}${name}/`, leftOut);
    else yield folder + name;
  }
}

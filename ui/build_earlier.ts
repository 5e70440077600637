/**
 * Files of earlier builds: pages that a server of one of these gave out load some of theirs late, by names that change with what
 * is in them.
 */

/** Files of a folder, the newest first; none where there is no such folder. */
async function newestFirst(folder: string): Promise<string[]> {
  const files: { readonly name: string; readonly at: number }[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      files.push({ name, at: (await Deno.stat(`${folder}/${name}`)).mtime?.getTime() ?? 0 });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files.sort((one, other) => other.at - one.at).map(({ name }) => name);
}

/** Moves the files of a folder into another, which may have some of a build that failed. */
export async function setAside(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for (const name of await newestFirst(from)) await Deno.rename(`${from}/${name}`, `${to}/${name}`);
}

/** Moves the newest back beside what was built since, and forgets the others. */
export async function putBack(from: string, to: string, atMost: number): Promise<void> {
  const built = new Set(await newestFirst(to));
  const earlier = (await newestFirst(from)).filter((name) => !built.has(name)).slice(0, atMost);
  for (const name of earlier) await Deno.rename(`${from}/${name}`, `${to}/${name}`);
  await Deno.remove(from, { recursive: true });
}

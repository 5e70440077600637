/** Other products out of npm, for a bench that is asked for them: installed into a folder of the bench, gone with it. */

/** Milliseconds that npm may take: one of them is built where nothing built can be fetched. */
const INSTALL_MS = 10 * 60_000;

/** Runs a program; what it said, and the first line that names what went wrong. */
export async function ran(command: string, args: readonly string[], cwd: string) {
  try {
    const signal = AbortSignal.timeout(INSTALL_MS);
    const done = await new Deno.Command(command, { args: [...args], cwd, signal }).output();
    const [said, wrong] = [done.stdout, done.stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
    const line = wrong?.split("\n").find((line) => /error/i.test(line)) ?? `it ended with ${done.code}`;
    return { said: said ?? "", trouble: done.success ? "" : line.trim() };
  } catch (error) {
    return { said: "", trouble: String(error) };
  }
}

/** Installs packages into a folder; in a line why that did not go, "" where it did. The registry is the person's own. */
export async function installed(folder: string, packages: readonly string[], more: readonly string[] = []) {
  await Deno.writeTextFile(`${folder}/package.json`, '{ "type": "module" }');
  const args = ["install", "--no-audit", "--no-fund", ...more, ...packages];
  return (await ran("npm", args, folder)).trouble;
}

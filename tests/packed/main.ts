/**
 * The program as it is given away, started in an empty folder, ended by a signal, and what it stored verified. `deno task
 * npx`: the package that was just packed, by npm and npx; where npm is not it says so and tries nothing. With the path of
 * a file: that file, as `deno task compile` makes it.
 */
import { NAME } from "../../server/packed/npm_package.ts";
import { VERSION } from "../../server/command_line/options.ts";

const PACKED = new URL(`../../dist/${NAME}-${VERSION}.tgz`, import.meta.url).pathname;

/** Why npm cannot be tried here; null where it can. */
async function missing(): Promise<string | null> {
  const found = await new Deno.Command("npm", { args: ["--version"], stdout: "null", stderr: "null" })
    .output().catch(() => null);
  return found?.success ? null : "there is no npm";
}

async function installed(folder: string): Promise<boolean> {
  await Deno.writeTextFile(`${folder}/package.json`, "{}");
  const args = ["install", "--silent", PACKED];
  return (await new Deno.Command("npm", { args, cwd: folder, stdout: "null" }).output()).success;
}

/** @returns what was wrong; null where nothing was */
async function tried(folder: string, [program = "", ...before]: readonly string[]): Promise<string | null> {
  const command = (...args: string[]) =>
    new Deno.Command(program, {
      args: [...before, ...args],
      cwd: folder,
      env: { FISHBOWL_PRACTICE_MS: "0" },
      stdout: "piped",
      stderr: "inherit",
    });
  const server = command("serve", "--port", "0").spawn();
  let said = "", page = "";
  const lines = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await lines.read(); !read.done; read = await lines.read()) {
    said += read.value;
    const address = /http:\/\/localhost:\d+/.exec(said)?.[0];
    if (!address || page !== "") continue;
    page = await (await fetch(`${address}/`)).text();
    const found = await fetch(`${address}/api/search?q=welcome`);
    if (!found.ok) page = await found.text();
    // Its output ends when the program has, not when who started it has.
    server.kill("SIGTERM");
  }
  await server.status;
  if (!page.includes("<title>Fishbowl")) return `it did not serve its page and search: ${said}${page}`;
  return (await command("verify").output()).success ? null : "what it stored is not whole";
}

const [file] = Deno.args;
const reason = file === undefined ? await missing() : null;
if (reason !== null) {
  console.log(`Not tried: ${reason}.`);
  Deno.exit(0);
}
const folder = await Deno.makeTempDir();
const command = file === undefined ? ["npx", NAME] : [await Deno.realPath(file)];
const wrong = file === undefined && !await installed(folder)
  ? "npm could not install it"
  : await tried(folder, command);
await Deno.remove(folder, { recursive: true });
console.log(wrong ?? `${file ?? `npx ${NAME}`} ${VERSION} served, searched, ended and verified.`);
Deno.exit(wrong === null ? 0 : 1);

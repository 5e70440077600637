/** `deno task client`: the client as a package for npm and JSR, in `dist/client/`. */
import { openApi } from "../http/openapi.ts";
import { VERSION } from "../command_line/options.ts";
import { routes } from "../routes/table.ts";
import { describedTypes } from "./described_types.ts";

export const NAME = "@fishbowl/client";
const HERE = import.meta.dirname ?? ".";
/** As they are; `operations.ts` is made. */
const FILES = ["client.ts", "event_reader.ts", "refused.ts", "sent_frames.ts", "README.md"];

/** Writes the package's files into a folder of its own. */
export async function writePackage(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const file of FILES) await Deno.copyFile(`${HERE}/${file}`, `${folder}/${file}`);
  await Deno.copyFile(`${HERE}/../../LICENSE`, `${folder}/LICENSE`);
  await Deno.writeTextFile(`${folder}/operations.ts`, describedTypes(await openApi(routes)));
  const about = {
    name: NAME,
    version: VERSION,
    license: "MIT",
    exports: "./client.ts",
    compilerOptions: { lib: ["dom", "dom.iterable", "dom.asynciterable", "esnext"] },
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(about, null, 2));
}

/** Packs it for npm. @returns what was said where it failed, else null */
export async function pack(folder: string, to: string): Promise<string | null> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["pack", "--quiet", "--allow-dirty", "--no-source-maps", "--output", to],
    cwd: folder,
  }).output();
  return success ? null : new TextDecoder().decode(stderr);
}

if (import.meta.main) {
  const folder = `${HERE}/../../dist/client`;
  await Deno.remove(folder, { recursive: true }).catch(() => undefined);
  await writePackage(folder);
  const tarball = `fishbowl-client-${VERSION}.tgz`;
  const wrong = await pack(folder, tarball);
  console.log(wrong ?? `dist/client/${tarball}`);
  Deno.exit(wrong === null ? 0 : 1);
}

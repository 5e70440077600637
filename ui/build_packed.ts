/** Files of the interface by gzip, beside them: packed once, when they are built, and not by every server that starts. */
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";

/** What gets shorter by it; pictures and typefaces are packed already. */
const PACKABLE = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;
/** Bytes from which packing saves more than it says. */
const PACKED_FROM = 1_000;

const packed = promisify(gzip);

/** Packs what is in a folder, and in folders in it. */
export async function packAll(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) await packAll(path);
    if (isDirectory || !PACKABLE.test(name)) continue;
    const bytes = await Deno.readFile(path);
    if (bytes.length < PACKED_FROM) continue;
    await Deno.writeFile(`${path}.gz`, await packed(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

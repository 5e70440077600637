/** The built interface: a page and its files with hashed names, read once and kept in memory. */
import { getMimeType } from "hono/utils/mime";

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** By their names; those with hashed names stand in `assets/`. Empty when the interface was not built. */
export type Assets = ReadonlyMap<string, Asset>;

export async function readAssets(folder: string): Promise<Assets> {
  const files = new Map<string, Asset>();
  try {
    for (const place of ["", "assets/"]) {
      for await (const { name, isFile } of Deno.readDir(`${folder}/${place}`)) {
        if (!isFile) continue;
        const type = getMimeType(name) ?? "application/octet-stream";
        files.set(place + name, { bytes: await Deno.readFile(`${folder}/${place}${name}`), type });
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

/** An answer with a file; hashed names never change their content. */
export function assetResponse(asset: Asset, immutable: boolean): Response {
  return new Response(asset.bytes, {
    headers: {
      "content-type": asset.type,
      "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
    },
  });
}

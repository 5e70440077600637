/** The built interface: a page and its files with hashed names, read once and kept in memory. */
import { getMimeType } from "hono/utils/mime";
import { digestOf, framePolicy, scriptOf } from "./frame_policies.ts";

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Changes with the bytes: who has them already need not be sent them again. */
  readonly tag: string;
  /** The same by gzip, where that is shorter. */
  readonly packed?: Uint8Array<ArrayBuffer>;
  /** Headers of its own, instead of those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** At the end of the name of a file that is another one by gzip. */
const PACKED = ".gz";

/** By their names; those with hashed names stand in `assets/`, frames in `frames/`, pictures of the installed page in `icons/`. Empty when nothing was built. */
export type Assets = ReadonlyMap<string, Asset>;

export async function readAssets(folder: string): Promise<Assets> {
  const files = new Map<string, Asset>();
  try {
    for (const place of ["", "assets/", "frames/", "icons/"]) {
      const names = (await Array.fromAsync(Deno.readDir(`${folder}/${place}`)))
        .filter(({ isFile }) => isFile).map(({ name }) => place + name);
      for (const name of names.filter((name) => !name.endsWith(PACKED))) {
        const packed = names.includes(name + PACKED)
          ? await Deno.readFile(folder + "/" + name + PACKED)
          : null;
        files.set(name, await assetOf(name, await Deno.readFile(`${folder}/${name}`), packed));
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

async function assetOf(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  packed: Uint8Array<ArrayBuffer> | null,
): Promise<Asset> {
  const [place, name = ""] = path.split("/");
  return {
    bytes,
    type: getMimeType(path) ?? "application/octet-stream",
    // There the name is a hash already.
    tag: place === "assets" ? `W/"${name}"` : `W/"${await digestOf(bytes)}"`,
    ...(packed ? { packed } : {}),
    ...(place === "frames" ? { headers: await headersOf(name, bytes) } : {}),
  };
}

/** What a frame may do: its own script and nothing of anybody else's, told by the hash of what is sent. */
async function headersOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Readonly<Record<string, string>>> {
  const script = scriptOf(new TextDecoder().decode(bytes));
  return framePolicy(name.replace(/\.html$/, ""), await digestOf(new TextEncoder().encode(script))) ?? {};
}

/**
 * An answer with a file; hashed names never change their content, others are asked for again by their tag. The tag is
 * a weak one: the same file may come packed or as it is.
 */
export function assetResponse(asset: Asset, immutable: boolean, asked: Headers): Response {
  const { bytes, packed } = asset;
  const headers: Record<string, string> = {
    ...asset.headers,
    etag: asset.tag,
    "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
    ...(packed ? { vary: "accept-encoding" } : {}),
  };
  if (asked.get("if-none-match") === asset.tag) return new Response(null, { status: 304, headers });
  headers["content-type"] = asset.type;
  if (!packed || !/\bgzip\b/.test(asked.get("accept-encoding") ?? "")) {
    return new Response(bytes, { headers });
  }
  return new Response(packed, { headers: { ...headers, "content-encoding": "gzip" } });
}

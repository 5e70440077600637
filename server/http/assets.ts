/**
 * The built interface: a page and its files with hashed names, kept in memory as they are sent. What the page begins with is
 * read at the start, so that it is of one build, the rest once somebody asks for it: of most nobody does.
 */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";
import { digestOf, framePolicy, scriptOf } from "./frame_policies.ts";

interface Asset {
  /** As nearly everybody is sent it: by gzip where that is shorter, and then kept in no other form. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isPacked: boolean;
  readonly type: string;
  /** Changes with the bytes: who has them already need not be sent them again. */
  readonly tag: string;
  /** Headers of its own, instead of those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** At the end of the name of a file that is another one by gzip. */
const PACKED = ".gz";
const unpack = promisify(gunzip);

/**
 * By their names; those with hashed names stand in `assets/`, frames in `frames/`, pictures of the installed page in `icons/`.
 * Empty when nothing was built. Null is what was there at the start and is gone.
 */
export type Assets = ReadonlyMap<string, () => Promise<Asset | null>>;

export async function readAssets(folder: string): Promise<Assets> {
  const files = new Map<string, () => Promise<Asset | null>>();
  try {
    for (const place of ["", "assets/", "frames/", "icons/"]) {
      const names = (await Array.fromAsync(Deno.readDir(`${folder}/${place}`)))
        .filter(({ isFile }) => isFile).map(({ name }) => place + name);
      for (const name of names.filter((name) => !name.endsWith(PACKED))) {
        const asset = readOnce(() => assetOf(folder, name, names.includes(name + PACKED)));
        files.set(name, asset);
        if (place === "") await asset();
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

/** Reads a file when it is first asked for, and once. */
function readOnce(read: () => Promise<Asset>): () => Promise<Asset | null> {
  let asset: Promise<Asset | null> | null = null;
  return () =>
    asset ??= read().catch((error) => {
      asset = null;
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    });
}

async function assetOf(folder: string, path: string, isPacked: boolean): Promise<Asset> {
  const [place, name = ""] = path.split("/");
  const bytes = await Deno.readFile(`${folder}/${path}${isPacked ? PACKED : ""}`);
  const frame = place === "frames" ? await Deno.readTextFile(`${folder}/${path}`) : null;
  return {
    bytes,
    isPacked,
    type: getMimeType(path) ?? "application/octet-stream",
    // There the name is a hash already.
    tag: place === "assets" ? `W/"${name}"` : `W/"${await digestOf(bytes)}"`,
    ...(frame === null ? {} : { headers: await headersOf(name, frame) }),
  };
}

/** What was built. */
export async function plainBytes({ bytes, isPacked }: Asset): Promise<Uint8Array<ArrayBuffer>> {
  return isPacked ? new Uint8Array(await unpack(bytes)) : bytes;
}

/** What a frame may do: its own script and nothing of anybody else's, told by the hash of what is sent. */
async function headersOf(name: string, page: string): Promise<Readonly<Record<string, string>>> {
  const hash = await digestOf(new TextEncoder().encode(scriptOf(page)));
  return framePolicy(name.replace(/\.html$/, ""), hash) ?? {};
}

/**
 * An answer with a file; hashed names never change their content, others are asked for again by their tag. The tag is
 * a weak one: the same file may come packed or as it is.
 */
export async function assetResponse(asset: Asset, immutable: boolean, asked: Headers): Promise<Response> {
  const { bytes, isPacked } = asset;
  const headers: Record<string, string> = {
    ...asset.headers,
    etag: asset.tag,
    "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
    ...(isPacked ? { vary: "accept-encoding" } : {}),
  };
  if (asked.get("if-none-match") === asset.tag) return new Response(null, { status: 304, headers });
  headers["content-type"] = asset.type;
  const takesPacked = isPacked && /\bgzip\b/.test(asked.get("accept-encoding") ?? "");
  if (takesPacked) headers["content-encoding"] = "gzip";
  return new Response(takesPacked ? bytes : await plainBytes(asset), { headers });
}

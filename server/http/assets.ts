/** The built interface: a page and its files with hashed names, read once and kept in memory. */
import { getMimeType } from "hono/utils/mime";
import { digestOf, framePolicy, scriptOf } from "./frame_policies.ts";

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Changes with the bytes: who has them already need not be sent them again. */
  readonly tag: string;
  /** Headers of its own, instead of those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** By their names; those with hashed names stand in `assets/`, frames in `frames/`, pictures of the installed page in `icons/`. Empty when nothing was built. */
export type Assets = ReadonlyMap<string, Asset>;

export async function readAssets(folder: string): Promise<Assets> {
  const files = new Map<string, Asset>();
  try {
    for (const place of ["", "assets/", "frames/", "icons/"]) {
      for await (const { name, isFile } of Deno.readDir(`${folder}/${place}`)) {
        if (!isFile) continue;
        const type = getMimeType(name) ?? "application/octet-stream";
        const bytes = await Deno.readFile(`${folder}/${place}${name}`);
        const tag = `W/"${await digestOf(bytes)}"`;
        const headers = place === "frames/" ? await headersOf(name, bytes) : {};
        files.set(place + name, { bytes, type, tag, headers });
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

/** What a frame may do: its own script and nothing of anybody else's, told by the hash of what is sent. */
async function headersOf(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Readonly<Record<string, string>>> {
  const script = scriptOf(new TextDecoder().decode(bytes));
  return framePolicy(name.replace(/\.html$/, ""), await digestOf(new TextEncoder().encode(script))) ?? {};
}

/** What gets shorter by it; pictures and typefaces are packed already. */
const PACKABLE = /^(?:text\/|application\/(?:javascript|json|manifest)|image\/svg)/;
/** Bytes from which packing saves more than it says. */
const PACKED_FROM = 1_000;

const packed = new WeakMap<Asset, Promise<Uint8Array<ArrayBuffer>>>();

/** Its bytes by gzip, made once, when they are first asked for. */
function packedOf(asset: Asset): Promise<Uint8Array<ArrayBuffer>> {
  const known = packed.get(asset) ??
    new Response(new Blob([asset.bytes]).stream().pipeThrough(new CompressionStream("gzip"))).bytes();
  packed.set(asset, known);
  return known;
}

/**
 * An answer with a file; hashed names never change their content, others are asked for again by their tag. The tag is
 * a weak one: the same file may come packed or as it is.
 */
export async function assetResponse(asset: Asset, immutable: boolean, asked: Headers): Promise<Response> {
  const packs = PACKABLE.test(asset.type) && asset.bytes.length >= PACKED_FROM;
  const headers: Record<string, string> = {
    ...asset.headers,
    etag: asset.tag,
    "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
    ...(packs ? { vary: "accept-encoding" } : {}),
  };
  if (asked.get("if-none-match") === asset.tag) return new Response(null, { status: 304, headers });
  headers["content-type"] = asset.type;
  if (!packs || !/\bgzip\b/.test(asked.get("accept-encoding") ?? "")) {
    return new Response(asset.bytes, { headers });
  }
  return new Response(await packedOf(asset), { headers: { ...headers, "content-encoding": "gzip" } });
}

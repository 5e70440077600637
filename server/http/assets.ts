/** The built interface: a page and its files with hashed names, read once and kept in memory. */

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export class Assets {
  readonly #files: ReadonlyMap<string, Asset>;

  constructor(files: ReadonlyMap<string, Asset>) {
    this.#files = files;
  }

  /** Reads `folder` and its `assets/`; empty when the interface was not built. */
  static async read(folder: string): Promise<Assets> {
    const files = new Map<string, Asset>();
    const walk = async (path: string, name: string): Promise<void> => {
      for await (const entry of Deno.readDir(path)) {
        const inner = name === "" ? entry.name : `${name}/${entry.name}`;
        if (entry.isDirectory) await walk(`${path}/${entry.name}`, inner);
        else {
          const extension = /\.([a-z0-9]+)$/.exec(entry.name)?.[1] ?? "";
          const type = TYPES[extension] ?? "application/octet-stream";
          files.set(inner, { bytes: await Deno.readFile(`${path}/${entry.name}`), type });
        }
      }
    };
    try {
      await walk(folder, "");
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return new Assets(files);
  }

  get present(): boolean {
    return this.#files.has("index.html");
  }

  get(name: string): Asset | undefined {
    return this.#files.get(name);
  }
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

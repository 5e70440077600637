/**
 * Reads a web page as text. The address is checked where the connection is made, after the name was resolved,
 * and again for every redirect; size and time are bounded; what comes back is data, never an instruction.
 */
import { lookup as resolve } from "node:dns";
import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { z } from "zod";
import { ADDRESS_CHARS } from "../../events/catalog/limits.ts";
import { addressOf, siteOf } from "../../projections/conversation/addresses.ts";
import { isPublicAddress } from "./address.ts";
import type { Tool, ToolResult } from "./toolbox.ts";

/** Bytes of a page that are read: long articles fit, archives do not. */
export const PAGE_BYTES = 200 * 1024;
/** Milliseconds for the whole page. */
export const PAGE_MS = 10_000;
/** Redirects followed, each checked like the first address. */
const REDIRECTS = 3;

const Args = z.object({ url: z.string() });
const NO_ADDRESS =
  `This is no address that can be read: it begins with http:// or https://, has no name or password in it, ` +
  `and has at most ${ADDRESS_CHARS} characters.`;
const leadsOn = (to: string): string =>
  `The page leads on to another site, which was not read. To have the person asked, read this address: ${to}`;

interface FetchOptions {
  /** Whether an address may be talked to. @default public ones only */
  readonly allowed?: (address: string) => boolean;
  /** Whether what a page links to is told with its text. @default true */
  readonly links?: boolean;
}

class Refused extends Error {}

function lookupWith(allowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "", 0);
      const bad = found.find(({ address }) => !allowed(address));
      if (bad || found.length === 0) return callback(new Refused("refused"), "", 0);
      if (options.all) return callback(null, found);
      callback(null, found[0]?.address ?? "", found[0]?.family ?? 0);
    });
  };
}

async function open(
  url: URL,
  signal: AbortSignal,
  allowed: (address: string) => boolean,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is not looked up, so it is checked here.
  if (isIP(host) && !allowed(host)) throw new Refused("refused");
  // Loaded with the first page that somebody reads: most servers never do.
  const { get } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  return await new Promise((done, failed) => {
    const request: ClientRequest = get(url, {
      signal,
      lookup: lookupWith(allowed),
      headers: {
        accept: "text/html, text/plain, application/json",
        "accept-encoding": "identity",
        "user-agent": "fishbowl",
      },
      agent: false,
    }, done);
    request.on("error", failed);
  });
}

/** Ways a body may be packed; we ask for none but the first, and servers send what they like. */
const UNPACK: Readonly<Record<string, (() => Duplex) | null>> = {
  identity: null,
  "": null,
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The page's text, cut at its limit; null where it is packed in a way that nobody here knows. */
async function read(page: IncomingMessage): Promise<string | null> {
  const unpack = UNPACK[page.headers["content-encoding"]?.trim().toLowerCase() ?? ""];
  if (unpack === undefined) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const unpacked = unpack?.();
  const coming = unpacked ? pipeline(page, unpacked).catch((error) => unpacked.destroy(error)) : null;
  try {
    for await (const chunk of unpacked ?? page) {
      chunks.push(chunk);
      size += chunk.length;
      // A small file may unpack to a huge one: no more of it is unpacked than is read.
      if (size > PAGE_BYTES) break;
    }
  } finally {
    unpacked?.destroy();
    page.destroy();
    await coming;
  }
  const bytes = await new Blob(chunks.map((chunk) => chunk.slice())).bytes();
  return new TextDecoder().decode(bytes.subarray(0, PAGE_BYTES));
}

/** What came back, in words for the model. */
async function toldOf(page: IncomingMessage, address: string, tellsLinks: boolean): Promise<ToolResult> {
  const { statusCode = 0, headers } = page;
  const type = headers["content-type"] ?? "";
  const not = (result: string): ToolResult => {
    page.destroy();
    return { status: "error", result };
  };
  if (statusCode !== 200) return not(`The server answered ${statusCode}.`);
  if (!/^(text\/|application\/(json|xml|xhtml))/.test(type)) return not("The page is not text.");
  const text = await read(page);
  if (text === null) return not("The page is packed in a way that cannot be read.");
  // No text has this character; a packed file that says nothing of it does.
  if (text.includes("\0")) return not("The page is not text.");
  if (!type.includes("html")) return { status: "ok", result: text };
  // Loaded with the first page that needs it.
  const { readPage } = await import("./read_page.ts");
  const { words, links } = await readPage(text, address);
  const told = tellsLinks && links.length > 0;
  return { status: "ok", result: !told ? words : `${words}\n\nLinks:\n${links.join("\n")}` };
}

export function fetchUrl({ allowed = isPublicAddress, links = true }: FetchOptions = {}): Tool {
  return {
    idempotent: true,
    label: "Read a web page (asks for addresses that nobody gave)",
    schema: {
      name: "fetch_url",
      description: "Reads a public web page and returns its text and its links. " +
        "An address that nobody gave in this conversation is shown to the person first.",
      parameters: {
        type: "object",
        properties: { url: { type: "string", description: "The address, with http:// or https://" } },
        required: ["url"],
        additionalProperties: false,
      },
    },
    address(args) {
      const parsed = Args.safeParse(args);
      return parsed.success ? addressOf(parsed.data.url.trim()) : null;
    },
    async run(args, signal, mayRead) {
      const first = this.address?.(args) ?? null;
      if (first === null) return { status: "error", result: NO_ADDRESS };
      let address: string = first;
      if (!mayRead(address)) return { status: "refused", result: "Nobody allowed this address." };
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
      try {
        for (let hop = 0; hop <= REDIRECTS; hop++) {
          const page: IncomingMessage = await open(new URL(address), bounded, allowed);
          const { statusCode = 0, headers } = page;
          if (statusCode < 300 || statusCode >= 400 || !headers.location) {
            return await toldOf(page, address, links);
          }
          page.destroy();
          const next: string | null = URL.canParse(headers.location, address)
            ? addressOf(new URL(headers.location, address).href)
            : null;
          if (next === null) return { status: "error", result: NO_ADDRESS };
          if (siteOf(next) !== siteOf(address) && !mayRead(next)) {
            return { status: "error", result: leadsOn(next) };
          }
          address = next;
        }
        return { status: "error", result: "Too many redirects." };
      } catch (error) {
        if (error instanceof Refused) return { status: "refused", result: "This address may not be read." };
        return { status: "error", result: "The page could not be read." };
      }
    },
  };
}

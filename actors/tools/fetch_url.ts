/**
 * Reads a web page as text. The address is checked where the connection is made, after the name was resolved,
 * and again for every redirect; size and time are bounded; what comes back is data, never an instruction.
 */
import { lookup as resolve } from "node:dns";
import { type ClientRequest, get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { z } from "zod";
import { isPublicAddress } from "./address.ts";
import type { Tool } from "./toolbox.ts";

/** Bytes of a page that are read: long articles fit, archives do not. */
export const PAGE_BYTES = 200 * 1024;
/** Milliseconds for the whole page. */
export const PAGE_MS = 10_000;
/** Redirects followed, each checked like the first address. */
const REDIRECTS = 3;

const Args = z.object({ url: z.string().max(2_000) });

export interface FetchOptions {
  /** Whether an address may be talked to. @default public ones only */
  readonly allowed?: (address: string) => boolean;
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

function open(
  url: URL,
  signal: AbortSignal,
  allowed: (address: string) => boolean,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is not looked up, so it is checked here.
  if (isIP(host) && !allowed(host)) return Promise.reject(new Refused("refused"));
  const get = url.protocol === "https:" ? getHttps : getHttp;
  return new Promise((done, failed) => {
    const request: ClientRequest = get(url, {
      signal,
      lookup: lookupWith(allowed),
      headers: { accept: "text/html, text/plain, application/json", "user-agent": "fishbowl" },
      agent: false,
    }, done);
    request.on("error", failed);
  });
}

async function read(page: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of page) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > PAGE_BYTES) break;
  }
  page.destroy();
  const bytes = new Uint8Array(await new Blob(chunks.map((chunk) => chunk.slice())).arrayBuffer());
  return new TextDecoder().decode(bytes.subarray(0, PAGE_BYTES));
}

export function fetchUrl({ allowed = isPublicAddress }: FetchOptions = {}): Tool {
  return {
    idempotent: true,
    schema: {
      name: "fetch_url",
      description: "Reads a public web page and returns its text.",
      parameters: {
        type: "object",
        properties: { url: { type: "string", description: "The address, with http:// or https://" } },
        required: ["url"],
        additionalProperties: false,
      },
    },
    async run(args, signal) {
      const parsed = Args.safeParse(args);
      let url = parsed.success && URL.canParse(parsed.data.url) ? new URL(parsed.data.url) : null;
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)]);
      try {
        for (let hop = 0; url && hop <= REDIRECTS; hop++) {
          if (url.protocol !== "http:" && url.protocol !== "https:") break;
          const page: IncomingMessage = await open(url, bounded, allowed);
          const { statusCode = 0, headers } = page;
          if (statusCode >= 300 && statusCode < 400 && headers.location) {
            page.destroy();
            url = URL.canParse(headers.location, url) ? new URL(headers.location, url) : null;
            continue;
          }
          const type = headers["content-type"] ?? "";
          if (statusCode !== 200) {
            page.destroy();
            return { status: "error", result: `The server answered ${statusCode}.` };
          }
          if (!/^(text\/|application\/(json|xml|xhtml))/.test(type)) {
            page.destroy();
            return { status: "error", result: "The page is not text." };
          }
          const text = await read(page);
          if (!type.includes("html")) return { status: "ok", result: text };
          // Loaded with the first page that needs it.
          const { plainText } = await import("./plain_text.ts");
          return { status: "ok", result: await plainText(text) };
        }
        return {
          status: "error",
          result: url ? "Too many redirects, or not a web address." : "Not a web address.",
        };
      } catch (error) {
        if (error instanceof Refused) return { status: "refused", result: "This address may not be read." };
        return { status: "error", result: "The page could not be read." };
      }
    },
  };
}

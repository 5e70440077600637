/**
 * The only way bytes leave for a provider: exactly the rendered body, to exactly the configured address, with
 * headers built from scratch (PROVIDERS.md rows 1 and 11). The SDKs get this as their `fetch`, or the answer alone, and so can add
 * no header, no credential of the environment and no other host.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { z } from "zod";
import type { Provider } from "../../events/catalog/workspace.ts";
import { jsonOf } from "../runtime/json.ts";
import { isProviderAddress } from "../tools/address.ts";
import { providerError } from "./error_messages.ts";
import { retryAfterMs, statusError, streamError } from "./errors.ts";
import type { ProviderError } from "./types.ts";

/** Bytes of one answer, decompressed: a dozen times the longest real one. */
export const TURN_BYTES = 10 * 1024 * 1024;
/** Bytes of one line of a stream. */
const LINE_BYTES = 200 * 1024;
/** Bytes read of an error's body: enough to know its code. */
const ERROR_BYTES = 64 * 1024;
/** Bytes of a list of models: OpenRouter's has half a megabyte. */
export const LIST_BYTES = 5 * 1024 * 1024;
/**
 * Bytes that one reading of an answer may give, into a room that each call keeps. Of its own the platform makes one of 64 KB for
 * each piece, which costs more than all else that is done with it.
 */
const ROOM_BYTES = 16 * 1024;
/** Bytes that are read of an answer behind its last event, for its end. */
const REST_BYTES = 64 * 1024;
/** Answers whose end is waited for at once, each on its connection; of more the oldest is left. */
export const ENDING = 16;
/** Milliseconds for which the end of one is waited for: one that never comes holds a connection, here and there. */
export const ENDING_MS = 10_000;

interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: a GET for a list. */
  readonly body?: Uint8Array | undefined;
  /** The answer is a document of so many bytes at most, no stream. @default 5 MB without a body */
  readonly document?: number;
  /** Bytes of one line of a stream at most. @default 200 KB */
  readonly line?: number;
  readonly signal: AbortSignal;
  /** Epoch milliseconds, for a `Retry-After` that is a date. */
  readonly now: () => number;
  /** Called when bytes of the answer come. */
  readonly heard?: (() => void) | undefined;
  /** Milliseconds for which the end of an answer is waited for behind its last event. @default 10 s */
  readonly ending?: number;
  /** The addresses of a name. @default what the system says */
  readonly resolve?: Resolve;
}

/** Addresses a name stands for; rejects for a name that stands for none. */
type Resolve = (host: string) => Promise<readonly string[]>;

const systemNames: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Refuses an address that leads to this link or to a cloud's metadata, also by a name. Deno's own list of denied
 * addresses holds as well, but it knows no IPv6 ranges and no IPv4 inside IPv6.
 */
export async function checkAddress(
  url: string,
  signal: AbortSignal,
  resolve: Resolve = systemNames,
): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  let addresses: readonly string[] = [host];
  if (!isIP(host)) {
    try {
      addresses = await untilAborted(resolve(host), signal);
    } catch {
      return; // The call itself says what is wrong.
    }
  }
  if (addresses.every(isProviderAddress)) return;
  throw providerError("bad_request", {
    sentence:
      "The base URL leads to a link-local or metadata address, which is never called. Please change it.",
  });
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * The key in one header, never in both: a gateway that forwards the other one would show it to whoever is behind
 * it. Without a key, as local servers are, nothing stands for it.
 */
export function credential(
  apiKey: string | null,
  header: NonNullable<Provider["keyHeader"]>,
): Record<string, string> {
  if (apiKey === null) return {};
  return header === "authorization" ? { authorization: `Bearer ${apiKey}` } : { "x-api-key": apiKey };
}

/**
 * Sends a request and gives back the answer's stream, with its size capped.
 * @throws ProviderError for everything that is not a success, redirects included.
 */
export async function sendBytes(request: WireRequest): Promise<Response> {
  const { url, headers, body, signal } = request;
  const streams = body !== undefined && request.document === undefined;
  await checkAddress(url, signal, request.resolve);
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    headers: {
      accept: streams ? "text/event-stream, application/json" : "application/json",
      "user-agent": "fishbowl",
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { body: body.slice() } : {}),
    // Following could carry a key to another host.
    redirect: "manual",
    credentials: "omit",
    signal,
  });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw providerError("not_found", {
      statusCode: response.status,
      sentence:
        "The address redirects to another one. Please set the base URL to where the AI service really is.",
    });
  }
  if (!response.ok) {
    const words = await textUpTo(response, ERROR_BYTES);
    throw statusError(
      response.status,
      words,
      body ?? new Uint8Array(),
      retryAfterMs(response.headers, request.now()),
    );
  }
  const type = response.headers.get("content-type") ?? "";
  if (streams && /\b(json|html)\b/i.test(type)) throw await notAStream(response);
  if (!response.body) throw providerError("malformed");
  const caps = streams
    ? { total: TURN_BYTES, line: request.line ?? LINE_BYTES }
    : listed(request.document ?? LIST_BYTES);
  const capped = cappedBody(response.body, caps, request);
  return new Response(capped, { status: response.status, headers: response.headers });
}

/** A document may be one line. */
const listed = (bytes: number) => ({ total: bytes, line: bytes });

const Disguised = z.object({ error: z.unknown() });

/** A whole document instead of a stream: an error in disguise, or a server that cannot stream. */
async function notAStream(response: Response): Promise<ProviderError> {
  const { error } = Disguised.safeParse(jsonOf(await textUpTo(response, ERROR_BYTES))).data ?? {};
  if (error) return streamError(error);
  return providerError("malformed", {
    retryable: false,
    sentence: "The AI service did not answer with a stream. Please check the base URL.",
  });
}

async function textUpTo(response: Response, bytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk.subarray(0, bytes - size), { stream: true });
      size += chunk.length;
      if (size >= bytes) break;
    }
  } catch {
    // The status says enough when its body breaks off.
  }
  return text;
}

const LF = 10;
const CR = 13;

/** Bytes of the line that `piece` leaves open, of which `before` came before it; more than `most` where a line of it is longer. */
function openLine(before: number, piece: Uint8Array, most: number): number {
  // Where not even all of it makes a line too long, it is enough to look for its last end: answers come in small pieces.
  if (before + piece.length <= most) {
    const end = Math.max(piece.lastIndexOf(LF), piece.lastIndexOf(CR));
    return end < 0 ? before + piece.length : piece.length - 1 - end;
  }
  let line = before;
  for (const byte of piece) {
    if (byte === LF || byte === CR) line = 0;
    else if (++line > most) break;
  }
  return line;
}

/**
 * The body with its size capped, closed by us when `signal` aborts: `fetch` forgets its signal when the response
 * it gave is collected as garbage, and the socket would stay open behind a stopped answer.
 */
function cappedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  caps: { readonly total: number; readonly line: number },
  { signal, heard = () => {}, ending = ENDING_MS }: Pick<WireRequest, "signal" | "heard" | "ending">,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader({ mode: "byob" });
  const close = (reason?: unknown) => reader.cancel(reason).catch(() => undefined);
  let room = new Uint8Array(ROOM_BYTES);
  let size = 0;
  let current = 0;
  let left = false;
  return new ReadableStream({
    start(controller) {
      const stop = () => {
        void close();
        controller.error(providerError("aborted"));
      };
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    },
    async pull(controller) {
      const { done, value } = await reader.read(room);
      if (signal.aborted || left) return;
      if (done) return controller.close();
      room = new Uint8Array(value.buffer);
      heard();
      size += value.length;
      current = openLine(current, value, caps.line);
      if (size <= caps.total && current <= caps.line) return controller.enqueue(value.slice());
      void close();
      controller.error(providerError("too_large"));
    },
    cancel(reason) {
      left = true;
      return signal.aborted ? close(reason) : void toTheEnd(reader, ending);
    },
  });
}

/** Leaving them, the oldest first. */
const leaving = new Set<() => void>();

/**
 * Reads what stands behind the last event of an answer, which nobody waits for: most often nothing but its end, without which
 * HTTP/1.1 cannot use the connection again and the next answer would wait for one of its own.
 */
async function toTheEnd(reader: ReadableStreamBYOBReader, ms: number): Promise<void> {
  const leave = () => void reader.cancel().catch(() => {});
  leaving.add(leave);
  for (const oldest of leaving) {
    if (leaving.size <= ENDING) break;
    leaving.delete(oldest);
    oldest();
  }
  const late = setTimeout(leave, ms);
  try {
    let size = 0;
    const more = () => reader.read(new Uint8Array(ROOM_BYTES));
    for (let next = await more(); !next.done && size <= REST_BYTES; next = await more()) {
      size += next.value.length;
    }
    if (size > REST_BYTES) leave();
  } catch {
    // It broke off behind all that it had to say.
  } finally {
    clearTimeout(late);
    leaving.delete(leave);
  }
}

/**
 * The only way a request leaves for a server of tools: to that server's own origin, never to a link-local or metadata
 * address, along no redirect, with its secret in one header. What comes back is bounded in bytes, levels and values, and is
 * handed on in small pieces, so that a server that talks without end holds nobody up.
 */
import { checkAddress } from "../providers/wire.ts";
import { ScopeError, scopeWanted } from "./sign_in/step_up.ts";
import { yieldLoop } from "../runtime/yield_loop.ts";
import { tooMuchIn } from "../../events/catalog/json_depth.ts";

/** Bytes of one answer: a picture as base64, or the longest list of tools. */
export const ANSWER_BYTES = 4 * 1024 * 1024;
/** Bytes of one stream of events that stays open; then it ends, and is asked for again where it is wanted. */
const STREAM_BYTES = 16 * 1024 * 1024;
/** Values and levels in one message: what reads it takes a few milliseconds for as many. */
const MESSAGE_VALUES = 10_000;
const MESSAGE_LEVELS = 64;
/** Bytes handed on at once: what reads forty short messages takes some milliseconds. */
const PIECE_BYTES = 4 * 1024;

/** Why a server was not heard, as a closed set of words. */
export type Unheard = "elsewhere" | "redirected" | "too_large";
export class UnheardError extends Error {
  override readonly name = "UnheardError";
  constructor(readonly why: Unheard) {
    super(why);
  }
}

interface Guarded {
  readonly url: string;
  /** The header with the secret; null where there is none. */
  readonly header: { readonly name: string; readonly value: string } | null;
  /** The token of who signed in there, as it is now; takes the place of what the header says in `Authorization`. */
  readonly bearer?: (() => Promise<string | null>) | undefined;
  /** Aborted when the connection is closed. */
  readonly signal: AbortSignal;
  /** Told of the first reason for which something was not taken. */
  unheard(why: Unheard): void;
  /** Between the beginnings of two streams that stay open. @default a second */
  readonly rest?: (signal: AbortSignal) => Promise<void>;
}

/** Milliseconds: a server that ends each stream at once is not asked more often, whatever it says itself. */
const REST_MS = 1_000;
const aSecond = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, REST_MS);
    signal.addEventListener("abort", done);
  });

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A `fetch` for one server. */
export function guardedFetch(
  { url: server, header, bearer, signal, unheard, rest = aSecond }: Guarded,
): Fetch {
  let rested = Promise.resolve();
  const origin = new URL(server).origin;
  const refuse = (why: Unheard): never => {
    unheard(why);
    throw new UnheardError(why);
  };
  return async (to, init = {}) => {
    const url = new URL(to);
    if (url.origin !== origin || url.username !== "" || url.password !== "") return refuse("elsewhere");
    const ends = init.signal ? AbortSignal.any([signal, init.signal]) : signal;
    if (init.method === undefined || init.method === "GET") {
      const before = rested;
      rested = before.then(() => rest(signal));
      await before;
    }
    await checkAddress(url.href, ends);
    const headers = new Headers(init.headers);
    headers.set("user-agent", "fishbowl");
    if (header) headers.set(header.name, header.value);
    const token = await bearer?.();
    if (typeof token === "string") headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(url, {
      ...init,
      headers,
      redirect: "manual",
      credentials: "omit",
      signal: ends,
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      return refuse("redirected");
    }
    const wanted = response.status === 403 && typeof token === "string"
      ? scopeWanted(response.headers.get("www-authenticate"))
      : null;
    if (wanted !== null) {
      await response.body?.cancel();
      throw new ScopeError(wanted);
    }
    if (!response.body) return response;
    if (isStream(response)) {
      const most = init.method === "GET" ? STREAM_BYTES : ANSWER_BYTES;
      return answered(response, inPieces(response.body, most, ends, unheard));
    }
    const text = await textOf(inPieces(response.body, ANSWER_BYTES, ends, unheard));
    if (tooMuchIn(text, MESSAGE_LEVELS, MESSAGE_VALUES)) return refuse("too_large");
    return answered(response, text);
  };
}

export const isStream = ({ headers }: Response): boolean =>
  /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");

const answered = ({ status, headers }: Response, body: BodyInit): Response =>
  new Response(body, { status, headers });

const textOf = (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> =>
  new Response(stream).text();

const LF = 10, CR = 13;
/** `{`, `[` and `,`: each may begin a value. */
const VALUES = new Set([0x7b, 0x5b, 0x2c]);
/** Values of one event, counted as signs: texts have them too, so of these there may be more. */
const EVENT_SIGNS = 10 * MESSAGE_VALUES;

/** The stream in small pieces with rests between, up to `most` bytes. */
function inPieces(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
  signal: AbortSignal,
  unheard: (why: Unheard) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const close = (reason?: unknown) => reader.cancel(reason).catch(() => undefined);
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array();
  let size = 0, signs = 0, ended = 0;
  /** Whether one event after another stays within what may be in it. */
  const fits = (piece: Uint8Array): boolean => {
    for (const byte of piece) {
      if (byte === LF || byte === CR) {
        // A blank line ends an event.
        if (++ended >= 2) signs = 0;
      } else {
        ended = 0;
        if (VALUES.has(byte) && ++signs > EVENT_SIGNS) return false;
      }
    }
    return true;
  };
  return new ReadableStream({
    start(controller) {
      const stop = () => {
        void close();
        controller.error(signal.reason);
      };
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    },
    async pull(controller) {
      if (rest.length === 0) {
        const { done, value } = await reader.read();
        if (signal.aborted) return;
        if (done) return controller.close();
        rest = value;
        size += value.length;
      } else await yieldLoop();
      if (signal.aborted) return;
      const piece = rest.subarray(0, PIECE_BYTES);
      rest = rest.subarray(PIECE_BYTES);
      if (size <= most && fits(piece)) return controller.enqueue(piece);
      void close();
      unheard("too_large");
      controller.error(new UnheardError("too_large"));
    },
    cancel: close,
  });
}

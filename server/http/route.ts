/**
 * One table of routes: the app serves it, OpenAPI is generated from it, and the tests that fuzz every route and check
 * its access and its answers walk it. What a handler is given and may answer is what the contract's schemas say.
 */
import type { z } from "zod";
import type { Actor } from "../../events/catalog/envelope.ts";
import type { Identity } from "../access/access.ts";
import type { Sent } from "../contract/values.ts";
import { encoded, encodedInTurns, encodingOf } from "./encoding.ts";
import type { AccessKind } from "./guard.ts";
import { jsonTexts } from "./long_json.ts";
import type { Services } from "./services.ts";

/** Bytes of a JSON body: 5,000 characters of four bytes, prompts of 50,000, and room. */
export const JSON_BODY_BYTES = 1024 * 1024;
/** Bytes of a program's: whole histories, with their images. */
export const PROGRAM_BODY_BYTES = 16 * 1024 * 1024;

export interface Call<B = unknown, Q = unknown> {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** Bytes of the body, for routes that take them raw. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly by: Actor;
  /** The caller's credential, and what it may do. */
  readonly who: Identity;
  /** Names who calls, for idempotency keys: two callers may use the same key. */
  readonly caller: string;
  readonly services: Services;
}

/** An answer with another status than its route's, or with headers of its own. */
export class Reply<T> {
  constructor(readonly value: T, readonly status: number, readonly headers: HeadersInit = {}) {}
}
type Result<A> = Sent<A> | Reply<Sent<A>>;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface Definition<B, Q> {
  /** Absent: `api`. */
  readonly access?: AccessKind;
  /** What it does, in one line. */
  readonly summary: string;
  readonly body?: z.ZodType<B>;
  /** The body may be missing. */
  readonly optionalBody?: boolean;
  /** The list of the body that may have thousands of entries, and has no bound of its own: checked a part at a time. */
  readonly list?: "messages" | "input";
  /** Bytes of the body at most; absent: `JSON_BODY_BYTES`. */
  readonly bodyBytes?: number;
  /** Takes the bytes as they are, up to this many. */
  readonly rawBytes?: number;
  /** What of the query is known; the rest is let pass. */
  readonly query?: z.ZodType<Q> & z.ZodObject;
  /** Answered also when all places for requests are taken. */
  readonly always?: true;
  /** Served also while the disk is nearly full: it reads, ends what is under way, keeps people in, or takes a deletion back. Deleting always is. */
  readonly whenFull?: true;
  /** Served also while the server waits for its first password; pages and their files always are. */
  readonly inSetUp?: true;
  /** Its answer may be of megabytes: it is written a piece at a time, and nothing in it changes meanwhile. */
  readonly long?: true;
  /** Absent: 200. */
  readonly status?: number;
  /** Answers besides `status` and the errors that every route of its kind has: what each means. */
  readonly answers?: Readonly<Record<number, string>>;
}
/** Answers with JSON, or with nothing. */
interface JsonRoute<B, Q, A> extends Definition<B, Q> {
  readonly answer: z.ZodType<A>;
  handle(call: Call<B, Q>): Promise<Result<A>> | Result<A>;
}
/** Answers with other things as well, by their content type; a stream of events is described by one of its frames. */
interface MediaRoute<B, Q, A> extends Definition<B, Q> {
  readonly answer?: z.ZodType<A>;
  readonly media: Readonly<Record<string, z.ZodType>>;
  handle(call: Call<B, Q>): Promise<Result<A> | Response> | Result<A> | Response;
}

export interface Route extends Definition<unknown, unknown> {
  readonly method: Method;
  readonly path: string;
  readonly access: AccessKind;
  readonly status: number;
  readonly answer?: z.ZodType;
  readonly media?: Readonly<Record<string, z.ZodType>>;
  handle(call: Call): unknown;
}

/** Defines a route; the compiler holds its handler to the schemas. `path` in Hono's notation: `/api/agents/:id`. */
export function route<B = undefined, Q = undefined, A = never>(
  method: Method,
  path: string,
  definition: JsonRoute<B, Q, A> | MediaRoute<B, Q, A>,
): Route {
  // `handle` is given what `body` and `query` parsed.
  return { method, path, access: "api", status: 200, ...definition } as unknown as Route;
}

/**
 * What a handler returned, as it is sent. What was read is packed as `accepts` (an `Accept-Encoding`) has it; never what
 * was written: only such an answer can hold a secret beside words of the request (SECURITY.md 5).
 */
export async function responseOf(
  { status, method, long }: Route,
  result: unknown,
  accepts: string | null = null,
): Promise<Response> {
  if (result instanceof Response) return result;
  const reply = result instanceof Reply ? result : new Reply(result, status);
  if (reply.value === undefined) return new Response(null, reply);
  const encoding = method === "GET" ? encodingOf(accepts) : null;
  const { body, headers } = long
    ? await encodedInTurns(jsonTexts(reply.value), encoding)
    : encoded(JSON.stringify(reply.value), encoding);
  const response = new Response(body, reply);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (!response.headers.has("content-type")) response.headers.set("content-type", "application/json");
  response.headers.set("cache-control", "no-store");
  return response;
}

/**
 * One table of routes: the app serves it, OpenAPI is generated from it, and the tests that fuzz every
 * route and check its access walk it. The schema that validates a body is the one that is published.
 */
import type { z } from "zod";
import type { Actor } from "../../events/catalog/envelope.ts";
import type { Identity } from "../access/access.ts";
import type { AccessKind } from "./guard.ts";
import type { Services } from "./services.ts";

/** Bytes of a JSON body: 5,000 characters of four bytes, prompts of 50,000, and room. */
export const JSON_BODY_BYTES = 1024 * 1024;

export interface Call<B> {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
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

export interface Route<B = unknown> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Hono's notation: `/api/conversations/:id`. */
  readonly path: string;
  readonly access: AccessKind;
  /** What it does, in one line. */
  readonly summary: string;
  readonly body?: z.ZodType<B>;
  /** The body may be missing. */
  readonly optionalBody?: boolean;
  /** Takes the bytes as they are, up to this many. */
  readonly rawBytes?: number;
  readonly query?: readonly string[];
  /** Answered also when all places for requests are taken. */
  readonly always?: true;
  /** Served also while the server waits for its first password; pages and their files always are. */
  readonly inSetUp?: true;
  readonly status: number;
  /** Answers besides `status` and the errors that every route of its kind has: what each means. */
  readonly answers?: Readonly<Record<number, string>>;
  handle(call: Call<B>): Promise<Response> | Response;
}

/** Defines a route; the body's type is that of its schema. */
export function route<B = undefined>(definition: Route<B>): Route<unknown> {
  // Only `handle` uses B, and it gets what `body` parsed.
  return definition as unknown as Route<unknown>;
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

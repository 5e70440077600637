/** Holds what a server answers to its contract: every JSON answer and every frame that a test reads. */
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import assert from "node:assert/strict";
import type { z } from "zod";
import { MessagesProblem, ProblemDocument, ProgramProblem } from "../../server/contract/problem_document.ts";
import type { Route } from "../../server/http/route.ts";
import { Frames } from "../../ui/state/frames.ts";
import { isDrawn } from "../effort.ts";

function hold(schema: z.ZodType, value: unknown, what: string): void {
  const { error } = schema.safeParse(value);
  if (error) assert.fail(`${what} is not what the contract says: ${JSON.stringify(error.issues, null, 1)}`);
}

/** By path: each server has the same routes, and a pattern is made ready when it is first used. */
const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const pattern = patterns.get(path) ??
    new RegExp(`^${path.replace(/:\w+(\{\.\+\})?/g, (_, free) => free ? ".+" : "[^/]+")}$`);
  patterns.set(path, pattern);
  return pattern;
}

/** How often each kind of answer came. */
const came = new Map<string, number>();

/** Whether an answer is looked at: the first of each kind are, and of the others those that are drawn. */
function isLookedAt(kind: string): boolean {
  const times = (came.get(kind) ?? 0) + 1;
  came.set(kind, times);
  return times <= 2 || isDrawn(8);
}

/** The schema of an answer; null for what no schema describes. */
function schemaOf(route: Route | undefined, status: number, type: string, path: string): z.ZodType | null {
  if (type === "application/problem+json") return ProblemDocument;
  const program = path === "/v1" || /^\/(v1|api\/agency)\//.test(path);
  if (status >= 400 && path.startsWith("/v1/messages")) return MessagesProblem;
  if (status >= 400 && path.startsWith("/v1/models")) return ProgramProblem.or(MessagesProblem);
  if (status >= 400 && program) return ProgramProblem;
  if (type === "application/json") return route?.answer ?? null;
  return route?.media?.[type] ?? null;
}

/** One frame as the contract describes it: of our own streams with its name, of programs' its data alone. */
function frameOf({ name, id, data }: { name: string; id: string; data: string }): unknown {
  const value = data === "[DONE]" ? data : JSON.parse(data);
  return name === "message" ? value : { event: name, ...(id === "" ? {} : { id }), data: value };
}

/** `handle`, whose answers are looked at as they are read. What is wrong breaks the body where it stands. */
export function held(
  routes: readonly Route[],
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await handle(request);
    const { pathname } = new URL(request.url);
    const what = `${request.method} ${pathname} ${response.status}`;
    // HEAD is answered as GET is: to keep the body back is the platform's.
    const asked = request.method === "HEAD" ? "GET" : request.method;
    const route = routes.find(({ method, path }) => method === asked && patternOf(path).test(pathname));
    const type = response.headers.get("content-type")?.split(";")[0] ?? "";
    const schema = schemaOf(route, response.status, type, pathname);
    if (response.body === null) return response;
    if (type === "text/event-stream") {
      assert.ok(schema, `${what}: streams that the contract does not know`);
      return new Response(framesHeld(response.body, schema, what, route?.path ?? pathname), response);
    }
    if (!/\/(problem\+)?json$/.test(type)) return response;
    const bytes = await response.bytes();
    const text = opened(bytes, response.headers.get("content-encoding"));
    assert.ok(schema, `${what}: JSON that the contract does not know: ${text.slice(0, 200)}`);
    const kind = `${request.method} ${route?.path ?? pathname} ${response.status}`;
    if (isLookedAt(kind)) hold(schema, JSON.parse(text), what);
    return new Response(bytes, response);
  };
}

/** What stands in an answer, however it is packed. */
const opened = (bytes: Uint8Array<ArrayBuffer>, encoding: string | null): string =>
  new TextDecoder().decode(
    encoding === "gzip" ? gunzipSync(bytes) : encoding === "zstd" ? zstdDecompressSync(bytes) : bytes,
  );

/** The same bytes, taken only when they are asked for: how a slow reader is treated is not changed by looking. */
function framesHeld(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  schema: z.ZodType,
  what: string,
  path: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const frames = new Frames();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      for (const frame of frames.push(decoder.decode(value, { stream: true }))) {
        // Of events each type is a kind, whoever's they are.
        const kind = `${path} ${frame.name} ${/"type":"\w+"/.exec(frame.data)?.[0] ?? ""}`;
        if (isLookedAt(kind)) hold(schema, frameOf(frame), `a frame of ${what}`);
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/**
 * Loaded before a server by `--preload`, this one or a bare one: notes when the hops of a message until its first text happen,
 * at the doors of the platform. Nothing of the server is changed for it, and what it tells stands at an address of its own.
 */
import { sharedNow, STAMPS_PATH } from "./stamp.ts";

let stamps: Record<string, number> = {};
let commits = 0;

const DRAFT = new TextEncoder().encode("event: draft");
const beginsDraft = (chunk: unknown): boolean =>
  chunk instanceof Uint8Array && DRAFT.every((byte, at) => chunk[at] === byte);

function note(name: string): void {
  stamps[name] ??= sharedNow();
}

/** Notes when a method of `of` is called, and when what it gave has come, by the names that `called` gives; null: not this time. */
function around(
  of: object,
  method: string,
  called: (args: readonly unknown[]) => readonly [begins: string | null, ends: string | null],
): void {
  const door: (...args: unknown[]) => unknown = Reflect.get(of, method);
  Reflect.set(of, method, function (this: unknown, ...args: unknown[]) {
    const [begins, ends] = called(args);
    if (begins !== null) note(begins);
    const result = door.apply(this, args);
    if (ends !== null && result instanceof Promise) result.then(() => note(ends), () => undefined);
    return result;
  });
}

const { serve } = Deno;
Reflect.set(
  Deno,
  "serve",
  (options: Deno.ServeTcpOptions, handle: Deno.ServeHandler) =>
    serve(options, (request, info) => {
      if (request.url.endsWith(STAMPS_PATH)) return Response.json(stamps);
      if (request.method === "POST" && request.url.endsWith("/messages")) {
        stamps = {};
        commits = 0;
        note("entered");
      }
      return handle(request, info);
    }),
);
for (const reading of ["bytes", "json"]) around(Request.prototype, reading, () => [null, "read"]);
around(Deno.AtomicOperation.prototype, "commit", () => {
  commits++;
  return [`commit ${commits}`, `commit ${commits} done`];
});
around(globalThis, "fetch", () => ["asked", "answered"]);
around(ReadableStreamDefaultReader.prototype, "read", () => [null, "answered" in stamps ? "piece" : null]);
around(ReadableStreamDefaultController.prototype, "enqueue", ([chunk]) => [
  "answered" in stamps && beginsDraft(chunk) ? "written" : null,
  null,
]);

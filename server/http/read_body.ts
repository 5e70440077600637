/** Reads a body within its limit and validates it; anything else is a clear error and changes nothing. */
import { z } from "zod";
import { inWords, UNKNOWN_FIELD } from "../../events/catalog/in_words.ts";
import { JSON_LEVELS, JSON_VALUES } from "../../events/catalog/json_depth.ts";
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";
import type { FieldError } from "../contract/problem_document.ts";
import { decoded, parsedInPieces, TooMuch } from "./json_pieces.ts";
import { comeAgain, Problem } from "./problem.ts";
import { JSON_BODY_BYTES, type Route } from "./route.ts";

/** Milliseconds in which a body must have come: the largest, 20 MB, needs 1.4 megabits a second for it. */
export const BODY_MS = 120_000;
/** Milliseconds without a byte after which no more are waited for. */
export const BODY_SILENCE_MS = 15_000;

/**
 * Bytes of a body that comes with its head or a moment later. Where it says that it is so short the platform reads it at once,
 * and all of it has to come within the time of a silence.
 */
export const SHORT_BYTES = 4 * 1024;

/** Calls `run` after `ms` milliseconds; returns the way to take it back. */
export type Timer = (ms: number, run: () => void) => () => void;

const realTimer: Timer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const tooLarge = (limit: number) =>
  new Problem("too_large", `At most ${limit / 1024 / 1024} MB can be sent at once.`);

const notInTime = () => new Problem("timeout", "The body did not come in time.");

/** What ends the reading of a body beside its sender. */
export interface Interruptions {
  readonly timer?: Timer;
  /** Aborts when the place that the body takes is needed. */
  readonly needed?: AbortSignal | undefined;
  /** Aborts when the process was told to end: Deno breaks off the bodies still on their way then. */
  readonly stopping?: AbortSignal;
}

/** A body that broke off is its sender's fault, unless it was ours. */
function brokenOff(error: unknown, stopping?: AbortSignal): Problem {
  if (error instanceof Problem) return error;
  return stopping?.aborted
    ? comeAgain("unavailable", "The server is ending. Please try again in a moment.")
    : new Problem("malformed", "The body cannot be read.");
}

/** The chunks of a body, or the problem with it. */
async function* chunksOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  { timer = realTimer, needed, stopping }: Interruptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  const giveUp = () => late.reject(notInTime());
  const stopAll = timer(BODY_MS, giveUp);
  needed?.addEventListener("abort", giveUp);
  let stop = () => {};
  let size = 0;
  try {
    for (;;) {
      stop = timer(BODY_SILENCE_MS, giveUp);
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      stop();
      if (done) return;
      size += value.length;
      if (size > limit) throw tooLarge(limit);
      yield value;
    }
  } catch (error) {
    throw brokenOff(error, stopping);
  } finally {
    stop();
    stopAll();
    needed?.removeEventListener("abort", giveUp);
    void reader.cancel().catch(() => undefined);
  }
}

/** A body that says it is short, in a third of the time that it takes to read it in chunks. */
async function shortBody(
  request: Request,
  limit: number,
  { timer = realTimer, stopping }: Interruptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const late = Promise.withResolvers<never>();
  const stop = timer(BODY_SILENCE_MS, () => late.reject(notInTime()));
  try {
    const bytes = await Promise.race([request.bytes(), late.promise]);
    if (bytes.length > limit) throw tooLarge(limit);
    return bytes;
  } catch (error) {
    throw brokenOff(error, stopping);
  } finally {
    stop();
  }
}

/** How many bytes a request says that its body has; null where it does not say. */
function toldBytes({ headers }: Request): number | null {
  const told = headers.get("content-length");
  return told === null ? null : Number(told);
}

/**
 * Begins to read a short body while it is looked up who sent it; null where it is not short, or no JSON is expected. What it says
 * is looked at by `readBody` alone, which is given it: where it is refused before that nobody asks for it.
 */
export function beginBody(
  route: Route,
  request: Request,
  interruptions: Interruptions,
): Promise<Uint8Array<ArrayBuffer>> | null {
  const limit = limitOf(route);
  const told = toldBytes(request);
  if (!route.body || route.rawBytes !== undefined) return null;
  // Its stream is not asked for: once it was, the platform takes three times as long to give the bytes.
  if (told === null || !(told > 0 && told <= Math.min(limit, SHORT_BYTES))) return null;
  const begun = shortBody(request, limit, interruptions);
  begun.catch(() => undefined);
  return begun;
}

const limitOf = ({ bodyBytes }: Route): number => bodyBytes ?? JSON_BODY_BYTES;

/**
 * Reads at most `limit` bytes.
 * @throws {Problem} too large, too slow, or broken off
 */
export async function readBytes(
  request: Request,
  limit: number,
  interruptions: Interruptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const told = toldBytes(request);
  if (told !== null && told > limit) {
    await request.body?.cancel();
    throw tooLarge(limit);
  }
  if (!request.body) return new Uint8Array(0);
  // A stranger's is read in chunks: it may have to be let go.
  if (told !== null && told <= SHORT_BYTES && !interruptions.needed) {
    return await shortBody(request, limit, interruptions);
  }
  return joined(await Array.fromAsync(chunksOf(request.body, limit, interruptions)));
}

function joined(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Of several forms that it may have, what is wrong by the one that fits best; as it is where it is none of them at all. */
function nearest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const forms = issue.errors.filter((found) => found.some(({ path }) => path.length > 0))
    .sort((a, b) => a.length - b.length);
  const [form] = forms;
  if (!form) return [issue];
  return form.map((one) => ({ ...one, path: [...issue.path, ...one.path] })).flatMap(nearest);
}

/**
 * What is wrong, field by field, in words that never contain what was sent.
 * @param before entries of the list that stand before those that were checked
 */
function fieldErrors(issues: readonly z.core.$ZodIssue[], before: number): FieldError[] {
  const numbered = (part: PropertyKey, at: number) => at === 1 && before > 0 ? before + Number(part) : part;
  return issues.flatMap(nearest).slice(0, 20).map((issue) => ({
    path: issue.path.map(numbered).map(String).join(".").slice(0, 200),
    message: issue.message,
  }));
}

/** What a body may have, by its name; null where it is no object. */
function fieldsOf(schema: z.ZodType): z.core.$ZodShape | null {
  const known = schema instanceof z.ZodLazy ? schema.unwrap() : schema;
  return known instanceof z.ZodObject ? known.shape : null;
}

/** The field itself is not named, as nothing that was sent is; what it may have been meant to be is. */
function knownFields(schema: z.ZodType): string {
  const fields = fieldsOf(schema);
  if (!fields) return "";
  const names = Object.keys(fields);
  return names.length === 0 ? "; it takes none" : `; it takes ${names.join(", ")}`;
}

function validate<T>(schema: z.ZodType<T>, value: unknown, before = 0): T {
  const parsed = schema.safeParse(value, { error: inWords });
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error.issues, before);
  const [first] = errors;
  const whole = first?.path === "" && first.message === UNKNOWN_FIELD;
  const detail = whole
    ? `The body ${UNKNOWN_FIELD}${knownFields(schema)}`
    : first
    ? `${first.path ? `${first.path}: ` : ""}${first.message}`
    : "The body is not valid.";
  throw new Problem("validation", detail, errors);
}

/** Entries of a list that are checked at once: a few milliseconds. */
const CHECKED = 1_000;

/** What the route's schema makes of a body, also of one whose list may have thousands of entries. */
export async function validated(
  { body, list: name }: Route,
  value: unknown,
): Promise<unknown> {
  const whole: Readonly<Record<string, unknown>> = Object(value);
  const list: string = name ?? "";
  const entries = whole[list];
  const schema = body && fieldsOf(body)?.[list];
  if (!body || !schema || !Array.isArray(entries) || entries.length <= CHECKED) {
    return body && validate(body, value);
  }
  const rest = z.object({ [list]: schema });
  const some = (at: number) => ({ [list]: entries.slice(at, at + CHECKED) });
  const first = Object(validate(body, { ...whole, ...some(0) }));
  const checked: unknown[] = first[list];
  for (let at = CHECKED; at < entries.length; at += CHECKED) {
    await yieldLoop();
    for (const one of Object(validate(rest, some(at), at)[list])) checked.push(one);
  }
  return first;
}

/** The known parts of a query. An empty text is none; of a name that comes twice, the first counts. */
export function readQuery(route: Route, query: URLSearchParams): unknown {
  const given = [...query].reverse().filter(([, text]) => text !== "");
  return route.query && validate(route.query, Object.fromEntries(given));
}

/** Throws 415 for a packed body: its bytes would be read, and kept, as if they were what was packed. */
function refusePacked({ headers }: Request): void {
  const codings = (headers.get("content-encoding") ?? "").toLowerCase().split(",").map((name) => name.trim());
  if (codings.every((name) => name === "" || name === "identity")) return;
  throw new Problem(
    "unsupported_media_type",
    "Send the body as it is, without a Content-Encoding.",
    undefined,
    {
      "accept-encoding": "identity",
    },
  );
}

interface Body {
  readonly body: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @param begun what was read of it already, as `beginBody` gives it */
export async function readBody(
  route: Route,
  request: Request,
  interruptions: Interruptions,
  begun?: Uint8Array<ArrayBuffer>,
): Promise<Body> {
  if (route.body || route.rawBytes !== undefined) refusePacked(request);
  if (route.rawBytes !== undefined) {
    return { body: undefined, bytes: await readBytes(request, route.rawBytes, interruptions) };
  }
  const none = new Uint8Array(0);
  if (!route.body) return { body: undefined, bytes: none };
  const bytes = begun ?? await readBytes(request, limitOf(route), interruptions);
  if (bytes.length === 0 && route.optionalBody) return { body: validate(route.body, {}), bytes };
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new Problem("unsupported_media_type", "Send the body as application/json.");
  }
  return { body: await validated(route, await parsed(bytes)), bytes };
}

async function parsed(bytes: Uint8Array): Promise<unknown> {
  try {
    return await parsedInPieces(await decoded(bytes), refuseProto);
  } catch (error) {
    const of = error instanceof TooMuch ? error.of : null;
    if (of === "levels") {
      throw new Problem("malformed", `The body is nested more than ${JSON_LEVELS} levels deep.`);
    }
    if (of) throw new Problem("malformed", `The body has more than ${JSON_VALUES} values.`);
    throw error instanceof Problem ? error : new Problem("malformed", "The body is not JSON.");
  }
}

function refuseProto(value: unknown, text: string): void {
  // Written plainly or with escapes: what has neither is not gone through.
  if (/__proto__|\\u/.test(text) && namesProto(value)) {
    throw new Problem("validation", "The body has a field “__proto__”, which nothing here can be called.");
  }
}

/** Whether a field anywhere in it is called as the prototype of every object is: schemas would leave it out in silence. */
const namesProto = (value: unknown): boolean =>
  typeof value === "object" && value !== null &&
  (Object.hasOwn(value, "__proto__") || Object.values(value).some(namesProto));

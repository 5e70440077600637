/** From a request to a command of the actors, and from its outcome to an answer. */
import type { PersonCommand } from "../../actors/conversation/commands.ts";
import type { Outcome } from "../../actors/system.ts";
import type { Refused } from "../../actors/runtime/stream_actor.ts";
import { Id } from "../../events/catalog/envelope.ts";
import type { ConversationState } from "../../projections/conversation/state.ts";
import { sha256 } from "../../events/store/codec.ts";
import type { ProblemCode } from "../contract/problem_document.ts";
import { Problem } from "./problem.ts";
import type { Call } from "./route.ts";
import { mint } from "./services.ts";

/** Characters of an idempotency key. */
export const KEY_CHARACTERS = 200;
export const KEY_PATTERN = /^[\x21-\x7e]+$/;
/** Seconds after which a refused writer may try again. */
const RETRY_AFTER = "1";

const CODES: Readonly<Record<Refused["code"], ProblemCode>> = {
  validation: "validation",
  not_found: "not_found",
  conflict: "conflict",
  stale: "conflict",
  reused_key: "reused_key",
  busy: "too_many_requests",
  unavailable: "unavailable",
  too_large: "validation",
  // Only a turn's own actor loses a turn; a person's command never names a fence.
  lost: "conflict",
};

export function problemOf(outcome: Refused): Problem {
  const errors = outcome.path ? [{ path: outcome.path, message: outcome.detail }] : undefined;
  const again = outcome.code === "busy" || outcome.code === "unavailable";
  return new Problem(
    CODES[outcome.code],
    outcome.detail,
    errors,
    again ? { "retry-after": RETRY_AFTER } : {},
  );
}

/** The key of the request's `Idempotency-Key` header, checked; undefined without one. */
export function idempotencyKey(request: Request): string | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (key.length === 0 || key.length > KEY_CHARACTERS || !KEY_PATTERN.test(key)) {
    throw new Problem("validation", `Idempotency-Key must be 1 to ${KEY_CHARACTERS} visible characters.`);
  }
  return key;
}

/** What the request's key calls the things it makes, so that a repetition finds them; undefined without one. */
export function keyedName(call: Call): string | undefined {
  const key = idempotencyKey(call.request);
  return key === undefined ? undefined : sha256(`${call.caller} ${call.url.pathname} ${key}`).slice(0, 12);
}

/** The id of a conversation about to be made. */
export function conversationIdFor(call: Call): string {
  const name = keyedName(call);
  return name === undefined ? mint(call.services, "conversation") : `conversation_${name}`;
}

/** Who asks, and under which key; `natural` is the key that the body itself gives. */
export function metaOf(call: Call, natural?: string) {
  const header = idempotencyKey(call.request);
  const key = header === undefined ? natural : `key:${header}`;
  const bodyHash = sha256(`${call.request.method} ${call.url.pathname} ${JSON.stringify(call.body ?? null)}`);
  return {
    by: call.by,
    ...(key === undefined ? {} : { idempotency: { caller: call.caller, key, bodyHash } }),
  };
}

/** Carries out a command; throws the problem when it is refused. */
export async function execute(
  call: Call,
  conversationId: string,
  command: PersonCommand,
  meta: ReturnType<typeof metaOf> = metaOf(call),
): Promise<Extract<Outcome, { ok: true }>> {
  const outcome = await call.services.system.execute(conversationId, command, meta);
  if (!outcome.ok) throw problemOf(outcome);
  return outcome;
}

/** A path parameter that must be an id; anything else names nothing. */
export function param(call: Call, name: string): string {
  const value = call.params[name] ?? "";
  if (!Id.safeParse(value).success) throw new Problem("not_found", "There is nothing with that id.");
  return value;
}

/** The event as of which something is asked, of a conversation; undefined: now. Throws 422 beyond its head. */
export function seqQuery(
  { query: { at } }: Call<unknown, { readonly at?: number | undefined }>,
  { seq }: ConversationState,
): number | undefined {
  if (at === undefined || at <= seq) return at;
  throw new Problem("validation", `at must be a whole number from 1 to ${seq}.`, [
    { path: "at", message: `must be a whole number from 1 to ${seq}` },
  ]);
}

/** The fold of a conversation, by default of the one named in the path, or 404. Use it before the next await. */
export async function conversationOf(
  call: Call,
  id: string = param(call, "id"),
): Promise<ConversationState> {
  const state = await call.services.system.conversation(id);
  if (!state) throw new Problem("not_found", "There is no such conversation.");
  return state;
}

/** From a request to a command of the actors, and from its outcome to an answer. */
import type { PersonCommand } from "../../actors/conversation/commands.ts";
import type { Meta, Outcome, System, WorkspaceChange } from "../../actors/system.ts";
import type { Refused } from "../../actors/runtime/stream_actor.ts";
import { Id } from "../../events/catalog/envelope.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import type { ProblemCode } from "../contract/problem_document.ts";
import { comeAgain, Problem, wrongField } from "./problem.ts";
import type { Call } from "./route.ts";
import { mint } from "./services.ts";

/** Characters of an idempotency key. */
export const KEY_CHARACTERS = 200;
export const KEY_PATTERN = /^[\x21-\x7e]+$/;

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

/** What was carried out; throws the problem where it was refused. */
export function carried<T extends { readonly ok: true }>(outcome: T | Refused): T {
  if (outcome.ok) return outcome;
  const { code, detail, path } = outcome;
  if (code === "busy" || code === "unavailable") throw comeAgain(CODES[code], detail);
  throw new Problem(CODES[code], detail, path ? [{ path, message: detail }] : undefined);
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
export function metaOf(call: Call, natural?: string): Meta {
  const header = idempotencyKey(call.request);
  const key = header === undefined ? natural : `key:${header}`;
  return {
    by: call.by,
    ...(key === undefined ? {} : { idempotency: { caller: call.caller, key, bodyHash: bodyHashOf(call) } }),
  };
}

/** Tells two requests of one key apart: asked for only where there is a key, since it takes time by the body's length. */
function bodyHashOf({ request, url: { pathname, search }, body }: Call): string {
  return sha256(`${request.method} ${pathname}${search} ${JSON.stringify(body ?? null)}`);
}

/**
 * Refuses a key that was used for another request, where something is done before the command that would refuse it.
 */
export async function checkKey(call: Call, conversationId: string, { idempotency }: Meta): Promise<void> {
  if (!idempotency) return;
  const { caller, key, bodyHash } = idempotency;
  const known = await call.services.store.command(conversationId, caller, key);
  if (known && known.bodyHash !== bodyHash) throw reusedKey();
}

export const reusedKey = () => new Problem("reused_key", "The idempotency key was used for another request.");

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
/** The fields that have a value: a command says nothing of the others. */
export function given<T extends object>(fields: T): Given<T>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Carries out a command; throws the problem when it is refused. */
export async function execute(
  call: Call,
  conversationId: string,
  command: PersonCommand,
  meta: Meta = metaOf(call),
): Promise<Extract<Outcome, { ok: true }>> {
  return carried(await call.services.system.execute(conversationId, command, meta));
}

/** Changes the settings; throws the problem when that is refused. */
export async function changeSettings<T>(system: System, meta: Meta, change: WorkspaceChange<T>) {
  return carried(await system.changeWorkspace(change, meta));
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
  const bounds = `must be a whole number from 1 to ${seq}`;
  throw wrongField("at", bounds, `at ${bounds}.`);
}

export const noConversation = () => new Problem("not_found", "There is no such conversation.");

/** The fold of a conversation, by default of the one named in the path, or 404. Use it before the next await. */
export async function conversationOf(
  call: Call,
  id: string = param(call, "id"),
  since?: number,
): Promise<ConversationState> {
  const state = await call.services.system.conversation(id, since);
  if (!state) throw noConversation();
  return state;
}

/**
 * Making and ending tokens: the row that lets a program in, and the event that says so. The row goes first when a
 * token ends and last when one begins, so that whatever fails between, no token works that nobody knows of.
 */
import { type Actor, WORKSPACE } from "../../events/catalog/envelope.ts";
import type { System } from "../../actors/system.ts";
import type { NewToken } from "../contract/resources.ts";
import type { Access } from "./access.ts";
import { changeSettings } from "../http/commands.ts";
import type { Call } from "../http/route.ts";
import { TOKENS } from "./token_rows.ts";

/** Years ahead that an expiry may lie: further is a slip of the keyboard. */
const YEARS_AHEAD = 10;

/** Why an expiry cannot be, in words; null when it can. `now`: milliseconds since the epoch. */
export function expiryProblem(expiresAt: string | null | undefined, now: number): string | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const at = Date.parse(expiresAt);
  if (!(at > now)) return "must be in the future";
  return at - now > YEARS_AHEAD * 366 * 86_400_000 ? `must be at most ${YEARS_AHEAD} years ahead` : null;
}

interface Parts {
  readonly system: System;
  readonly access: Access;
  readonly by: Actor;
}

export const partsOf = ({ services: { system, access }, by }: Call): Parts => ({ system, access, by });

/** Makes the token and tells it this once. Throws the problem when the change is refused. */
export async function makeToken(
  { system, access, by }: Parts,
  id: string,
  { name, scope = "all", expiresAt }: NewToken,
): Promise<string> {
  const terms = { scope, ...(expiresAt ? { expiresAt: new Date(expiresAt).toISOString() } : {}) };
  await changeSettings(system, { by }, (state) => {
    const alive = Object.values(state.tokens).filter(({ archived }) => !archived).length;
    return alive < TOKENS
      ? { ok: true, events: [{ type: "TokenCreated", data: { id, name, ...terms } }], answer: { id } }
      : {
        ok: false,
        code: "validation",
        detail: `There are ${TOKENS} tokens already; revoke one first.`,
        path: "name",
      };
  });
  const token = await access.addToken(id, name, terms);
  access.note("info", "token_created", { token: id, scope });
  return token;
}

/** Ends the token and the streams it opened; twice is fine. Throws 404 for what never was one. */
export async function endToken({ system, access, by }: Parts, id: string): Promise<void> {
  await access.revokeToken(id);
  const { decided } = await changeSettings(system, { by }, (state) => {
    const token = state.tokens[id];
    if (!token) return { ok: false, code: "not_found", detail: "There is no such token." };
    const ended = !token.archived;
    const events = ended ? [{ type: "TokenRevoked" as const, data: { id } }] : [];
    return { ok: true, events, answer: { id }, aside: ended };
  });
  if (decided?.aside) access.note("info", "token_revoked", { token: id });
}

/** Ends every token: whoever knew the old password may have made one. */
async function endTokens({ system, access, by }: Parts): Promise<void> {
  for (const id of (await access.tokens()).keys()) await access.revokeToken(id);
  const { decided } = await changeSettings(system, { by }, (state) => {
    const ended = Object.values(state.tokens).filter(({ archived }) => !archived).map(({ id }) => id);
    return {
      ok: true,
      events: ended.map((id) => ({ type: "TokenRevoked" as const, data: { id } })),
      answer: { id: WORKSPACE },
      aside: ended,
    };
  });
  for (const id of decided?.aside ?? []) access.note("info", "token_revoked", { token: id });
}

/** Sets the password; every session ends, and where there was another password, every token. */
export async function setPassword(parts: Parts, password: string): Promise<void> {
  const { access } = parts;
  const before = await access.hasPassword();
  // Before it, so that nothing survives a crash in between; after it, for what was made meanwhile.
  if (before) await endTokens(parts);
  await access.setPassword(password);
  if (before) await endTokens(parts);
  access.note("info", before ? "password_changed" : "password_set");
}

/** A turn's first call, made ready before the turn is claimed: one commit holds the claim and the call. */
import { rendered } from "../tools/fence.ts";
import type { Salted } from "../conversation/commands.ts";
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { Shell } from "../providers/types.ts";
import { withMemory } from "./memory.ts";
import { type Caller, refuserOf, type TurnPorts } from "./ports.ts";
import type { SaltedRound, TurnMessages } from "./request.ts";
import { requestHash } from "./request_hash.ts";

type Called = DataOf<"ProviderCalled">;

/** Whom a call asks. */
interface Asking {
  readonly provider: Provider;
  readonly caller: Caller;
}

/** What a call sends. */
export interface Sent {
  readonly shell: Shell;
  readonly context: Pick<TurnMessages, "messages" | "salts" | "cacheKey" | "memory">;
  readonly rounds: readonly SaltedRound[];
}

export interface Opening {
  readonly caller: Caller;
  readonly shell: Shell;
  /** What the body was made of; later calls of the turn begin with the same. */
  readonly context: Sent["context"];
  readonly body: Uint8Array;
  readonly called: Salted<"ProviderCalled">;
  /** Gives the place at the provider back; saying so again does nothing. */
  release(): void;
}

/**
 * The first call of `turn`, or null when something has to be waited for: a place at the provider, or a shell that
 * is not in the store yet.
 */
export function openCall(
  ports: Pick<TurnPorts, "downgrades" | "environment">,
  turn: Pick<Called, "turnId" | "attempt">,
  calling: Asking & Omit<Sent, "rounds"> & { readonly known: (shell: Shell) => string | null },
): Opening | null {
  const { provider, caller, context } = calling;
  const shell = simpler(calling.shell, ports.downgrades.get(refuserOf(provider, calling.shell.model)) ?? []);
  const shellBlob = calling.known(shell);
  const release = shellBlob === null ? null : caller.admitNow(shell.model);
  if (shellBlob === null || !release) return null;
  const sent = { shell, context, rounds: [] };
  const body = bodyOf(caller, sent);
  const salt = ports.environment.salt();
  const data = { ...turn, round: 1, ...calledOf(calling, sent, body, salt), shellBlob };
  return { caller, shell, context, body, called: { data, salt }, release };
}

/** The shell with what is not understood left out. */
export function simpler(shell: Shell, downgrades: Iterable<string>): Shell {
  return { ...shell, downgrades: [...new Set([...shell.downgrades, ...downgrades])].sort() };
}

/** The bytes of a call. */
export const bodyOf = ({ renderer }: Caller, { shell, context, rounds }: Sent): Uint8Array =>
  rendered(renderer, {
    shell: withMemory(shell, context.memory.text),
    messages: context.messages,
    rounds,
    cacheKey: context.cacheKey,
  });

/**
 * What the log holds of a call: whom it asked, by what its body is made, and the hash of the bytes.
 * @param salt of the event that will hold it
 */
export function calledOf(
  { provider, caller }: Asking,
  { shell: { model }, context, rounds }: Sent,
  body: Uint8Array,
  salt: string,
): Omit<Called, "turnId" | "attempt" | "round" | "shellBlob"> {
  return {
    providerId: provider.id,
    provider: provider.kind,
    model,
    renderer: caller.renderer.name,
    hash: "salted",
    sha256: requestHash([salt, ...context.salts, ...rounds.flatMap(({ salts }) => salts)], body),
  };
}

/** A turn's first call, made ready before the turn is claimed: one commit holds the claim and the call. */
import { sha256 } from "../../events/store/codec.ts";
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { RequestMessage, Shell } from "../providers/types.ts";
import { type Caller, refuserOf, type TurnPorts } from "./ports.ts";

type Called = DataOf<"ProviderCalled">;

/** Whom a call asks. */
interface Asking {
  readonly provider: Provider;
  readonly caller: Caller;
}

export interface Opening {
  readonly shell: Shell;
  /** What the body was made of; later calls of the turn begin with the same. */
  readonly messages: readonly RequestMessage[];
  readonly body: Uint8Array;
  readonly called: Called;
  /** Gives the place at the provider back; saying so again does nothing. */
  release(): void;
}

/**
 * The first call of `turn`, or null when something has to be waited for: a place at the provider, or a shell that
 * is not in the store yet.
 */
export function openCall(
  ports: Pick<TurnPorts, "downgrades" | "shells">,
  conversationId: string,
  turn: Pick<Called, "turnId" | "attempt">,
  calling: Asking & { readonly shell: Shell; readonly messages: readonly RequestMessage[] },
): Opening | null {
  const { provider, caller, messages } = calling;
  const shell = simpler(calling.shell, ports.downgrades.get(refuserOf(provider, calling.shell.model)) ?? []);
  const shellBlob = ports.shells.known(conversationId, shell);
  const release = shellBlob === null ? null : caller.admitNow(shell.model);
  if (shellBlob === null || !release) return null;
  const body = caller.renderer.render({ shell, messages, rounds: [] });
  const called = { ...turn, round: 1, ...calledOf(calling, shell, body), shellBlob };
  return { shell, messages, body, called, release };
}

/** The shell with what is not understood left out. */
export function simpler(shell: Shell, downgrades: Iterable<string>): Shell {
  return { ...shell, downgrades: [...new Set([...shell.downgrades, ...downgrades])].sort() };
}

/** What the log holds of a call: whom it asked, by what its body is made, and the hash of the bytes. */
export function calledOf(
  { provider, caller }: Asking,
  { model }: Shell,
  body: Uint8Array,
): Omit<Called, "turnId" | "attempt" | "round" | "shellBlob"> {
  return {
    providerId: provider.id,
    provider: provider.kind,
    model,
    renderer: caller.renderer.name,
    sha256: sha256(body),
  };
}

/**
 * How an attempt becomes this process's: the log decides, by the work row as it was read. Where nothing has to be
 * waited for, the first call stands in the claim's commit.
 */
import type { Order } from "../conversation/carry_out/order.ts";
import type { Shell } from "../providers/types.ts";
import { retry } from "../runtime/retry.ts";
import type { Attempt } from "./attempt.ts";
import { openCall, type Opening } from "./opening.ts";

const NEVER = new AbortController().signal;

/** The lock of the claimed work row, or null: somebody else has it, or the attempt was stopped. */
export async function claim(attempt: Attempt, stamp: string): Promise<string | null> {
  const { ports, conversationId, ids: { turnId, attempt: number }, prepared, signal } = attempt;
  attempt.opening = await open(attempt, (shell) => ports.shells.known(conversationId, shell));
  if (signal.aborted) return null;
  // Otherwise the shell is on its way while the claim is; the first call waits for it.
  if (prepared.ok && !attempt.opening) {
    ports.shells.put(conversationId, prepared.shell).catch(() => undefined);
  }
  const order = { ...claimOf(attempt), fence: { turnId, stamp } };
  const result = await ports.conversations.insist(conversationId, order);
  if (!result.ok || result.stamp !== null) return result.ok ? result.stamp : null;
  // It landed in a try that broke: the row says whether the turn is still ours.
  const work = await retry(ports.environment, NEVER, () => ports.log.work.get(conversationId, turnId));
  return work?.row.owner === ports.owner && work.row.attempt === number ? work.stamp : null;
}

/** What the log is asked for; whether it is still to be had, the rows say that it is checked against. */
export function claimOf({ ports, ids: { turnId, attempt: number }, prepared, opening, by }: Attempt): Order {
  return {
    command: {
      type: "claim",
      turnId,
      owner: ports.owner,
      agentVersion: prepared.ok ? prepared.agent.version : prepared.agentVersion,
      window: prepared.ok ? prepared.spec.window : null,
      ...(prepared.ok ? { seen: prepared.seq } : {}),
      ...(prepared.ok && prepared.tokens.window !== null
        ? { tokens: { estimated: prepared.tokens.estimated, window: prepared.tokens.window } }
        : {}),
      ...(prepared.ok && prepared.memory ? { memory: prepared.memory } : {}),
      ...(opening ? { call: opening.called } : {}),
    },
    by,
    commandId: ports.claimId(turnId, number),
  };
}

/**
 * The first call of a turn that nobody began; whatever goes wrong here is met again by the call itself.
 * @param known the SHA-256 of a shell that a commit may name, or null
 */
export async function open(
  { ports, ids, prepared, caller }: Attempt,
  known: (shell: Shell) => string | null,
): Promise<Opening | null> {
  if (!prepared.ok || !caller || prepared.tokens.refused || ids.attempt > 1) return null;
  try {
    const { provider, shell } = prepared;
    const [ready, context] = await Promise.all([caller, prepared.messages()]);
    return openCall(ports, ids, { provider, caller: ready, shell, context, known });
  } catch {
    return null;
  }
}

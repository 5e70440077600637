/**
 * How an attempt becomes this process's: the log decides, by the work row as it was read. Where nothing has to be
 * waited for, the first call stands in the claim's commit.
 */
import { retry } from "../runtime/retry.ts";
import type { Attempt } from "./attempt.ts";
import { openCall, type Opening } from "./opening.ts";

const NEVER = new AbortController().signal;

/** The lock of the claimed work row, or null: somebody else has it, or the attempt was stopped. */
export async function claim(attempt: Attempt, stamp: string): Promise<string | null> {
  const { ports, conversationId, ids: { turnId, attempt: number }, prepared, signal } = attempt;
  attempt.opening = await open(attempt);
  if (signal.aborted) return null;
  // Otherwise the shell is on its way while the claim is; the first call waits for it.
  if (prepared.ok && !attempt.opening) {
    ports.shells.put(conversationId, prepared.shell).catch(() => undefined);
  }
  const result = await ports.conversations.insist(conversationId, {
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
      ...(attempt.opening ? { call: attempt.opening.called } : {}),
    },
    by: attempt.by,
    commandId: ports.claimId(turnId, number),
    fence: { turnId, stamp },
  });
  if (!result.ok || result.stamp !== null) return result.ok ? result.stamp : null;
  // It landed in a try that broke: the row says whether the turn is still ours.
  const work = await retry(ports.environment, NEVER, () => ports.log.work.get(conversationId, turnId));
  return work?.row.owner === ports.owner && work.row.attempt === number ? work.stamp : null;
}

/** The first call of a turn that nobody began; whatever goes wrong here is met again by the call itself. */
async function open({ ports, conversationId, ids, prepared, caller }: Attempt): Promise<Opening | null> {
  if (!prepared.ok || !caller || prepared.tokens.refused || ids.attempt > 1) return null;
  try {
    const { provider, shell } = prepared;
    const [ready, context] = await Promise.all([caller, prepared.messages()]);
    return openCall(ports, conversationId, ids, { provider, caller: ready, shell, context });
  } catch {
    return null;
  }
}

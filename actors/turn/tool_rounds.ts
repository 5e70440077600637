/**
 * Tools inside a turn. A call is in the log before it runs and its result after. What a crash left open runs
 * again only where that cannot do harm; otherwise the model and the person are told that it is not known.
 */
import type { ConversationEvent } from "../../events/conversation.ts";
import type { ToolRound } from "../providers/types.ts";
import type { Attempt } from "./attempt.ts";
import type { Said } from "./call.ts";
import { roundsOf } from "./request.ts";

/** Tool rounds of one turn: a model that needs more goes in circles. */
export const TOOL_ROUNDS = 16;

const UNKNOWN = "The call was cut short. Whether it took effect is not known; it was not made again.";

type Call = ToolRound["calls"][number];

/** Runs the tools an answer asks for, all at once, and gives the finished round. */
export async function runTools(attempt: Attempt, said: Said): Promise<ToolRound> {
  const { opaque } = said.finish;
  const calls = said.tools.map(({ callId, tool, args }) => ({ callId, tool, args }));
  await announce(attempt, { said: said.raw, ...(opaque === undefined ? {} : { opaque }) }, calls);
  const done = await Promise.all(calls.map((call) => runOne(attempt, call)));
  return { said: said.raw, ...(opaque === undefined ? {} : { opaque }), calls: done };
}

async function announce(
  attempt: Attempt,
  first: { said: string; opaque?: string },
  calls: readonly { callId: string; tool: string; args: string }[],
): Promise<void> {
  const data = calls.map((call, index) => ({
    ...attempt.ids,
    round: attempt.round,
    ...call,
    ...(index === 0 ? first : {}),
  }));
  await attempt.tell({ type: "tool_called", data });
}

async function runOne(attempt: Attempt, call: { callId: string; tool: string; args: string }): Promise<Call> {
  const { tools } = attempt.ports;
  const { status, result } = await tools.run(call.tool, call.args, attempt.signal);
  return await returned(attempt, { ...call, status, result });
}

async function returned(attempt: Attempt, call: Call): Promise<Call> {
  const { callId, status, result } = call;
  await attempt.tell({
    type: "tool_returned",
    data: { ...attempt.ids, round: attempt.round, callId, status, result },
  });
  return call;
}

/**
 * Takes over the tool rounds of the attempt that was cut short: what is done is done, and recorded again under
 * the new attempt, so that its requests can be rebuilt from it alone.
 */
export async function carryRounds(
  attempt: Attempt,
  events: readonly ConversationEvent[],
): Promise<ToolRound[]> {
  const { turnId, attempt: number } = attempt.ids;
  const { tools } = attempt.ports;
  const open = new Set<string>();
  for (const { type, data } of events) {
    if (type !== "ToolCalled" && type !== "ToolReturned") continue;
    if (data.turnId !== turnId || data.attempt !== number - 1) continue;
    if (type === "ToolCalled") open.add(data.callId);
    else open.delete(data.callId);
  }
  const carried: ToolRound[] = [];
  for (const round of roundsOf(events, turnId, number - 1)) {
    attempt.round++;
    const { said, opaque } = round;
    await announce(
      attempt,
      { said, ...(opaque === undefined ? {} : { opaque }) },
      round.calls.map(({ callId, tool, args }) => ({ callId, tool, args })),
    );
    const calls = await Promise.all(round.calls.map((call) => {
      if (!open.has(call.callId)) return returned(attempt, call);
      if (tools.isIdempotent(call.tool)) return runOne(attempt, call);
      return returned(attempt, { ...call, status: "unknown", result: UNKNOWN });
    }));
    carried.push({ ...round, calls });
  }
  return carried;
}

/** What an answer used, each once: the address it read, else the tool's name (S4-30, S4-33). */
export function toolsUsed(rounds: readonly ToolRound[]): string[] {
  const used = new Set<string>();
  for (const { calls } of rounds) for (const { tool, args } of calls) used.add(urlOf(args) ?? tool);
  return [...used];
}

function urlOf(args: string): string | null {
  try {
    const parsed: unknown = JSON.parse(args);
    const url = typeof parsed === "object" && parsed !== null && "url" in parsed ? parsed.url : null;
    return typeof url === "string" && url !== "" ? url.slice(0, 2_000) : null;
  } catch {
    return null;
  }
}

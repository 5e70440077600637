/**
 * Tools inside a turn. A call is in the log before it runs and its result after. What a crash left open runs
 * again only where that cannot do harm; otherwise the model and the person are told that it is not known. A
 * tool that changes something runs when a person has said so, and that stands in the log before it runs.
 */
import type { ConversationEvent } from "../../events/conversation.ts";
import type { ToolRound } from "../providers/types.ts";
import type { Attempt } from "./attempt.ts";
import type { Said } from "./call.ts";
import type { Permission } from "./permissions.ts";
import { roundsOf } from "./request.ts";

/** Tool rounds of one turn: a model that needs more goes in circles. */
export const TOOL_ROUNDS = 16;

const UNKNOWN = "The call was cut short. Whether it took effect is not known; it was not made again.";
const NOT_RUN = {
  refused: "The person did not allow this call. It was not made.",
  unanswered: "Nobody was there to allow this call. It was not made.",
};

type Call = ToolRound["calls"][number];
/** A call to be made, with the word it waits for. */
interface Asked {
  readonly callId: string;
  readonly tool: string;
  readonly args: string;
  readonly permission?: Promise<Permission>;
}

/** Runs the tools an answer asks for, all at once, and gives the finished round. */
export async function runTools(attempt: Attempt, said: Said): Promise<ToolRound> {
  const { opaque } = said.finish;
  const calls = said.tools.map(({ callId, tool, args }) => asking(attempt, { callId, tool, args }));
  await announce(attempt, { said: said.raw, ...(opaque === undefined ? {} : { opaque }) }, calls);
  const done = await Promise.all(calls.map((call) => runOne(attempt, call)));
  return { said: said.raw, ...(opaque === undefined ? {} : { opaque }), calls: done };
}

async function announce(
  attempt: Attempt,
  first: { said: string; opaque?: string },
  calls: readonly Asked[],
): Promise<void> {
  const data = calls.map(({ callId, tool, args, permission }, index) => ({
    ...attempt.ids,
    round: attempt.round,
    callId,
    tool,
    args,
    ...(index === 0 ? first : {}),
    ...(permission ? { asks: true as const } : {}),
  }));
  await attempt.tell({ type: "tool_called", data });
}

/** Starts to wait at once, before the call is in the log and can be answered. */
function asking(attempt: Attempt, call: Pick<Call, "callId" | "tool" | "args">): Asked {
  const { ports, ids, round, signal } = attempt;
  if (!ports.tools.asks(call.tool)) return call;
  return { ...call, permission: ports.permissions.ask({ ...ids, round }, call.callId, signal) };
}

async function runOne(attempt: Attempt, { permission, ...call }: Asked): Promise<Call> {
  const said = await permission ?? "allowed";
  if (said !== "allowed") {
    return await returned(attempt, { ...call, status: "refused", result: NOT_RUN[said] });
  }
  const { status, result, title } = await attempt.ports.tools.run(call.tool, call.args, attempt.signal);
  return await returned(attempt, { ...call, status, result }, title);
}

async function returned(attempt: Attempt, call: Call, title?: string): Promise<Call> {
  const { callId, status, result } = call;
  await attempt.tell({
    type: "tool_returned",
    data: { ...attempt.ids, round: attempt.round, callId, status, result },
    ...(title === undefined ? {} : { title }),
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
  const open = openCalls(events, turnId, number - 1);
  const carried: ToolRound[] = [];
  for (const { round: earlier, ...round } of roundsOf(events, turnId, number - 1)) {
    attempt.round++;
    const { said, opaque } = round;
    const calls = round.calls.map((call) => {
      const before = open.get(keyOf(earlier, call.callId));
      return { call, before, asked: before === "asks" ? asking(attempt, call) : call };
    });
    await announce(
      attempt,
      { said, ...(opaque === undefined ? {} : { opaque }) },
      calls.map(({ asked }) => asked),
    );
    const done = await Promise.all(calls.map(({ call, before, asked }) => {
      if (before === undefined) return returned(attempt, call);
      if (before === "asks") return runOne(attempt, asked);
      if (before === "refused") {
        return returned(attempt, { ...call, status: "refused", result: NOT_RUN.refused });
      }
      if (attempt.ports.tools.isIdempotent(call.tool)) return runOne(attempt, call);
      return returned(attempt, { ...call, status: "unknown", result: UNKNOWN });
    }));
    carried.push({ ...round, calls: done });
  }
  return carried;
}

/** `asks`: nobody had said a word yet, so it did not run. `begun`: it may have. */
type Open = "asks" | "refused" | "begun";

/** The calls of an attempt that had not returned, by `keyOf`. */
function openCalls(events: readonly ConversationEvent[], turnId: string, attempt: number): Map<string, Open> {
  const open = new Map<string, Open>();
  for (const { type, data } of events) {
    if (type !== "ToolCalled" && type !== "ToolDecided" && type !== "ToolReturned") continue;
    if (data.turnId !== turnId || data.attempt !== attempt) continue;
    const key = keyOf(data.round, data.callId);
    if (type === "ToolCalled") open.set(key, data.asks ? "asks" : "begun");
    else if (type === "ToolDecided") open.set(key, data.allowed ? "begun" : "refused");
    else open.delete(key);
  }
  return open;
}

function keyOf(round: number, callId: string): string {
  return `${round} ${callId}`;
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

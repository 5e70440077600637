/**
 * Calls of tools that a calling program runs itself: an answer ends with them, and a later message brings what they
 * gave. Such an answer and that message belong together.
 */
import type { BroughtCall, BroughtResult, DataOf } from "../../events/catalog/conversation.ts";
import type { Body, ConversationState, ToolUse } from "../shapes/folds.ts";
import { changeMessage } from "./messages.ts";

type Returned = NonNullable<DataOf<"MessagePosted">["returned"]>;

/** The calls for the program with which an answer ended: those of its last attempt. */
export function clientCalls(body: Body | undefined): ToolUse[] {
  const tools = body?.tools ?? [];
  const attempt = tools.at(-1)?.attempt;
  return tools.filter((use) => use.client === true && use.attempt === attempt);
}

/** The calls of an answer that nobody here gave, as those of an answer look. */
export const broughtUses = (calls: readonly BroughtCall[]): ToolUse[] =>
  calls.map((call) => ({ attempt: 1, round: 1, ...call, client: true }));

/** Puts results where the calls are; where these were not read, the header alone says that there are some. */
export function giveBack(
  state: ConversationState,
  messageId: string,
  returned: Returned,
  erased: boolean,
): void {
  const { to, results } = returned;
  changeMessage(state, to, { resultsIn: messageId });
  const body = state.bodies[to];
  if (!body?.tools) return;
  const given = new Map(results.map(({ callId, result }) => [callId, result]));
  const waiting = new Set(clientCalls(body));
  state.bodies[to] = {
    ...body,
    tools: body.tools.map((use) => {
      const result = given.get(use.callId) ?? (erased ? "" : undefined);
      if (!waiting.has(use) || result === undefined) return use;
      return { ...use, status: "ok" as const, result, ...(erased ? { erased } : {}) };
    }),
  };
}

/** The newest answer that waits for the results of just these calls; null: none does. */
export function waitingFor(state: ConversationState, results: readonly BroughtResult[]): string | null {
  const given = new Set(results.map(({ callId }) => callId));
  if (given.size !== results.length) return null;
  return state.order.findLast((id) => {
    const message = state.messages[id];
    if (message?.role !== "assistant" || message.status !== "complete" || message.resultsIn) return false;
    const calls = clientCalls(state.bodies[id]);
    return calls.length === given.size && calls.every(({ callId }) => given.has(callId));
  }) ?? null;
}

/** What a message brought back, in the order of the calls; none where it brought nothing. */
export function resultsIn({ messages, bodies }: ConversationState, messageId: string): BroughtResult[] {
  const to = messages[messageId]?.returned;
  if (to === undefined) return [];
  return clientCalls(bodies[to]).map(({ callId, result = "" }) => ({ callId, result }));
}

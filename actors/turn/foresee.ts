/** What answers beside the talk would use, told before any of them is asked for. */
import { HAND_TOKENS } from "../../events/catalog/limits.ts";
import type { Mode } from "../../events/catalog/modes.ts";
import { estimateTokens } from "../../projections/context/tokens.ts";
import { specNow, specOf } from "../../projections/context/spec.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { Foreseen, Trying } from "../../projections/trials/trying.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { costOf, type PriceOverrides } from "../../projections/usage/prices.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { modeOfTurn } from "../conversation/modes/modes.ts";
import { prepare, type Prepared } from "./prepare.ts";

/** Tokens of an answer where none of the agent is known: half a page. */
const USUAL_OUTPUT = 400;
/** Answers of an agent that are looked at for how long its next one may be. */
const LOOKED_AT = 10;

/** How long the last answers of an agent were, with what it thought; in tokens. */
export function usualOutput(state: ConversationState, participantId: string): number {
  const outputs: number[] = [];
  for (let at = state.order.length - 1; at >= 0 && outputs.length < LOOKED_AT; at--) {
    const message = state.messages[state.order[at] ?? ""];
    if (message?.status !== "complete" || message.participantId !== participantId) continue;
    const text = state.bodies[message.id]?.content ?? "";
    outputs.push(message.usage?.output ?? estimateTokens(text));
  }
  if (outputs.length === 0) return USUAL_OUTPUT;
  return Math.ceil(outputs.reduce((sum, one) => sum + one, 0) / outputs.length);
}

/** Tokens of a request, estimated, with what stands beside its messages. */
export function requestTokens(
  { shell: { tools, call }, tokens }: Pick<Prepared, "shell" | "tokens">,
): number {
  const beside = [tools.length > 0 ? JSON.stringify(tools) : "", call?.format ?? ""];
  return tokens.estimated + beside.reduce((sum, text) => sum + estimateTokens(text), 0);
}

/** What a turn that was prepared is expected to use. @param output tokens of its answer; absent: nobody knows its agent */
export function foreseenOf(prepared: Prepared, output = USUAL_OUTPUT, prices: PriceOverrides = {}): Foreseen {
  const { agent, provider, model } = prepared;
  const input = requestTokens(prepared);
  const usage = { input, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const usd = provider.kind === "mock" ? 0 : costOf(usage, model, prices);
  return { agentId: agent.id, model, input, output, usd };
}

type Asked = Parameters<typeof prepare>[4] & { readonly participantId: string };

/** As the rules ask for it; of what they refuse nothing is foreseen. */
function askedFor(state: ConversationState, trying: Trying): Asked[] {
  const like = (mode: Mode, old?: Turn) => modeOfTurn(old ?? { mode }).retriedIn ?? mode;
  if ("turnId" in trying) {
    const turn = state.turns[trying.turnId];
    const spec = turn && specOf(turn);
    if (!spec) return [];
    const { participantId } = turn;
    const asked = { ...spec, participantId, mode: like(spec.mode, turn), aside: true } as const;
    return [asked, { ...asked, without: trying.without }];
  }
  if ("hands" in trying) {
    const spec = { ...specNow(state), window: undefined, aside: true, asks: "hand" } as const;
    return state.participants.filter(({ enabled }) => enabled).map(({ id }) => ({
      ...spec,
      participantId: id,
    }));
  }
  const question = state.messages[trying.messageId];
  if (!question) return [];
  return trying.agentIds.flatMap((agentId) => {
    const participant = state.participants.find((one) => one.agentId === agentId);
    const spec = { through: question.seq, inclusionThrough: state.seq, mode: like(state.mode) };
    return participant ? [{ ...spec, participantId: participant.id, aside: true }] : [];
  });
}

/** One answer of each arm; null where an agent could not be asked, or nothing of it is there. */
export function foresee(
  ports: Parameters<typeof prepare>[0],
  state: ConversationState,
  workspace: WorkspaceState,
  trying: Trying,
): Foreseen[] | null {
  const prices = pricesInForce(workspace);
  const asked = askedFor(state, trying);
  const found = asked.flatMap(({ participantId, ...given }) => {
    const prepared = prepare(ports, state, workspace, participantId, given);
    const output = given.asks ? HAND_TOKENS : usualOutput(state, participantId);
    return prepared.ok ? [foreseenOf(prepared, output, prices)] : [];
  });
  return found.length === 0 || found.length < asked.length ? null : found;
}

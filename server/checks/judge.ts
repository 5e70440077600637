/** Who judges a run of a check on the server, and what that is expected to use. */
import type { Joining } from "../../actors/conversation/commands.ts";
import { toBeJudged } from "../../projections/checks/to_judge.ts";
import {
  JUDGE_PROMPT,
  judgedText,
  toJudge,
  VERDICT_FORM,
  VERDICT_TOKENS,
} from "../../projections/checks/verdict.ts";
import { estimateTokens } from "../../projections/context/tokens.ts";
import { formInstructions } from "../../projections/prompt/form_instructions.ts";
import { systemPrompt } from "../../projections/prompt/system_prompt.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { costOf, type PriceOverrides } from "../../projections/usage/prices.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { wrongField } from "../http/problem.ts";
import { joining } from "../routes/joining_agents.ts";

export interface Judge {
  readonly agent: Joining;
  /** All that its system prompt says when it judges. */
  readonly system: string;
  readonly free: boolean;
}

/** The agent as it is in the settings. Throws 422 for one that is not there, or whose provider is not. */
export function judgeFor(workspace: WorkspaceState, agentId: string): Judge {
  const joined = joining(workspace, agentId, "judge");
  const agent = workspace.agents[agentId];
  const provider = workspace.providers[agent?.providerId ?? ""];
  if (!agent || !provider || provider.archived) throw wrongField("judge", "there is no such provider");
  const system = systemPrompt({
    agent,
    role: workspace.roles[agent.roleId ?? ""],
    personality: workspace.personalities[agent.personalityId ?? ""],
    form: formInstructions(VERDICT_FORM),
    group: JUDGE_PROMPT,
  });
  return { agent: joined, system, free: provider.kind === "mock" };
}

/** What it would use if the answers of a run were as those of the conversation are; `usd` null: no price is known. */
export function foreseenVerdicts(
  state: ConversationState,
  { agent, system, free }: Judge,
  prices: PriceOverrides,
): { readonly verdicts: number; readonly tokens: number; readonly usd: number | null } {
  const wordsOf = (id: string): string => state.bodies[id]?.content ?? "";
  const told = estimateTokens(system);
  let [verdicts, tokens, usd]: [number, number, number | null] = [0, 0, 0];
  for (const judges of toBeJudged(state)) {
    const judged = toJudge(state, judges);
    if (!judged) continue;
    const { rule, question, answer } = judged;
    const input = told + estimateTokens(judgedText(rule, wordsOf(question), wordsOf(answer)));
    const usage = { input, output: VERDICT_TOKENS, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
    const cost = free ? 0 : costOf(usage, agent.model, prices);
    verdicts++;
    tokens += input + VERDICT_TOKENS;
    usd = usd === null || cost === null ? null : usd + cost;
  }
  return { verdicts, tokens, usd };
}

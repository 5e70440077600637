/** Conversations as named checks: what a run is expected to cost, running them, and a run beside what was before. */
import type { DataOf } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { castAs } from "../../projections/checks/cast.ts";
import type { Joining } from "../../actors/conversation/commands.ts";
import { questionsOf } from "../../projections/checks/results.ts";
import { CHECKS } from "../../projections/conversation/list_order.ts";
import { tokensOf } from "../../projections/conversation/turns.ts";
import type { ConversationState, Participant } from "../../projections/shapes/folds.ts";
import { costOf } from "../../projections/usage/prices.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { foreseenVerdicts, type Judge, judgeFor } from "../checks/judge.ts";
import { lookThrough } from "../checks/look_through.ts";
import { scriptOf } from "../checks/script.ts";
import {
  CheckList,
  Compared,
  ComparedQuery,
  ForeseenRun,
  NameCheck,
  NamedCheck,
  RunCost,
  RunList,
  StartedRun,
  StartRun,
} from "../contract/check_shapes.ts";
import {
  conversationIdFor,
  conversationOf,
  execute,
  given,
  noConversation,
  param,
} from "../http/commands.ts";
import { Problem, wrongField } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { AllConversations } from "./all_conversations.ts";
import { compared, runView } from "./check_view.ts";
import { eraseMeanwhile } from "./erasing.ts";
import { lineageOf, titleOfCopy } from "./forks.ts";
import { joining } from "./joining_agents.ts";

/** Checks that are listed: the newest, more than anybody looks through. */
const LISTED = 500;

type Otherwise = StartRun["agents"];
type Cast = Omit<DataOf<"SeatCast">, "participantId">;

/** A participant of the conversation, and how it answers in a run. */
interface Seat {
  readonly participant: Participant;
  readonly agent: Joining;
  /** Null: as the settings say. */
  readonly cast: Cast | null;
  readonly free: boolean;
}

/** Who takes part in a run: who is on in the conversation, each as it is wanted. Throws 404 or 422. */
function seatsFor(state: ConversationState, workspace: WorkspaceState, otherwise: Otherwise): Seat[] {
  const on = state.participants.filter(({ enabled }) => enabled);
  if (Object.keys(otherwise).some((id) => !on.some((one) => one.id === id))) {
    throw new Problem("not_found", "Agent not in this conversation");
  }
  return on.map((participant) => {
    const path = `agents.${participant.id}`;
    const { providerId, model, systemPrompt } = otherwise[participant.id] ?? {};
    const cast = given({ providerId, model, systemPrompt });
    const joined = joining(workspace, participant.agentId, path);
    const settings = workspace.agents[participant.agentId];
    const as = settings && castAs(settings, { ...cast, seq: 0 });
    const provider = workspace.providers[as?.providerId ?? ""];
    if (!as || !provider || provider.archived) throw wrongField(path, "there is no such provider");
    const used = as.model || provider.defaultModel || "";
    return {
      participant,
      agent: { ...joined, model: used },
      cast: Object.keys(cast).length > 0 ? cast : null,
      free: provider.kind === "mock",
    };
  });
}

/** What the answers of the conversation used, at the prices of who is asked now, and judging them. */
function foreseen(
  state: ConversationState,
  workspace: WorkspaceState,
  seats: readonly Seat[],
  judge: Judge | null,
) {
  const prices = pricesInForce(workspace);
  const asked = new Set(questionsOf(state).map(({ id }) => id));
  let [answers, tokens, usd]: [number, number, number | null] = [0, 0, 0];
  for (const id of state.order) {
    const { usage, participantId, question = "", task, panel } = state.messages[id] ?? {};
    const seat = seats.find(({ participant }) => participant.id === participantId);
    if (!usage || !seat || !asked.has(question) || task || panel) continue;
    answers++;
    tokens += tokensOf(usage);
    const cost = seat.free ? 0 : costOf(usage, seat.agent.model, prices);
    usd = usd === null || cost === null ? null : usd + cost;
  }
  if (!judge) return { questions: asked.size, answers, verdicts: 0, tokens, usd };
  const more = foreseenVerdicts(state, judge, prices);
  return {
    questions: asked.size,
    answers,
    verdicts: more.verdicts,
    tokens: tokens + more.tokens,
    usd: usd === null || more.usd === null ? null : usd + more.usd,
  };
}

const judgeIn = (workspace: WorkspaceState, { judge }: Pick<StartRun, "judge">): Judge | null =>
  judge === undefined ? null : judgeFor(workspace, judge);

async function startRun(call: Call<StartRun>): Promise<StartedRun> {
  const { system } = call.services;
  const id = conversationIdFor(call);
  const there = await system.conversation(id);
  if (there) return { conversationId: id, seq: there.seq };
  const workspace = await system.workspace();
  const state = await conversationOf(call);
  const { id: from, seq, title, mode, settings, manager, projectId } = state;
  const seats = seatsFor(state, workspace, call.body.agents);
  const judge = judgeIn(workspace, call.body)?.agent;
  const agentOf = (participantId: string) =>
    seats.find(({ participant }) => participant.id === participantId)?.agent.agentId;
  const cast = seats.flatMap(({ agent: { agentId }, cast }) => cast ? [{ agentId, ...cast }] : []);
  const script = { ...scriptOf(state, agentOf, cast), ...(judge ? { judge } : {}) };
  const asked = questionsOf(state).map((one) => one.id);
  const lineage = lineageOf(state, { seq, kind: "rerun" });
  const called = await titleOfCopy(call, title, { kind: "rerun" });
  const agents = seats.map(({ agent: { agentId, agentVersion, model }, cast }) => ({
    agentId,
    version: agentVersion,
    model,
    ...(cast ? { changed: true as const } : {}),
  }));
  // Noted first where it is looked for, under an id that a repetition finds again.
  const judges = judge && { agentId: judge.agentId, version: judge.agentVersion, model: judge.model };
  await execute(call, from, {
    type: "begin_check_run",
    conversationId: id,
    agents,
    ...given({ judge: judges }),
  });
  const managerAgentId = manager ? agentOf(manager.participantId) : undefined;
  // Words that came in from somewhere else are not this person's because they are repeated.
  if (await system.foreign(from) > 0) await system.setForeign(id, Number.MAX_SAFE_INTEGER);
  await execute(call, id, {
    type: "start",
    title: called,
    // Nobody presses a button there: all are asked, one after the other.
    mode: factsOf(mode).onRequest ? "round_robin" : mode,
    settings: { ...settings, limits: { ...settings.limits, tokens: call.body.limit.tokens } },
    agents: seats.map(({ agent }) => agent),
    ...given({ projectId }),
    ...(manager && managerAgentId ? { managing: { managerAgentId, principles: manager.principles } } : {}),
    lineage,
    script,
  }, { by: call.by });
  const { seq: last } = await execute(call, id, { type: "change", archived: true }, { by: call.by });
  const said = (await conversationOf(call, id)).run?.questions ?? [];
  await eraseMeanwhile(call, from, id, (old) => said[asked.indexOf(old)]);
  return { conversationId: id, seq: last };
}

const at = "/api/conversations/:id";
export const checks: Route[] = [
  route("GET", "/api/checks", {
    summary: "Conversations that are checks, by name: the one that was touched last first",
    answer: CheckList,
    async handle(call) {
      const all = new AllConversations(call.services);
      const items = (await all.page(CHECKS, null, LISTED)).items
        .map(({ id: conversationId, check: name = "", title, updatedAt }) => {
          return { conversationId, name, title, updatedAt };
        });
      return { items, next: null };
    },
  }),
  route("POST", `${at}/check`, {
    summary: "Make the conversation a check of this name; with an empty one it is none any more",
    body: NameCheck,
    answer: NamedCheck,
    async handle(call) {
      const { name } = call.body;
      const { seq } = await execute(call, param(call, "id"), { type: "name_check", name });
      return { name: name.trim(), seq };
    },
  }),
  route("POST", `${at}/checks/cost`, {
    summary: "What running the check is expected to use, before anything is asked",
    body: RunCost,
    answer: ForeseenRun,
    async handle(call) {
      const workspace = await call.services.system.workspace();
      const state = await conversationOf(call);
      const seats = seatsFor(state, workspace, call.body.agents);
      return foreseen(state, workspace, seats, judgeIn(workspace, call.body));
    },
  }),
  route("POST", `${at}/checks/runs`, {
    summary:
      "Run the check: the same questions in a conversation of its own, each after the answers before it",
    body: StartRun,
    status: 201,
    answer: StartedRun,
    handle: startRun,
  }),
  route("GET", `${at}/checks/runs`, {
    summary: "Runs of the check, the newest first, with how many of its expectations hold",
    answer: RunList,
    async handle(call) {
      const { system } = call.services;
      const prices = pricesInForce(await system.workspace());
      const runs = [...(await conversationOf(call)).check?.runs ?? []].toReversed();
      const items = [];
      for (const run of runs) items.push(runView(run, await system.conversation(run.conversationId), prices));
      return { items, next: null };
    },
  }),
  route("GET", `${at}/checks/runs/:run`, {
    summary: "A run beside the conversation itself, or beside another run: each expectation, and the answers",
    query: ComparedQuery,
    answer: Compared,
    async handle(call) {
      const { system } = call.services;
      const prices = pricesInForce(await system.workspace());
      const { check, id } = await conversationOf(call);
      const runOf = (wanted: string) => check?.runs.find((run) => run.conversationId === wanted);
      const begun = runOf(param(call, "run"));
      const { against = id } = call.query;
      const after = begun ? await system.conversation(begun.conversationId) : null;
      if (!begun || !after || (against !== id && !runOf(against))) throw noConversation();
      const before = await conversationOf(call, against);
      for (const state of [before, after]) await lookThrough(state, state);
      return compared(runView(begun, after, prices), before, after, prices);
    },
  }),
];

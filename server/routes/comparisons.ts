/** Comparisons in which nobody knows whose answer is whose: asked, judged, revealed. */
import { VERDICT_UNITS } from "../../events/catalog/limits.ts";
import { digestOf } from "../../actors/conversation/rules/comparisons.ts";
import type { ToCompare } from "../../actors/comparing/asked.ts";
import { seatsProblem } from "../../actors/conversation/rules/seating.ts";
import { verdictOf } from "../../projections/comparisons/judged_result.ts";
import { isElsewhere } from "../../projections/comparisons/comparisons.ts";
import { letterOf, sealedText } from "../../projections/comparisons/letters.ts";
import type { Comparison as Kept } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import {
  Comparison,
  ComparisonList,
  JudgePanel,
  OneComparison,
  StartComparison,
  StartedComparison,
  VoteComparison,
} from "../contract/comparison_shapes.ts";
import { NoFields } from "../contract/values.ts";
import {
  carried,
  checkKey,
  conversationOf,
  execute,
  given,
  keyedName,
  metaOf,
  param,
} from "../http/commands.ts";
import { Problem, wrongField } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";
import { joining } from "./joining_agents.ts";
import { askingOf } from "./panels.ts";
import { resolveAttachments } from "./uploads.ts";

const noComparison = () => new Problem("not_found", "There is no such comparison in this conversation.");

const statusOf = (state: ConversationState, comparison: Kept): Comparison["status"] => {
  if (comparison.revealed) return "revealed";
  if (isElsewhere(state, comparison)) return "elsewhere";
  return comparison.ready === undefined ? "asked" : "ready";
};

const contentOf = ({ bodies }: ConversationState, messageId: string): string =>
  bodies[messageId]?.content ?? "";

type Revealed = NonNullable<Comparison["revealed"]>;
type Judge = NonNullable<NonNullable<Kept["revealed"]>["judge"]>;

/** What it found; why, its room knows. */
function judgeOf(
  { agentId, name, model, best, reason }: Judge,
  room: ConversationState | null,
): Revealed["judge"] {
  const said = room && verdictOf(room);
  const erased = room?.messages[said?.messageId ?? ""]?.erased === true;
  return {
    agentId,
    name,
    model,
    best: best ?? null,
    reason: erased ? "" : (reason ?? said?.reason ?? "").slice(0, VERDICT_UNITS).toWellFormed(),
    messageId: said?.messageId ?? null,
    erased,
  };
}

/** @param room where they were asked; null: it is not there */
const revealedOf = (
  { revealed, digest, roomId }: Kept,
  room: ConversationState | null,
): Comparison["revealed"] =>
  revealed === undefined ? null : {
    at: revealed.at,
    salt: revealed.salt,
    sealed: sealedText(revealed.salt, revealed.seated),
    verified: digestOf(revealed.salt, revealed.seated) === digest,
    seated: revealed.seated.map((one, seat) => ({
      ...one,
      name: revealed.names[seat] ?? "",
      color: revealed.colors[seat] ?? 1,
    })),
    judge: revealed.judge ? judgeOf(revealed.judge, room) : null,
    roomId: room ? roomId : null,
  };

const voteOf = ({ by, at, best, criteria }: Kept["votes"][number]): Comparison["votes"][number] => ({
  by,
  at,
  best,
  criteria: [...criteria ?? []],
});

/** As it is told to `reader`. @param room where it was asked, once that can be opened */
function viewOf(
  state: ConversationState,
  comparison: Kept,
  room: ConversationState | null,
  reader = "",
): Comparison {
  const { id, seq, at, messageId, label, criteria, panel, seats, digest, shared } = comparison;
  return {
    id,
    seq,
    at,
    messageId,
    question: contentOf(state, messageId),
    attachments: [...state.messages[messageId]?.attachments ?? []],
    label: label ?? null,
    criteria: [...criteria ?? []],
    panel: panel ?? null,
    seats,
    status: statusOf(state, comparison),
    digest,
    answers: comparison.answers.map((one, seat) => ({
      letter: letterOf(seat),
      messageId: one.messageId,
      content: contentOf(state, one.messageId),
      gap: one.gap === true,
      names: one.names === true,
      erased: state.messages[one.messageId]?.erased === true,
    })),
    shared: shared ?? null,
    votes: comparison.votes.map(voteOf),
    own: comparison.votes.filter(({ by }) => by === reader).map(voteOf)[0] ?? null,
    revealed: revealedOf(comparison, room),
  };
}

/** Where it was asked, once that can be opened. */
async function roomOf({ services: { system } }: Call, { roomId, revealed }: Kept) {
  if (revealed === undefined) return null;
  const room = await system.conversation(roomId);
  if (room) return room;
  // The talk tells of the reveal first: who reads at once would be told of no room, and have no reason to read again.
  await system.comparing.opened(roomId);
  return await system.conversation(roomId);
}

async function told(call: Call, id: string, since?: number): Promise<Comparison> {
  const conversationId = param(call, "id");
  const find = async () => {
    const state = await conversationOf(call, conversationId, since);
    const comparison = state.comparisons?.[id];
    if (!comparison) throw noComparison();
    return { state, comparison };
  };
  const room = await roomOf(call, (await find()).comparison);
  const { state, comparison } = await find();
  return viewOf(state, comparison, room, call.by.id);
}

/** After what was done to it. */
const done = async (call: Call, seq: number) => ({
  comparison: await told(call, param(call, "comparisonId"), seq),
  seq,
});

/** What the program itself does to a comparison: nobody waits any more, or it is revealed. */
async function doTo(call: Call, what: "stopAsking" | "reveal") {
  const { id } = await conversationOf(call);
  const { comparing } = call.services.system;
  return await done(call, carried(await comparing[what](id, param(call, "comparisonId"), metaOf(call))).seq);
}

/** Begins a comparison of these agents. @param path where a body names them */
async function compare(
  call: Call,
  workspace: WorkspaceState,
  agentIds: readonly string[],
  path: string,
  asked: Omit<ToCompare, "comparisonId" | "agents" | "providers">,
): Promise<StartedComparison> {
  const { id } = await conversationOf(call);
  const asking = metaOf(call);
  await checkKey(call, id, asking);
  const agents = agentIds.map((one, index) => joining(workspace, one, `${path}.${index}`));
  const all = asked.judge ? [...agentIds, asked.judge.agentId] : agentIds;
  const providers = new Set(all.flatMap((one) => workspace.agents[one]?.providerId ?? []));
  const name = keyedName(call);
  const comparisonId = name === undefined ? mint(call.services, "comparison") : `comparison_${name}`;
  const { comparing } = call.services.system;
  const { seq } = carried(
    await comparing.compare(id, { comparisonId, agents, providers: [...providers], ...asked }, asking),
  );
  return { comparisonId, seq };
}

const at = "/api/conversations/:id/comparisons";
export const comparisons: Route[] = [
  route("GET", at, {
    summary: "Comparisons of a conversation, the newest first",
    answer: ComparisonList,
    async handle(call) {
      const state = await conversationOf(call);
      const items = Object.values(state.comparisons ?? {}).toReversed().map((one) => {
        const { id, seq, at, messageId, question, label, seats, status } = viewOf(state, one, null);
        return { id, seq, at, messageId, question, label, seats, status };
      });
      return { items, next: null };
    },
  }),
  route("POST", at, {
    summary: "Put a question to several agents, each alone, without anybody knowing who answers what",
    body: StartComparison,
    status: 201,
    answer: StartedComparison,
    async handle(call) {
      const { question, attachments: named, agentIds, label, criteria } = call.body;
      if (new Set(agentIds).size < agentIds.length) throw wrongField("agentIds", "must be different agents");
      const { system } = call.services;
      const attachments = await resolveAttachments(system, named);
      return await compare(call, await system.workspace(), agentIds, "agentIds", {
        content: question,
        ...given({ attachments, label, criteria }),
      });
    },
  }),
  route("POST", `${at}/panels`, {
    summary:
      "Put a question to a panel and to one of its agents alone, to judge blindly whether it was worth it",
    body: JudgePanel,
    status: 201,
    answer: StartedComparison,
    async handle(call) {
      const { question, attachments: named, panel, aloneId, label, criteria, judge } = call.body;
      const attachments = await resolveAttachments(call.services.system, named);
      const workspace = await call.services.system.workspace();
      const asking = askingOf(workspace, panel, "panel");
      const wrong = seatsProblem(asking.format, asking.seats);
      if (wrong) throw wrongField("panel.seats", wrong);
      const seated = new Set(asking.seats.map(({ agentId }) => agentId));
      if (!seated.has(aloneId)) throw wrongField("aloneId", "must have a seat in the panel");
      const judged = { asking, aloneId };
      return await compare(call, workspace, [...seated], "panel.seats", {
        content: question,
        judged,
        ...given({
          attachments,
          label,
          criteria,
          judge: judge === undefined ? undefined : joining(workspace, judge, "judge"),
        }),
      });
    },
  }),
  route("GET", `${at}/:comparisonId`, {
    summary:
      "A comparison: what was asked, the answers under their letters, and who gave them once that is revealed",
    answer: Comparison,
    handle: (call) => told(call, param(call, "comparisonId")),
  }),
  route("POST", `${at}/:comparisonId/stop`, {
    whenFull: true,
    summary: "Wait no more: who has not answered is a gap",
    body: NoFields,
    optionalBody: true,
    answer: OneComparison,
    handle: (call) => doTo(call, "stopAsking"),
  }),
  route("POST", `${at}/:comparisonId/vote`, {
    summary: "Judge the answers; until they are revealed it can be judged otherwise",
    body: VoteComparison,
    answer: OneComparison,
    async handle(call) {
      const comparisonId = param(call, "comparisonId");
      const { seq } = await execute(call, param(call, "id"), {
        type: "vote_comparison",
        comparisonId,
        ...given(call.body),
        best: call.body.best,
      });
      return await done(call, seq);
    },
  }),
  route("POST", `${at}/:comparisonId/reveal`, {
    summary:
      "Tell whose answers they are; nothing is judged any more, and what was asked can be read and proven",
    body: NoFields,
    optionalBody: true,
    answer: OneComparison,
    handle: (call) => doTo(call, "reveal"),
  }),
];

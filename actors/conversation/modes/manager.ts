/**
 * Manager mode (S1): the manager answers the person or addresses a member by number; a member answers
 * whoever addressed it. Everything said goes from one to one, and the number of turns is bounded.
 */
import { MANAGER_TURNS } from "../../../events/catalog/limits.ts";
import type { Reason } from "../../../events/catalog/conversation.ts";
import type { ConversationState, Turn } from "../../../projections/shapes/folds.ts";
import { participantOf } from "../../../projections/conversation/conversation.ts";
import { agencyPrompt, customInstructions } from "../../../projections/prompt/agency_prompt.ts";
import type { Managing } from "../commands.ts";
import type { Decision } from "../decision.ts";
import type { Destination, Mode } from "./mode.ts";

const NOBODY = "The manager is not enabled in this conversation, so nobody answers.";

/** What the manager hears before the cap ends the exchange. */
const LAST_WORD =
  'This is your last turn for this message, nobody else can be asked any more. Answer the user now, with 0 in "to".';

/** Resolves the number a model wrote in `to` (S1-15…18). Only the manager may address the person with 0. */
function address(state: ConversationState, turn: Turn, number: number | undefined): Destination {
  // Said to nobody: it stays with its author, who hears why.
  const nobody = { to: turn.participantId };
  const from = participantOf(state, turn.participantId);
  if (!from || number === undefined) return nobody;
  const managerId = state.manager?.participantId;
  const others = state.participants.filter((p) => p.id !== from.id && p.enabled);
  if (number === 0) {
    if (from.id === managerId) return { to: "person" };
    // A member has no way to the person: what it says goes to the manager, who has.
    const manager = others.find((p) => p.id === managerId);
    if (manager) return { to: manager.id };
    return { ...nobody, error: "Only the manager may answer the user, and it is not enabled." };
  }
  const target = others.find((p) => p.number === number);
  if (target) return { to: target.id };
  const known = others.map((p) => `#${p.number} (${p.name})`).join(", ") || "nobody";
  return { ...nobody, error: `There is no other agent #${number}. You can address: ${known}.` };
}

/** The agency's manager, else whoever managed before, else the first of the roster. */
function appoint({ manager, participants }: ConversationState, managing?: Managing) {
  if (!managing && manager && participants.some((p) => p.id === manager.participantId)) {
    return { ...manager };
  }
  const participant = managing
    ? participants.find((p) => p.agentId === managing.managerAgentId)
    : participants[0];
  return participant && {
    participantId: participant.id,
    principles: managing?.principles ?? "",
    ...(managing?.agencyId ? { agencyId: managing.agencyId } : {}),
  };
}

/** Requests the turn that follows on `turn`, which has ended, within the cap. `error`: why it reached nobody. */
function next(now: Decision, turn: Turn, error?: string): void {
  const { state } = now;
  const { exchange, participantId } = turn;
  const managerId = state.manager?.participantId ?? "";
  const from = participantOf(state, participantId)?.number;
  const how = state.turns[turn.id]?.status;
  const to = error === undefined ? state.messages[turn.messageId]?.to : undefined;
  if (to === "person" || (how === "failed" && participantId === managerId)) return;
  const used = state.exchanges[exchange]?.turnIds.length ?? 0;
  const most = state.settings.limits?.managerTurns ?? MANAGER_TURNS;
  const stopped = used >= most
    ? `Stopped after ${used} turns without an answer from the manager.`
    : now.limit(exchange);
  if (stopped) return now.notify("cap", stopped, { exchange, turnId: turn.id });
  const request = (id: string, code: Reason["code"], text: string) => {
    const reason = { code, text, ...(from === undefined ? {} : { from }) };
    now.request({ participantId: id, exchange, mode: turn.mode, reason });
  };
  const tell = (id: string, content: string) =>
    now.add("MessagePosted", {
      messageId: now.mint("message"),
      author: { kind: "system", id: "system", name: "System" },
      role: "user",
      content,
      to: id,
    }, exchange);
  const enabled = (id: string) => state.participants.some((p) => p.id === id && p.enabled);
  const addressed = to !== undefined && enabled(to) ? to : null;
  const hearer = how === "completed" ? participantId : managerId;
  if (!addressed) {
    if (!enabled(hearer)) return now.notify("no_agents", NOBODY, { exchange });
    // The answer reached nobody, or the member could not answer: the sender, or the manager, hears why.
    const what = error ?? "It was stopped.";
    tell(hearer, how === "completed" ? what : `#${from ?? 0} could not answer. ${what}`);
  }
  if (used === most - 1 && enabled(managerId)) {
    // Whoever was to speak: a person waits, and only the manager can answer.
    tell(managerId, LAST_WORD);
    return request(managerId, "managing", `has the last of ${used + 1} turns`);
  }
  if (addressed) return request(addressed, "addressed", `addressed by #${from ?? 0}`);
  request(hearer, "repaired", how === "completed" ? "addressed nobody" : "a member could not answer");
}

export const manager: Mode = {
  needsAgent: true,
  nobody: NOBODY,
  prompt: (state, participantId, through) =>
    agencyPrompt(state, participantId, customInstructions(state, through)),
  speakers: ({ participants, manager }) =>
    participants.filter((p) => p.enabled && p.id === manager?.participantId).map(({ id }) => ({
      participantId: id,
      reason: { code: "managing", text: "manages this conversation", from: 0 },
    })),
  next,
  hearer: ({ manager }) => manager?.participantId,
  address,
  appoint,
};

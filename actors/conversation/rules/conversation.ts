/** Decisions about a conversation as a whole: start, change, delete. */
import type { DataOf } from "../../../events/catalog/conversation.ts";
import { PARTICIPANTS } from "../../../events/catalog/limits.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../../projections/conversation/state.ts";
import { Batch, refuse } from "../decision.ts";
import type { Answer, Deciding, Decision, PersonCommand } from "../commands.ts";
import { cancelAll } from "./ending.ts";
import { addPosting, checkPosting } from "./message.ts";
import { addJoining, NEEDS_AGENT, needsAgent } from "./roster.ts";

type CommandOf<T extends PersonCommand["type"]> = Extract<PersonCommand, { type: T }>;

/** One transaction: conversation, roster and first message (S4-19). */
export function start(
  command: CommandOf<"start">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  if (state.seq > 0) return refuse("conflict", "A conversation with this id exists.", "id");
  const { title, mode, settings, agents, managing, message, lineage } = command;
  if (needsAgent(mode) && agents.length === 0) return NEEDS_AGENT;
  if (agents.length > PARTICIPANTS) {
    return refuse("validation", `At most ${PARTICIPANTS} agents can take part.`, "agentIds");
  }
  if (new Set(agents.map((a) => a.agentId)).size < agents.length) {
    return refuse("validation", "An agent can take part only once.", "agentIds");
  }
  const managerAgentId = managing?.managerAgentId ?? agents[0]?.agentId;
  if (mode === "manager" && !agents.some((a) => a.agentId === managerAgentId)) {
    return refuse("validation", "The manager must be one of the agents.", "agentIds");
  }
  const wrong = message ? checkPosting(message, "message") : null;
  if (wrong) return wrong;

  const batch = new Batch(state, deciding);
  batch.add("ConversationStarted", { title, mode, settings, ...(lineage ? { lineage } : {}) });
  const ids = agents.map((agent) => [agent.agentId, addJoining(batch, agent)] as const);
  const manager = ids.find(([agentId]) => agentId === managerAgentId);
  if (mode === "manager" && manager) {
    batch.add("ModeChanged", {
      mode,
      manager: {
        participantId: manager[1],
        principles: managing?.principles ?? "",
        ...(managing?.agencyId ? { agencyId: managing.agencyId } : {}),
      },
    });
  }
  // Nobody else holds the state of a conversation that does not exist yet: fold what was decided so far.
  const begun = batch.events.reduce(
    (folded, event, index) => conversation.evolve(folded, { ...event, seq: index + 1, prev: "" }),
    conversation.initial(state.id),
  );
  const answer: Answer = message ? addPosting(batch, begun, message) : {};
  return { ok: true, events: batch.events, answer };
}

export function change(
  command: CommandOf<"change">,
  state: ConversationState,
  deciding: Deciding,
): Decision {
  const { title, mode, managing, archived, settings } = command;
  const batch = new Batch(state, deciding);
  if (title !== undefined && (title !== state.title || !state.titled)) {
    batch.add("ConversationRenamed", { title });
  }
  if (archived === true && !state.archived) batch.add("ConversationArchived", {});
  if (archived === false && state.archived) batch.add("ConversationRestored", {});
  const target = mode ?? state.mode;
  if ((mode !== undefined && mode !== state.mode) || managing) {
    if (needsAgent(target) && state.participants.length === 0) {
      return { ...NEEDS_AGENT, path: "mode" };
    }
    const manager = target === "manager" ? chooseManager(state, managing) : undefined;
    if (target === "manager" && !manager) {
      return refuse("validation", "The manager must be one of the agents of this conversation.", "agencyId");
    }
    batch.add("ModeChanged", { mode: target, ...(manager ? { manager } : {}) });
  }
  const changed = Object.entries(settings ?? {}).filter(([key, value]) =>
    JSON.stringify(value) !== JSON.stringify(state.settings[key as keyof typeof state.settings])
  );
  if (changed.length > 0) batch.add("SettingsChanged", Object.fromEntries(changed));
  return { ok: true, events: batch.events, answer: {} };
}

type Manager = NonNullable<DataOf<"ModeChanged">["manager"]>;

/** The agency's manager, else whoever managed before, else the first of the roster. */
function chooseManager(
  state: ConversationState,
  managing: CommandOf<"change">["managing"],
): Manager | undefined {
  if (!managing && state.manager && state.participants.some((p) => p.id === state.manager?.participantId)) {
    return state.manager;
  }
  const participant = managing
    ? state.participants.find((p) => p.agentId === managing.managerAgentId)
    : state.participants[0];
  return participant && {
    participantId: participant.id,
    principles: managing?.principles ?? "",
    ...(managing?.agencyId ? { agencyId: managing.agencyId } : {}),
  };
}

/** A person's right, not an edit of history (C-17); what is running ends first. */
export function remove(state: ConversationState, deciding: Deciding): Decision {
  const batch = new Batch(state, deciding);
  batch.closing = true;
  cancelAll(batch, batch.open(), "deleted");
  batch.add("ConversationDeleted", {});
  return { ok: true, events: batch.events, answer: {} };
}

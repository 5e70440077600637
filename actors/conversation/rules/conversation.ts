/** Decisions about a conversation as a whole: start and change. */
import { PARTICIPANTS } from "../../../events/catalog/limits.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { modeOf } from "../modes/modes.ts";
import { endPanel } from "../modes/panel.ts";
import { bring, broughtBy } from "./history.ts";
import { planRun } from "./check_runs.ts";
import { addPosting, checkPosting } from "./message.ts";
import { cannotSit } from "./seating.ts";
import { addJoining, NEEDS_AGENT } from "./roster.ts";
import { pauseAll } from "./schedules.ts";

/** One transaction: conversation, roster and first message (S4-19). */
export function start(command: CommandOf<"start">, now: Decision): Answer | Refusal {
  if (now.state.seq > 0) return refuse("conflict", "A conversation with this id exists.", "id");
  const {
    title,
    mode,
    settings,
    agents,
    managing,
    message,
    said,
    labels,
    projectId,
    lineage,
    aside,
    script,
  } = command;
  const { needsAgent, appoint } = modeOf(mode);
  if (needsAgent && agents.length === 0) return NEEDS_AGENT;
  if (agents.length > PARTICIPANTS) {
    return refuse("validation", `At most ${PARTICIPANTS} agents can take part.`, "agentIds");
  }
  if (new Set(agents.map((a) => a.agentId)).size < agents.length) {
    return refuse("validation", "An agent can take part only once.", "agentIds");
  }
  if (appoint && managing && !agents.some((a) => a.agentId === managing.managerAgentId)) {
    return refuse("validation", "The manager must be one of the agents.", "agentIds");
  }
  const wrong = message ? checkPosting(message, "message") : null;
  if (wrong) return wrong;

  // First what has words further inside: an event that is taken apart and put together keeps the order of its words.
  now.add("ConversationStarted", { ...(lineage ? { lineage } : {}), title, mode, settings });
  if (labels?.length) now.add("ConversationFiled", { pinned: false, labels: [...labels] });
  if (projectId !== undefined) now.add("ProjectSet", { projectId });
  for (const agent of agents) addJoining(now, agent);
  const manager = appoint?.(now.state, managing);
  if (manager) now.add("ModeChanged", { mode, manager });
  const refused = said?.length ? bring({ type: "bring", said }, now) : {};
  if ("code" in refused) return refused;
  if (aside) now.add("DeletionRequested", { until: broughtBy(now), bringing: true });
  const unplanned = script ? planRun(now, script) : null;
  if (unplanned) return unplanned;
  const cannot = message?.panel ? cannotSit(now.state, message.panel) : null;
  if (cannot) return { ...cannot, ...(cannot.path ? { path: `message.${cannot.path}` } : {}) };
  return message ? addPosting(now, message) : {};
}

export function change(command: CommandOf<"change">, now: Decision): Answer | Refusal {
  const { title, mode, managing, archived, settings } = command;
  const { pinned = now.state.pinned, labels = now.state.labels } = command;
  const { state } = now;
  if (title !== undefined && (title !== state.title || !state.titled)) {
    now.add("ConversationRenamed", { title });
  }
  if (archived === true && !state.archived) {
    now.add("ConversationArchived", {});
    pauseAll(now);
  }
  if (archived === false && state.archived) now.add("ConversationRestored", {});
  const filed = labels.length === state.labels.length && labels.every((one, at) => one === state.labels[at]);
  if (pinned !== state.pinned || !filed) now.add("ConversationFiled", { pinned, labels: [...labels] });
  const { projectId = state.projectId ?? null } = command;
  if (projectId !== (state.projectId ?? null)) {
    now.add("ProjectSet", projectId === null ? {} : { projectId });
  }
  const target = mode ?? state.mode;
  if (target !== state.mode || managing) {
    const { needsAgent, appoint } = modeOf(target);
    if (needsAgent && state.participants.length === 0) return { ...NEEDS_AGENT, path: "mode" };
    const manager = appoint?.(state, managing);
    if (appoint && !manager) {
      return refuse("validation", "The manager must be one of the agents of this conversation.", "agencyId");
    }
    const waiting = [...state.queue];
    now.add("ModeChanged", { mode: target, ...(manager ? { manager } : {}) });
    endWaiting(now, waiting);
  }
  const changed = Object.entries(settings ?? {}).filter(([key, value]) =>
    JSON.stringify(value) !== JSON.stringify(state.settings[key as keyof typeof state.settings])
  );
  if (changed.length > 0) now.add("SettingsChanged", Object.fromEntries(changed));
  return {};
}

/** Where nothing waits any more in a mode, the panels of questions that did are over. */
function endWaiting(now: Decision, waiting: readonly string[]): void {
  for (const id of waiting) {
    const panel = now.state.messages[id]?.panel;
    if (panel && !now.state.queue.includes(id)) endPanel(now, panel.panelId, "stopped");
  }
}

/** Panels of the simulation: a format in which every way of seeing, speaking and ending is met, and what must hold of them. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import type { Asking, Joining } from "../../actors/conversation/commands.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { specOf } from "../../projections/context/spec.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { AGENTS } from "./furnish.ts";
import type { Complain } from "./observers.ts";
import type { SeededRandom } from "./random.ts";

const ESTIMATE = {
  type: "object",
  properties: { estimate: { type: "integer" } },
  required: ["estimate"],
  additionalProperties: false,
};

const FORMAT: PanelFormat = {
  name: "Everything",
  description: "",
  roles: [{ id: "member", name: "Member", many: true }, {
    id: "chair",
    name: "Chair",
    brief: "You preside.",
  }],
  stages: [
    {
      id: "alone",
      name: "Alone",
      gives: "Answer",
      who: ["member"],
      turns: "together",
      sees: "question",
      schema: ESTIMATE,
      rounds: 2,
      agree: "estimate",
      instruction: "Estimate.",
    },
    {
      id: "unnamed",
      name: "Unnamed",
      gives: "Critique",
      who: ["member"],
      turns: "together",
      sees: "anonymised",
      instruction: "Criticise.",
    },
    {
      id: "again",
      name: "Again",
      gives: "Estimate",
      who: ["member"],
      turns: "in_turn",
      sees: "summary",
      of: ["alone"],
      instruction: "Estimate.",
    },
    {
      id: "end",
      name: "End",
      gives: "Brief",
      who: ["chair"],
      turns: "together",
      sees: "all",
      brief: true,
      instruction: "Conclude.",
    },
  ],
};

/** One with seats by chance: two of one agent are among them. */
export function simPanel(random: SeededRandom, agents: readonly Joining[] = AGENTS): Asking {
  const seat = (role: string) => ({ role, agentId: random.pick(agents).agentId });
  const members = Array.from({ length: 1 + random.below(3) }, () => seat("member"));
  return { format: FORMAT, seats: [...members, seat("chair")] };
}

/**
 * What holds of every panel when all is at rest: it ended once, each round began and ended at most once and after the one
 * before, no seat was asked twice in it, and who was shown answers without names was sent none.
 */
export function checkPanels(
  id: string,
  events: readonly ConversationEvent[],
  state: ConversationState,
  complain: Complain,
): void {
  const open = new Map<string, string>();
  const seen = new Set<string>();
  const ended = new Set<string>();
  const once = (what: string) => {
    if (seen.has(what)) complain(`${id}: ${what} twice`);
    seen.add(what);
  };
  for (const { type, data } of events) {
    if (type === "StageBegun") {
      const round = `${data.panelId}/${data.stage}/${data.round}`;
      once(`the round ${round}`);
      if (open.has(data.panelId)) {
        complain(`${id}: ${round} began in the middle of ${open.get(data.panelId)}`);
      }
      if (ended.has(data.panelId)) complain(`${id}: ${round} began behind the end`);
      open.set(data.panelId, round);
    } else if (type === "StageEnded") {
      const round = `${data.panelId}/${data.stage}/${data.round}`;
      if (open.get(data.panelId) !== round) complain(`${id}: ${round} ended, which was not under way`);
      open.delete(data.panelId);
    } else if (type === "PanelEnded") {
      once(`the end of ${data.panelId}`);
      ended.add(data.panelId);
    } else if (type === "TurnRequested" && data.panel && !data.retryOf) {
      const { panelId, stage, round, seat } = data.panel;
      once(`the seat ${seat} in ${panelId}/${stage}/${round}`);
      if (open.get(panelId) !== `${panelId}/${stage}/${round}`) {
        complain(`${id}: ${seat} was asked between rounds`);
      }
    }
  }
  for (const panel of Object.values(state.panels ?? {})) {
    if (panel.how === undefined && !state.queue.includes(panel.messageId)) {
      complain(`${id}: the panel ${panel.id} goes on, and nobody speaks`);
    }
  }
  checkUnnamed(id, state, complain);
}

function checkUnnamed(id: string, state: ConversationState, complain: Complain): void {
  const names = new Set([...AGENTS, ...state.participants].map(({ name }) => name));
  for (const turn of Object.values(state.turns)) {
    const sees = state.panels?.[turn.panel?.panelId ?? ""]?.shape.stages[turn.panel?.stage ?? -1]?.sees;
    const spec = specOf(turn);
    if (!spec || (sees !== "anonymised" && sees !== "summary")) continue;
    const { messages, closing = "" } = new AgentContext(state, turn.participantId, spec).whole();
    const sent = [closing, ...messages.filter(({ role }) => role === "user").map(({ content }) => content)];
    // A person is called as an agent is by nobody.
    for (const name of names) {
      if (sent.some((text) => new RegExp(`\\b${name}\\b`).test(text))) {
        complain(`${id}: ${turn.id} was told of ${name}`);
      }
    }
  }
}

/** Panels in tests: a table of agents, a format put to it, and every turn that is asked for carried to an end. */
import { builtIn } from "../events/catalog/built_in_panels.ts";
import type { PanelFormat } from "../events/catalog/panels.ts";
import type { Asking } from "../actors/conversation/commands.ts";
import type { ConversationState, Turn } from "../projections/shapes/folds.ts";
import type { Panel } from "../projections/shapes/panel_folds.ts";
import { Decided, given } from "./actors/given.ts";
import { completion, History } from "./history.ts";

/** A built-in format; of another id the test is wrong. */
export function format(id: string): PanelFormat {
  const found = builtIn(id);
  if (!found) throw new Error(`there is no format ${id}`);
  return found;
}

/** Seats by role, each a list of the names of agents. */
export const asking = (
  of: PanelFormat,
  seats: Readonly<Record<string, readonly string[]>>,
  more: Partial<Asking> = {},
): Asking => ({
  format: of,
  seats: Object.entries(seats).flatMap(([role, names]) =>
    names.map((name) => ({ role, agentId: `a_${name}` }))
  ),
  ...more,
});

/** Three agents of which Chair presides. */
export const COUNCIL = { member: ["Ada", "Bob", "Cyd"], chair: ["Chair"] } as const;
export const table = (...names: string[]): History => new History().started().joined(...names);
export const council = (): History => table("Ada", "Bob", "Cyd", "Chair");

/** Puts a question to a panel. */
export const put = (history: History, panel: Asking, content = "Which?"): Decided =>
  given(history).when({ type: "post", id: `q_${history.seq}`, content, panel });

export function panelIn(state: ConversationState): Panel {
  const panel = Object.values(state.panels ?? {}).at(-1);
  if (!panel) throw new Error("there is no panel");
  return panel;
}

export const openTurns = (history: History): Turn[] => {
  const state = history.state();
  return state.open.flatMap((id) => state.turns[id] ?? []);
};

/** The turn's agent by its name. */
export const nameOf = (history: History, { participantId }: Turn): string => {
  const { participants, former } = history.state();
  return [...participants, ...former].find(({ id }) => id === participantId)?.name ?? "";
};

const CLAIM = { type: "claim", owner: "process-2", agentVersion: 1, window: null } as const;

export const claimed = (history: History, turn: Turn): History =>
  given(history).when({ ...CLAIM, turnId: turn.id }).next;

/** The turn ends with these words. */
export function answered(history: History, turn: Turn, content: string): Decided {
  return given(claimed(history, turn)).when({
    type: "complete",
    data: { ...completion(turn.id, content), messageId: turn.messageId },
  });
}

export function failed(history: History, turn: Turn, code: "server" | "timeout" = "server"): Decided {
  return given(claimed(history, turn)).when({
    type: "fail",
    data: { turnId: turn.id, attempt: 1, error: { code, message: "It failed.", retryable: true } },
  });
}

/** Everybody who is open answers, one after the other; what comes of it stays open. */
export function round(history: History, say: (name: string, turn: Turn) => string): History {
  let now = history;
  for (const turn of openTurns(history)) now = answered(now, turn, say(nameOf(now, turn), turn)).next;
  return now;
}

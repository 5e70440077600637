/** What the system answers about conversations: how they stand or stood, what was sent, and what would be. */
import { WORKSPACE } from "../events/catalog/envelope.ts";
import { conversation as fold } from "../projections/conversation/conversation.ts";
import { isSealed } from "../projections/comparisons/comparisons.ts";
import type { ConversationState } from "../projections/shapes/folds.ts";
import { foldAll } from "../projections/fold.ts";
import type { Foreseen, Trying } from "../projections/trials/trying.ts";
import type { WorkspaceState } from "../projections/workspace.ts";
import type { System } from "./system.ts";
import { explainNow, explainTurn, systemMessageOf } from "./turn/explain.ts";
import { foresee } from "./turn/foresee.ts";
import { overfull } from "./turn/overfull.ts";
import { playThrough } from "./turn/play_through.ts";
import { rehearse } from "./turn/rehearse.ts";
import type { TurnPorts } from "./turn/ports.ts";

interface QueryPorts extends Pick<TurnPorts, "log" | "folds" | "tools" | "downgrades"> {
  /** The settings as they are in the store. */
  settings(): Promise<WorkspaceState>;
}

type Queries = Pick<
  System,
  | "conversation"
  | "glance"
  | "copyOf"
  | "hidden"
  | "withheld"
  | "neverWhole"
  | "conversationAt"
  | "requestOf"
  | "wouldSend"
  | "foreseen"
  | "foreseenOf"
  | "overfull"
  | "systemMessage"
  | "workspace"
  | "rehearse"
>;

/** The settings were read before the conversation: nothing is waited for between reading that and using it. */
const foreseen = (
  ports: QueryPorts,
  workspace: WorkspaceState,
  state: ConversationState | null,
  trying: Trying,
): Foreseen[] | null => state && foresee(ports, state, workspace, trying);

const isWithheld = (state: ConversationState): boolean =>
  isSealed(state) || (state.bringing === true && state.restorableUntil !== undefined);

const isHalf = (state: ConversationState): boolean =>
  state.bringing === true && state.restorableUntil === undefined;

function there(folds: QueryPorts["folds"], id: string, state: ConversationState): ConversationState | null {
  if (isSealed(state)) return null;
  if (state.seq > 0 && !state.deleted) return state;
  // One that may be had back is not folded anew each time somebody asks.
  if (state.restorableUntil === undefined) folds.forget(id);
  return null;
}

export function queries(ports: QueryPorts): Queries {
  const { log, folds, settings } = ports;
  const copyOf = async (id: string) => await conversation(id) && await folds.copy(id);
  async function conversation(id: string, since = Infinity): Promise<ConversationState | null> {
    if (id === WORKSPACE) return null;
    const open = folds.peek(id);
    return there(folds, id, open && open.seq >= since ? open : (await folds.refresh(id)).state);
  }

  /** Which of the two it is is asked of the same fold, before anything else can happen. */
  async function hidden(id: string): Promise<ConversationState | null> {
    const { state } = await folds.refresh(id);
    const isThere = !state.deleted || state.restorableUntil !== undefined;
    return id !== WORKSPACE && state.seq > 0 && isThere && !isSealed(state) ? state : null;
  }

  async function conversationAt(id: string, seq: number): Promise<ConversationState | null> {
    const now = await conversation(id);
    if (!now || seq < 1 || seq > now.seq) return null;
    let state = fold.initial(id);
    for await (const events of log.read(id, 0, seq)) state = foldAll(fold, state, events);
    return state.seq === seq ? state : null;
  }

  /** The settings before the conversation: what is used of it is used before the next await. */
  const taking = async (participantId: string, reading: () => Promise<ConversationState | null>) => {
    const workspace = await settings();
    const state = await reading();
    return state?.participants.some(({ id }) => id === participantId) ? { state, workspace } : null;
  };

  return {
    conversation,
    glance: async (id) => id === WORKSPACE ? null : there(folds, id, (await folds.refresh(id, true)).state),
    copyOf,
    hidden,
    withheld: async (id) => isWithheld((await folds.refresh(id)).state),
    neverWhole: async (id) => isHalf((await folds.refresh(id)).state),
    conversationAt,
    workspace: settings,
    async requestOf(conversationId, turnId) {
      const state = await copyOf(conversationId);
      const turn = state?.turns[turnId];
      return state && turn ? await explainTurn(log, state, turn) : null;
    },
    async wouldSend(id, participantId, at) {
      const found = await taking(
        participantId,
        () => at === undefined ? copyOf(id) : conversationAt(id, at),
      );
      return found && await explainNow(ports, found.state, found.workspace, participantId);
    },
    foreseen: async (id, trying) => foreseen(ports, await settings(), await conversation(id), trying),
    foreseenOf: (playing) => playThrough(ports, settings, copyOf, playing),
    async overfull(id) {
      const workspace = await settings();
      const state = await conversation(id);
      return state ? overfull(state, workspace) : [];
    },
    rehearse: async (rehearsal) => await rehearse(ports, await settings(), rehearsal),
    async systemMessage(id, participantId) {
      const found = await taking(participantId, () => conversation(id));
      return found && await systemMessageOf(ports, found.state, found.workspace, participantId);
    },
  };
}

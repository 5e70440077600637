/**
 * What was judged is kept in the settings when it is revealed: of a panel for whoever asks one next, of agents for their
 * rankings. With the question of a comparison, and with its conversation, it goes again; that follows from both logs, so
 * that it is carried on wherever a crash left it.
 */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { JUDGED_COMPARISONS } from "../../events/catalog/limits.ts";
import type { EventLog } from "../../events/store/types.ts";
import { judgementOf, resultOf } from "../../projections/comparisons/judged_result.ts";
import { isDeletion } from "../../projections/conversation/shared_steps.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import type { JudgedComparison } from "../../projections/shapes/comparison_folds.ts";
import type { Judged } from "../../projections/comparisons/judged.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { WorkspaceChange } from "../system.ts";
import type { WorkspaceActor } from "../workspace/workspace_actor.ts";

interface Ports {
  readonly workspace: Pick<WorkspaceActor, "change" | "judged">;
  readonly log: Pick<EventLog, "erase" | "head" | "read">;
}

const erasureOf = ({ id, seq }: JudgedComparison) => ({
  type: "JudgementErased" as const,
  data: { id, seqs: [seq] },
});

export class Judgements {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Keeps what was judged; told again it changes nothing. Throws where the store does not answer. */
  async keep(talk: ConversationState, room: ConversationState, comparison: Comparison): Promise<void> {
    // What several wrote is no agent's answer, and no model's.
    if (room.room?.worth) return await this.#keepPanel(talk, room, comparison);
    const judged = judgementOf(talk, comparison);
    if (!judged) return;
    await this.#change((_, { comparisons: all }) => {
      if (all.some(({ id }) => id === judged.id)) return [];
      // What counts no more would be found by nobody when its words are to go: they go with it.
      const [oldest] = all.length < JUDGED_COMPARISONS ? [] : all;
      return [
        ...(oldest && !oldest.erased ? [erasureOf(oldest)] : []),
        { type: "ComparisonJudged", data: judged },
      ];
    });
    // Its question may have gone just before.
    await this.forgetGone(talk.id);
  }

  async #keepPanel(
    { id: conversationId }: ConversationState,
    room: ConversationState,
    comparison: Comparison,
  ): Promise<void> {
    const { id } = comparison;
    await this.#change((state, { panels }) => {
      const result = resultOf(comparison, room, pricesInForce(state));
      const known = panels.some((one) => one.id === id);
      return result && !known ? [{ type: "PanelJudged", data: { id, conversationId, ...result } }] : [];
    });
  }

  /** The conversations of which there is something to be forgotten when their words go. */
  async conversations(): Promise<string[]> {
    const { comparisons } = await this.#ports.workspace.judged();
    return [
      ...new Set(comparisons.flatMap(({ conversationId, erased }) => erased ? [] : [conversationId])),
    ];
  }

  /** Forgets what was judged of questions that are gone. Throws where the store does not answer. */
  async forgetGone(conversationId: string): Promise<void> {
    const { workspace, log } = this.#ports;
    const kept = (await workspace.judged()).comparisons
      .filter((one) => one.conversationId === conversationId && !one.erased);
    if (kept.length === 0) return;
    // What was only told to be gone still stands there.
    await log.erase();
    const gone = new Set<string>();
    for (const one of kept) if (await this.#isGone(one)) gone.add(one.id);
    if (gone.size === 0) return;
    await this.#change((_, { comparisons }) =>
      comparisons.filter(({ id, erased }) => gone.has(id) && !erased).map(erasureOf)
    );
  }

  /** By two events, however long the conversation is. */
  async #isGone({ conversationId, begun }: JudgedComparison): Promise<boolean> {
    const { log } = this.#ports;
    const { seq } = await log.head(conversationId);
    for await (const events of log.read(conversationId, seq - 1, seq)) {
      if (events.some(isDeletion)) return true;
    }
    for await (const events of log.read(conversationId, begun - 1, begun)) {
      for (const { erased } of events) return erased === true;
    }
    return true;
  }

  async #change(eventsOf: (state: WorkspaceState, judged: Judged) => Events): Promise<void> {
    const change = (state: WorkspaceState, judged: Judged) =>
      ({ ok: true, answer: { id: "" }, events: eventsOf(state, judged) }) as const;
    const outcome = await this.#ports.workspace.change(change, { by: SYSTEM });
    if (!outcome.ok) throw new Error(outcome.detail);
  }
}

type Events = Extract<ReturnType<WorkspaceChange>, { ok: true }>["events"];

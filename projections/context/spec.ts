/** What decides what an agent is sent, besides the log itself. A turn records it, so that it can be told again for ever. */
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import type { Mode, ReadingTask } from "../../events/catalog/conversation.ts";
import type { Asks } from "../../events/catalog/hands.ts";
import type { PanelPlace } from "../../events/catalog/panels.ts";
import type { ConversationState, Turn } from "../shapes/folds.ts";

/** Version of the rules of contexts, recorded with each turn. A published version never changes its meaning. */
export const RULES = 4;

export type Spec = ContextSpec & {
  readonly mode: Mode;
  /** The answers that one is to be written from. */
  readonly sources?: readonly string[] | undefined;
  /** What is made of them; absent: one answer. */
  readonly task?: ReadingTask | undefined;
  /** Whose seat it is, in which stage of which panel. */
  readonly panel?: PanelPlace | undefined;
  /** Messages that are held back. */
  readonly without?: readonly string[] | undefined;
  /** What of which answer is judged. */
  readonly judges?: Turn["judges"] | undefined;
  /** What it asks for where that is no answer. */
  readonly asks?: Asks | undefined;
};

/** What a turn requested now would be given, whatever its agent's window: everything, with today's checkboxes. */
export function specNow(state: ConversationState, window: number | null = null): Spec {
  return { through: state.seq, inclusionThrough: state.seq, rules: RULES, window, mode: state.mode };
}

/** What of a turn decides its context, besides how far of the conversation it looks at. */
export const contextFieldsOf = (
  { mode, sources, task, panel, without, judges, asks }: Pick<
    Turn,
    "mode" | "sources" | "task" | "panel" | "without" | "judges" | "asks"
  >,
) => ({ mode, sources, task, panel, without, judges, asks });

/** What decides the context of an attempt at a turn that began with `context`. */
export const specWith = (context: ContextSpec, turn: Parameters<typeof contextFieldsOf>[0]): Spec => ({
  ...context,
  ...contextFieldsOf(turn),
});

/** What decides the context of a turn that was started; null before that. */
export function specOf(turn: Turn): Spec | null {
  return turn.context ? specWith(turn.context, turn) : null;
}

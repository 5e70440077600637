/**
 * Which messages an agent is sent, and why every other is not: a filter over the conversation, one message at a time.
 * The answer for a message depends only on the turn's `Spec`, never on what happened later, so a past request can be
 * told again for ever and "who saw this" is one question per turn.
 *
 * Mentions choose who answers, not who may read: what was said in the room stays in everybody's context.
 * Words with `to` (manager mode, S1) are different. While the manager manages, an agent has only what was said
 * to it or by it (S1-10), and what was said to the whole room in another mode. After a change of mode the
 * exchange between the person and the manager is public, the agents' talk among themselves stays theirs.
 *
 * Who is asked to write one answer from several has the conversation up to what they answer, and then these
 * answers, because a person chose them: their checkboxes and windows are not asked. Rules 1 knew no such turns.
 *
 * Who speaks in a panel has the conversation up to its question, or the question alone, and then what its stage shows it
 * of the panel (projections/panels/panel_view.ts). Rules 3 knew no panels.
 *
 * Who is asked whether it has something to add has the talk as it would answer it, and the question behind it.
 *
 * A turn that is asked again to see what its answer is like without some messages has all but these.
 *
 * Who judges an answer in a run of a check has what it judges, with the question and the rule, and nothing else.
 *
 * A pinned message is in wherever the window begins, and takes no place in it. It stands where it was said; who may not
 * see it does not because of that. Rules 2 knew no pins.
 */
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { participantOf } from "../conversation/conversation.ts";
import { type PanelView, panelView } from "../panels/panel_view.ts";
import type { ConversationState, Message } from "../shapes/folds.ts";
import type { Omission, Omitted } from "../shapes/views.ts";
import { whyNotJudged } from "./judged_context.ts";
import type { Spec } from "./spec.ts";

/** From these on pins count. */
const PIN_RULES = 3;

/** Whether a message was pinned when a turn was asked for. */
export function isPinned(
  { pins }: Pick<Message, "pins">,
  { inclusionThrough, rules }: Pick<ContextSpec, "inclusionThrough" | "rules">,
): boolean {
  return rules >= PIN_RULES && pins?.findLast(({ seq }) => seq <= inclusionThrough)?.pinned === true;
}

/** A checkbox as it stood. */
interface Choice {
  readonly included: boolean;
  /** It was set for this agent. */
  readonly own: boolean;
}

/** What one agent is sent of a conversation, as one spec decides it. */
export class Selection {
  /** What its panel shows it; null where it is no turn of one. */
  readonly panel: PanelView | null;
  protected readonly agentId: string;

  constructor(
    protected readonly state: ConversationState,
    readonly participantId: string,
    readonly spec: Spec,
  ) {
    this.agentId = this.#agentOf(participantId);
    this.panel = panelView(state, spec.panel);
  }

  /** Why a message is not in, or null when it is (S0-22, S2-15). */
  why(message: Message): Omission | null {
    const { state, spec } = this;
    if (spec.judges) return whyNotJudged(state, message, spec.judges);
    if (this.panel) {
      const found = this.#whyOfPanel(message, this.panel);
      if (found !== undefined) return found;
    }
    if (spec.sources?.includes(message.id)) return this.#whyNoSource(message);
    if (message.seq > spec.through) return this.#isBesideSources(message) ? "not_chosen" : "after";
    if (message.role === "system") return "system";
    // First: whom an answer is for, and whether it passes, is known only at its end, which may be after `through`.
    if (message.role === "assistant" && !(message.doneSeq !== undefined && message.doneSeq <= spec.through)) {
      return "incomplete";
    }
    if (this.#isPrivate(message)) return "not_addressed";
    const choice = this.#chosen(message, spec.inclusionThrough);
    if (choice && !choice.included) return choice.own ? "excluded_for_agent" : "excluded";
    if (message.role === "assistant") {
      if (message.passed) return "system";
      if (message.status !== "complete" && !choice) return "incomplete";
    }
    if (!message.erased && this.#isBlank(message) && !this.hasResults(message)) return "incomplete";
    if (this.#isWithoutCalls(message)) return "incomplete";
    if (spec.window !== null && message.seq < spec.window && !isPinned(message, spec)) return "window";
    if (spec.without?.includes(message.id)) return "withheld";
    // Last: of what was sent is still known that it was.
    return message.erased ? "erased" : null;
  }

  /** Whether a turn that was started had it: what is gone was seen all the same. */
  had(message: Message): boolean {
    const why = this.why(message);
    return why === null || why === "erased";
  }

  /** The same by its id; null: it is in, or there is none. */
  omitted(messageId: string): Omitted | null {
    const message = this.state.messages[messageId];
    const why = message ? this.why(message) : null;
    return why && { messageId, why };
  }

  /**
   * Those that are in, in reading order.
   * @param omitted takes what is left out; null: nobody asks, and what lies before a window is hardly looked at
   */
  protected included(omitted: Omitted[] | null): Message[] {
    const { messages, order } = this.state;
    const included: Message[] = [];
    for (const messageId of order) {
      const message = messages[messageId];
      if (!message || (!omitted && this.#isBeforeWindow(message))) continue;
      const why = this.why(message);
      if (why) omitted?.push({ messageId, why });
      else included.push(message);
    }
    return included;
  }

  /** Whether the agent said it. */
  protected isOwn({ author }: Message): boolean {
    return author.kind === "agent" && author.id === this.agentId;
  }

  /** Whether what a program's tools gave to the calls of an answer counts for the agent that made them. */
  protected hasResults(answer: Message): boolean {
    const { inclusionThrough, through, without } = this.spec;
    const results = this.state.messages[answer.resultsIn ?? ""];
    if (!results || results.seq > through || !this.isOwn(answer)) return false;
    if (without?.includes(results.id)) return false;
    return this.#chosen(results, inclusionThrough)?.included !== false;
  }

  /** An agent is the same to the log after it left and was added again: then it is another participant. */
  #agentOf(participantId: string): string {
    return participantOf(this.state, participantId)?.agentId ?? participantId;
  }

  /** The checkbox as it stood for the agent: the last setting wins, one for this agent beats the general one. */
  #chosen(message: Message, through: number): Choice | null {
    if (!message.inclusion) return null;
    let general: boolean | null = null;
    let own: boolean | null = null;
    for (const change of message.inclusion) {
      if (change.seq > through) break;
      if (!change.participantIds) general = change.included;
      else if (change.participantIds.some((id) => this.#agentOf(id) === this.agentId)) own = change.included;
    }
    if (own !== null) return { included: own, own: true };
    return general === null ? null : { included: general, own: false };
  }

  /** Whether what was said to one agent alone is kept from this one. */
  #isPrivate(message: Message): boolean {
    if (message.to === undefined || this.isOwn(message)) return false;
    if (message.to !== "person" && this.#agentOf(message.to) === this.agentId) return false;
    const withPerson = message.author.kind === "human" || message.to === "person";
    return factsOf(this.spec.mode).addressed || !withPerson;
  }

  /** True when there is nothing to send. Where the text was not read, its length decides. */
  #isBlank(message: Message): boolean {
    if (message.attachments?.length || message.returned !== undefined) return false;
    const body = this.state.bodies[message.id];
    return body ? !/\S/.test(body.content) : message.length === 0;
  }

  /** Whether a message brings results to calls that the agent is not sent: without these they are nothing. */
  #isWithoutCalls({ returned }: Message): boolean {
    if (returned === undefined) return false;
    const answer = this.state.messages[returned];
    return !answer || !this.isOwn(answer) || this.why(answer) !== null;
  }

  /** Why a message is not in the context of a turn of a panel, as far as that decides; undefined: the rest does. */
  #whyOfPanel(message: Message, view: PanelView): Omission | null | undefined {
    const { panel, stage } = view;
    if (view.has(message)) {
      if (!view.shown(message)) return "not_shown";
      // What its end leaves out of later contexts it was made of all the same.
      const until = Math.min(this.spec.inclusionThrough, (panel.endedSeq ?? Infinity) - 1);
      const choice = this.#chosen(message, until);
      if (choice && !choice.included) return choice.own ? "excluded_for_agent" : "excluded";
      if (message.erased) return "erased";
      return this.#isBlank(message) ? "incomplete" : null;
    }
    const alone = stage.sees === "question" || stage.talk === false;
    return alone && message.id !== panel.messageId ? "not_shown" : undefined;
  }

  /** Why an answer that a person chose as a source is not in the context all the same. */
  #whyNoSource(message: Message): Omission | null {
    if (message.role !== "assistant" || message.doneSeq === undefined) return "incomplete";
    if (this.#isPrivate(message)) return "not_addressed";
    if (message.erased) return "erased";
    return this.#isBlank(message) ? "incomplete" : null;
  }

  /** Whether an answer stands beside the sources, and was not chosen. */
  #isBesideSources({ question }: Message): boolean {
    const { messages } = this.state;
    return question !== undefined &&
      this.spec.sources?.some((id) => messages[id]?.question === question) === true;
  }

  /** Whether the window decides, or something before it: then a message is not sent, whatever else is so. */
  #isBeforeWindow({ id, seq, pins, panel }: Message): boolean {
    const { window, sources, judges } = this.spec;
    return window !== null && seq < window && pins === undefined && panel === undefined && !judges &&
      !sources?.includes(id);
  }
}

/**
 * The sliding window of the `windowMessages` newest messages the agent would otherwise be sent, as the seq of
 * the oldest of them; null when there are no more than that, or no window is wanted (P19).
 */
export function windowStart(
  state: ConversationState,
  participantId: string,
  spec: Omit<Spec, "window">,
  windowMessages: number | undefined,
): number | null {
  if (windowMessages === undefined) return null;
  const whole = new Selection(state, participantId, { ...spec, window: null });
  let start: number | null = null;
  let count = 0;
  for (let index = state.order.length - 1; index >= 0; index--) {
    const message = state.messages[state.order[index] ?? ""];
    // What was chosen takes no place of others.
    if (!message || spec.sources?.includes(message.id) || isPinned(message, spec)) continue;
    if (whole.panel?.has(message)) continue;
    if (whole.why(message)) continue;
    if (count === windowMessages) return start;
    start = message.seq;
    count++;
  }
  return null;
}

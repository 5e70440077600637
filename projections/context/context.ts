/** What an agent is sent, message by message, in its words: those that its selection lets in. */
import type { Attachment } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { clientCalls } from "../conversation/client_calls.ts";
import { participantOf } from "../conversation/conversation.ts";
import { nameless } from "../panels/nameless.ts";
import { panelText } from "../panels/panel_text.ts";
import type { PanelView } from "../panels/panel_view.ts";
import { HAND_TEXT } from "../prompt/hand_text.ts";
import { speakerName } from "../prompt/names.ts";
import { sourcesText } from "../prompt/sources_text.ts";
import type { Message, ToolUse } from "../shapes/folds.ts";
import type { Omitted } from "../shapes/views.ts";
import { judgedContext } from "./judged_context.ts";
import { isPinned, Selection } from "./selection.ts";

/** A message as the agent is sent it, before an adapter makes the list valid for its provider. */
export interface ContextMessage {
  readonly messageId: string;
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly attachments?: readonly Attachment[];
  /** An answer that ended with these calls for a program, whose results are in the context too. */
  readonly uses?: readonly ToolUse[];
}

/** What an agent is sent. */
export interface SentContext {
  readonly messages: ContextMessage[];
  /** What is asked for behind them, where it stands in no message. */
  readonly closing?: string;
  /** Messages that are told of in it, and the panel whose words it has. */
  readonly quoted?: readonly string[];
  readonly panelId?: string;
  /** The expectation whose words it has. */
  readonly ruleId?: string;
}

export interface Context extends SentContext {
  readonly omitted: Omitted[];
}

/**
 * What one agent is sent in one turn (S2-22, S4-11). Needs the texts of what it includes: a browser that read only some
 * pages gets "" for the others.
 */
export class AgentContext extends Selection {
  /** With what is left out, and why. */
  whole(): Context {
    const omitted: Omitted[] = [];
    return { ...this.#gathered(omitted), omitted };
  }

  /** The same without what is left out: what lies before a window is hardly looked at. */
  sent(): SentContext {
    return this.#gathered(null);
  }

  /** Of the messages it is sent, those that are pinned. */
  pinned(): ContextMessage[] {
    const { messages, order } = this.state;
    const pinned: ContextMessage[] = [];
    for (const id of order) {
      const message = messages[id];
      if (!message?.pins || !isPinned(message, this.spec) || this.why(message) !== null) continue;
      pinned.push(this.#present(message));
    }
    return pinned;
  }

  #gathered(omitted: Omitted[] | null): SentContext {
    const { state, spec: { judges, sources, task, asks } } = this;
    if (judges) {
      if (omitted) this.included(omitted);
      return judgedContext(state, judges);
    }
    const included = this.included(omitted);
    if (this.panel) return this.#ofPanel(this.panel, included);
    const closing = asks ? HAND_TEXT : sources && sourcesText(state, sources, this.agentId, task);
    const messages = included.map((message) => this.#present(message));
    return { messages, ...(closing === undefined ? {} : { closing }) };
  }

  /** The same of a turn of a panel: the talk, then its answers in the order in which its stage shows them. */
  #ofPanel(view: PanelView, inTalk: readonly Message[]): SentContext {
    const { panel, stage, answers } = view;
    const messages: ContextMessage[] = [];
    const quoted: string[] = [];
    const sent = new Map<string, ContextMessage>();
    for (const message of inTalk) {
      const shown = view.shown(message);
      if (shown && stage.sees === "summary" && !shown.own) quoted.push(message.id);
      else if (shown) sent.set(message.id, this.#present(message));
      else messages.push(this.#present(message));
    }
    for (const { messageId } of answers) {
      const message = sent.get(messageId);
      if (message) messages.push(message);
    }
    return { messages, closing: panelText(this.state, view), quoted, panelId: panel.id };
  }

  #present(message: Message): ContextMessage {
    const unnamed = this.panel && this.#presentUnnamed(message, this.panel);
    if (unnamed) return unnamed;
    // What it brings stands with the calls.
    if (message.returned !== undefined) return { messageId: message.id, role: "user", content: "" };
    const own = this.panel?.has(message) || this.isOwn(message);
    const uses = own && this.hasResults(message) ? clientCalls(this.state.bodies[message.id]) : undefined;
    // A person alone with one agent is not announced (S2-17); everybody else always is (C-8).
    const named = message.author.kind !== "human" || message.prefixed === true;
    const content = this.#textOf(message);
    const sent: ContextMessage = {
      messageId: message.id,
      role: own ? "assistant" : "user",
      content: own
        ? this.#asWritten(message)
        : named
        ? `[${speakerName(message.author)}]: ${content}`
        : content,
    };
    const { attachments } = message;
    // Of most there are neither, and a copy of each of them is what a request costs.
    if (!attachments && !uses?.length) return sent;
    return { ...sent, ...(attachments ? { attachments } : {}), ...(uses?.length ? { uses } : {}) };
  }

  /** An agent's words in a panel that names nobody. */
  #presentUnnamed(message: Message, view: PanelView): ContextMessage | null {
    const { names } = view;
    const shown = view.shown(message);
    if (shown?.own) return null;
    const said = (label: string, words: string): ContextMessage => ({
      messageId: message.id,
      role: "user",
      content: `[${label}]: ${words}`,
    });
    if (!names) return shown ? said(shown.label, this.#textOf(message)) : null;
    // A person's words are theirs.
    if (message.author.kind === "human") return null;
    const label = shown?.label ?? (message.author.kind === "agent" ? "Agent" : "System");
    return said(label, nameless(this.#textOf(message), names));
  }

  /** In manager mode an agent's own words are the JSON it was told to write, so that it sees whom it addressed. */
  #asWritten(message: Message): string {
    const content = this.#textOf(message);
    if (!factsOf(this.spec.mode).addressed || message.to === undefined) return content;
    const to = message.to === "person" ? 0 : participantOf(this.state, message.to)?.number;
    // Said to nobody it knows: only the words themselves tell what it tried.
    if (to === undefined || message.to === message.participantId) {
      return this.state.bodies[message.id]?.raw ?? content;
    }
    return JSON.stringify({ to, context: content });
  }

  #textOf({ id }: Message): string {
    return this.state.bodies[id]?.content ?? "";
  }
}

/** What is known of an answer beside its words: how far it is, how long it took, what it cost, why it was given. */
import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Message, Turn } from "../../projections/shapes/folds.ts";
import { usageOf } from "../../projections/usage/usage.ts";
import { clock, count, exact, seconds, usd } from "../parts/format.ts";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { prices } from "../state/prices_now.ts";
import { now, watchTime } from "../state/ticking.ts";
import { words } from "../words/answers.ts";
import { words as server } from "../words/sayings.ts";
import { type Progress, progressOf, writingStage } from "./progress.ts";

/** What is said of how far an answer is; "" of one that is simply there. */
export const PROGRESS: Readonly<Record<Progress, string>> = {
  waiting: words.waiting,
  writing: words.writing,
  asks: words.asks,
  done: "",
  stopped: words.stopped,
  failed: words.failed,
  passed: words.passed,
};

/** Why an agent speaks now, in words that name agents by name. */
export function whyOf(state: ConversationState, turn: Turn | undefined, message: Message): string {
  // An agent's words without a turn were not said here.
  if (!turn) return message.role === "assistant" ? words.broughtAlong : "";
  const { code, from, text } = turn.reason;
  if (code !== "addressed" || from === undefined) return server.notice(text);
  const by = [...state.participants, ...state.former].find(({ number }) => number === from);
  if (!by) return server.notice(text);
  // Nobody asks who manages: what the others say is for it.
  const leads = state.manager?.participantId === turn.participantId;
  return leads ? words.reportedBy(by.name) : words.addressedBy(by.name);
}

/** How the makers say that an answer reached its limit of tokens. */
const CUT = /^(length|max_tokens)$/;
export const wasCut = ({ finishReason }: Message): boolean => CUT.test(finishReason ?? "");

/** Seconds since the attempt began, counted while it is written, from the first. */
export function Elapsed({ since }: { since: number }) {
  useEffect(watchTime, []);
  // Clocks of the server and of this machine may differ.
  return <>{count(Math.max(1, Math.floor((now.value - since) / 1_000)))} s</>;
}

interface FactsProps {
  readonly store: ConversationStore;
  readonly shown: Shown;
  /** With the time of day: it stands alone. */
  readonly roomy?: boolean;
}

/** The line beside the name. */
export function Facts({ store, shown: { message }, roomy = false }: FactsProps) {
  const { state, live } = store;
  const turn = state.turns[message.turnId ?? ""];
  const progress = progressOf(state, message.id);
  const why = whyOf(state, turn, message);
  // In what is looked back at, time stands still.
  const writing = live && progress === "writing" && turn?.startedAt !== undefined;
  const facts = [
    progress === "asks" ? "" : message.status === "interrupted" ? words.again : PROGRESS[progress],
    message.totalMs === undefined ? "" : seconds(message.totalMs),
  ].filter((fact) => fact !== "");
  const rest = more(state, turn, message);
  const title = [why, ...rest, exact(message.at)].filter((part) => part !== "").join(" · ");
  return (
    <span class="meta num" title={title}>
      <time class={roomy ? undefined : "sr"} dateTime={message.at}>{clock(message.at)}</time>
      {progress === "asks" && <span class="tag asks">{words.asks}</span>}
      {facts.map((fact, index) => (
        <span key={index}>
          {roomy || index > 0 ? " · " : " "}
          {fact === words.writing ? <Doing store={store} message={message} /> : fact}
        </span>
      ))}
      {writing && (
        <span aria-hidden="true">
          {" · "}
          <Elapsed since={Date.parse(turn.startedAt ?? "")} />
        </span>
      )}
      {rest.map((fact) => <span key={fact} class="more-facts">{` · ${fact}`}</span>)}
    </span>
  );
}

function Doing({ store, message }: { store: ConversationStore; message: Message }) {
  const wordless = useComputed(() => store.live && store.draft(message.id).value.text === "");
  return <>{words[writingStage(message, wordless.value)]}</>;
}

/** What is told where there is room. */
function more(state: ConversationState, turn: Turn | undefined, message: Message): string[] {
  const used = turn && usageOf(state, turn, prices.value);
  // A failed answer's last call is among those that failed.
  const tries = (message.retries ?? 0) + (message.status === "failed" ? 0 : 1);
  return [
    message.usage && message.usage.output > 0 ? words.tokens(message.usage.output) : "",
    used?.usd ? usd(used.usd) : "",
    tries > 1 ? words.tries(tries) : "",
  ].filter((fact) => fact !== "");
}

/** The name under which a message is told; a person's own is "You". */
export function nameOf(state: ConversationState, message: Message): string {
  if (message.schedule !== undefined) return words.bySchedule;
  const own = message.author.kind === "human" && message.author.id === "local" &&
    !isElsewhere(state, message);
  return own ? words.you : message.author.name;
}

/** Whether it came with a file. */
export const isElsewhere = (state: ConversationState, message: Message): boolean =>
  message.seq <= (state.importedThrough ?? 0);

export const colorOf = (state: ConversationState, message: Message): number | undefined =>
  participantOf(state, message.participantId ?? "")?.color;

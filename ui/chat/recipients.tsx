/** To whom a message goes, how much they are sent with it, and what that may cost. */
import { useMemo } from "preact/hooks";
import type { Attachment } from "../../events/catalog/conversation.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import type { ConversationState, Participant } from "../../projections/shapes/folds.ts";
import { answering } from "../exchange/awaited.ts";
import { compact, usd } from "../parts/format.ts";
import { MarkStack, MemberMark } from "../parts/mark.tsx";
import { Popover } from "../parts/popover.tsx";
import { windowMessagesOf } from "../state/agent_window.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { prices } from "../state/prices_now.ts";
import { settings } from "../state/server_state.ts";
import { words as head } from "../words/head.ts";
import { toThese, words } from "../words/writing.ts";
import { Agents } from "./agents_panel.tsx";
import { answerOf, type Asked, contextOf, type Estimate, estimated, projectTokens } from "./estimate.ts";

/** Marks shown; further ones are in the number. */
const MARKS = 5;

/** Whether a provider only practises: it costs nothing. */
export const isFree = (providerId: string | undefined): boolean =>
  settings.value?.providers[providerId ?? ""]?.kind === "mock";

function askedOf(state: ConversationState, { id, agentId, model }: Participant): Asked {
  const free = isFree(settings.value?.agents[agentId]?.providerId);
  const said = contextOf(state, id, windowMessagesOf(agentId));
  const context = said + projectTokens(settings.value, state.projectId);
  return { model, free, context, answer: answerOf(state, id) };
}

/** The same, counted when something else may be counted and not with each key: there may be thousands of messages. */
function useAsked({ state }: ConversationStore, changes: number): (one: Participant) => Asked {
  const known = useMemo(() => new Map<Participant, Asked>(), [state, changes, settings.value]);
  return (one) => {
    const asked = known.get(one) ?? askedOf(state, one);
    known.set(one, asked);
    return asked;
  };
}

/** “~1.9K tokens · ≈ $0.01”; nothing that is not known. */
export function costWords({ agents, tokens, usd: cost }: Estimate, free: boolean): string {
  if (agents === 0) return "";
  const money = cost === null ? "" : free ? words.free : words.cost(usd(cost));
  return [tokens > 0 ? words.tokens(compact(tokens)) : "", money].filter(Boolean).join(" · ");
}

interface Props {
  readonly store: ConversationStore;
  /** Another number with each change of the conversation: all that was said is counted anew. */
  readonly changes: number;
  readonly text: string;
  readonly files: readonly Attachment[];
}

/** Opens the agents, with switches and their order: what stands here is what they make of it. */
export function Recipients({ store, changes, text, files }: Props) {
  const { state } = store;
  const askedNow = useAsked(store, changes);
  const asked = answering(state, text);
  const estimate = estimated(asked.map(askedNow), text, files, prices.value);
  const free = asked.every(({ agentId }) => isFree(settings.value?.agents[agentId]?.providerId));
  // What they are sent is not known before all is that was said.
  const cost = store.missing.value > 0 ? "" : costWords(estimate, free);
  const whom = toWhom(state, asked);
  return (
    <Popover
      label={[whom, cost].filter(Boolean).join(" · ")}
      name={head.agents}
      class="to"
      align="start"
      content={() => <Agents store={store} />}
    >
      {asked.length > 0 && (
        <MarkStack>
          {asked.slice(0, MARKS).map((one) => (
            <MemberMark key={one.id} roster={state} member={one} size={18} />
          ))}
        </MarkStack>
      )}
      <span class="to-words num">
        <b>
          <bdi>{whom}</bdi>
        </b>
        {cost && <span class="cost">{` · ${cost}`}</span>}
      </span>
    </Popover>
  );
}

function toWhom({ mode, participants }: ConversationState, asked: readonly Participant[]): string {
  const { onRequest, addressed } = factsOf(mode);
  if (asked.length === 0) return onRequest && participants.length > 0 ? words.toNobody : words.toYourself;
  return addressed ? words.toManager : toThese(asked.map(({ name }) => name));
}

/** What comes of a comparison: one is kept, both are merged, or the others are asked. */
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark } from "../parts/mark.tsx";
import { Menu } from "../parts/menu.tsx";
import { post } from "../state/commands.ts";
import { inOrder } from "../state/in_order.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/answers.ts";
import type { Answer, Exchange } from "./grouping.ts";
import { keepThis, mergeThese } from "./keeping.ts";

interface VerdictProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly answers: readonly Answer[];
  readonly sides: readonly [Message, Message];
  close(): void;
}

export function Verdict({ store, exchange, answers, sides, close }: VerdictProps) {
  const { participants } = store.state;
  const enabled = participants.filter((one) => one.enabled);
  const others = enabled.filter(({ id }) => sides.every(({ participantId }) => participantId !== id));
  const [left, right] = sides.map(({ author }) => clearText(author.name));
  const keep = (message: Message) => {
    const answer = answers.find(({ versions }) => versions.includes(message.id));
    if (answer) void keepThis(store, exchange, answer, message.id);
  };
  const vote = () => {
    const mentions = others.map(({ id }) => id);
    void orSay(
      inOrder(
        store.id,
        () => post(store.id, { content: words.voteQuestion(left ?? "", right ?? ""), mentions }),
      ),
    );
    close();
  };
  return (
    <div class="verdict">
      <div class="bar">
        {sides.map((message, index) => (
          <button
            type="button"
            key={message.id}
            class={`keep-${index}`}
            onClick={() => keep(message)}
          >
            <AuthorMark
              roster={store.state}
              participantId={message.participantId ?? message.author.name}
              name={message.author.name}
              size={18}
            />
            {words.keepOf(clearText(message.author.name))}
          </button>
        ))}
        <MergeBoth store={store} ids={sides.map(({ id }) => id)} close={close} />
      </div>
      {others.length > 0 && (
        <div class="bar">
          <button type="button" onClick={vote}>
            {words.askToVote(others.length)}
            <Icon name="list-checks" />
          </button>
        </div>
      )}
      <p class="hint">{words.keepMeans}</p>
    </div>
  );
}

interface MergeProps extends Pick<VerdictProps, "store" | "close"> {
  readonly ids: readonly string[];
}

/** Asks for one answer from both; beside it, whom. */
function MergeBoth({ store, ids, close }: MergeProps) {
  const enabled = store.state.participants.filter((one) => one.enabled);
  const by = useSignal(enabled[0]?.agentId);
  const merger = enabled.find(({ agentId }) => agentId === by.value) ?? enabled[0];
  if (!merger) return null;
  const run = () => {
    void mergeThese(store, merger.agentId, ids);
    close();
  };
  return (
    <span class="merge">
      <button type="button" onClick={run}>
        <Icon name="merge" />
        {words.mergeBoth} <small>{words.by(clearText(merger.name))}</small>
      </button>
      {enabled.length > 1 && (
        <Menu
          label={words.mergeWho}
          class="icon"
          items={enabled.map(({ agentId, name }) => ({
            label: clearText(name),
            run: () => (by.value = agentId),
          }))}
        >
          <Icon name="chevron-down" />
        </Menu>
      )}
    </span>
  );
}

/** A turn against another: which to take, what only one of them was sent, and where their requests and answers part. */
import "./against.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { TurnDifference } from "../../server/contract/difference_shapes.ts";
import { toTheSecond } from "../parts/format.ts";
import { unlessLate } from "../parts/unless_late.ts";
import { openedEnd, turnDifference } from "../state/queries.ts";
import { archived, list } from "../state/server_state.ts";
import { words } from "../words/sent.ts";
import { Difference } from "./difference.tsx";
import { family, offered, type Other } from "./others.ts";

interface AgainstProps {
  readonly state: ConversationState;
  readonly turn: Turn;
  readonly other: Other;
  onOther(other: Other): void;
}

export function Against({ state, turn, other, onOther }: AgainstProps) {
  return (
    <section class="saw-against" aria-label={words.against.label}>
      <Choosing state={state} turn={turn} other={other} onOther={onOther} />
      {other.turnId !== "" && <Found state={state} turn={turn} other={other} />}
    </section>
  );
}

/** The fold that the other turn is in: this one, or one that has to be read. */
function useFold(state: ConversationState, id: string): ConversationState | null {
  const read = useSignal<ConversationState | null>(null);
  useEffect(() => {
    if (id === state.id) return;
    read.value = null;
    return unlessLate(openedEnd(id), (answer) => {
      if (answer.ok) read.value = answer.value.fold;
    });
  }, [id]);
  return id === state.id ? state : read.value;
}

function Choosing({ state, turn, other, onOther }: AgainstProps) {
  const fold = useFold(state, other.conversationId);
  const beside = family(state, [...list.value, ...archived.value]);
  const isHere = other.conversationId === state.id;
  const turns = useMemo(() => fold && offered(fold, isHere ? turn : null), [fold, turn.id]);
  const first = turns && (turns.beside[0] ?? turns.others[0]);
  useEffect(() => {
    if (other.turnId === "" && first) onOther({ ...other, turnId: first.id });
  }, [first?.id, other.turnId]);
  return (
    <p class="saw-others">
      <label>
        {words.against.with}{" "}
        <select
          value={other.turnId}
          onChange={(event) => onOther({ ...other, turnId: event.currentTarget.value })}
        >
          {fold && turns && <Turns fold={fold} label={words.against.beside} turns={turns.beside} />}
          {fold && turns && <Turns fold={fold} label={words.against.others} turns={turns.others} />}
        </select>
      </label>
      {beside.length > 0 && (
        <label>
          {words.against.in}{" "}
          <select
            value={other.conversationId}
            onChange={(event) => onOther({ conversationId: event.currentTarget.value, turnId: "" })}
          >
            <option value={state.id}>{words.against.here}</option>
            {beside.map(({ id, title }) => <option key={id} value={id}>{clearText(title)}</option>)}
          </select>
        </label>
      )}
      {turns && !first && <span class="hint">{words.against.none}</span>}
    </p>
  );
}

function Turns({ fold, label, turns }: { fold: ConversationState; label: string; turns: readonly Turn[] }) {
  if (turns.length === 0) return null;
  return (
    <optgroup label={label}>
      {turns.map(({ id, participantId, startedAt }) => {
        const name = clearText(participantOf(fold, participantId)?.name ?? words.agent);
        return (
          <option key={id} value={id}>
            {startedAt === undefined ? name : `${name} · ${toTheSecond(startedAt)}`}
          </option>
        );
      })}
    </optgroup>
  );
}

type Read = { readonly found: TurnDifference } | { readonly wrong: string } | null;

function Found({ state, turn, other }: Omit<AgainstProps, "onOther">) {
  const read = useSignal<Read>(null);
  const ended = [turn.doneSeq, state.turns[other.turnId]?.doneSeq].join();
  useEffect(() => {
    return unlessLate(turnDifference(state.id, turn.id, other), (answer) => {
      read.value = answer.ok ? { found: answer.value } : { wrong: answer.message };
    });
  }, [turn.id, other.turnId, other.conversationId, ended]);
  if (!read.value) return <p class="hint" aria-busy="true">{words.comparing}</p>;
  if ("wrong" in read.value) return <p class="problem" role="alert">{read.value.wrong}</p>;
  return <Difference found={read.value.found} />;
}

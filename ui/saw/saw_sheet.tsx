/** What an agent saw: everything one of its calls was made of, the exact bytes, what proves them, and what was new. */
import "./saw.css";
import "./pieces.css";
import "./bytes.css";
import "./saw_widths.css";
import "../memory/memory.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { factsOf } from "../../events/catalog/modes.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { RebuiltCall } from "../../projections/shapes/views.ts";
import type { TurnRequest } from "../../server/contract/conversation_shapes.ts";
import { Said } from "../glass/said.tsx";
import { toTheSecond } from "../parts/format.ts";
import { MemoryGiven } from "../memory/memory_given.tsx";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark } from "../parts/mark.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { current, settings } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/sent.ts";
import { Against } from "./against.tsx";
import { firstOther, type Other } from "./others.ts";
import { type CallPlace, callsOf, lastCallOf, placeOfCall } from "./agent_calls.ts";
import { BytesPane } from "./bytes_pane.tsx";
import { LeftOutFacts } from "./left_out_facts.ts";
import { listed } from "./listed.ts";
import { PieceList } from "./piece_list.tsx";
import { callAt, type Read, Requests } from "./read_calls.ts";
import { type SentPiece, sentPieces, tokensOfEach } from "./sent_pieces.ts";
import { TokenBar } from "./token_bar.tsx";
import { Without } from "../trials/without.tsx";
import { words as told } from "../words/sayings.ts";

export function SawSheet({ turnId }: { turnId: string }) {
  const store = current.value;
  return store?.missing.value === 0 ? <Sheet store={store} turnId={turnId} key={store.id} /> : null;
}

function Sheet({ store, turnId }: { store: ConversationStore; turnId: string }) {
  const requests = useMemo(() => new Requests(store.id), []);
  const chosen = useSignal<CallPlace | null>(null);
  const other = useSignal<Other | null>(null);
  const without = useSignal<string | null>(null);
  const otherCall = useOtherCall(requests, other.value);
  const state = store.now;
  const at = chosen.value ?? lastCallOf(state, turnId) ?? { turnId, index: 0 };
  const turn = state.turns[at.turnId];
  const calls = callsOf(state, turn?.participantId ?? "");
  const place = placeOfCall(calls, at);
  const before = calls[place - 1];
  useEffect(() => {
    void requests.ask(at.turnId);
    if (before) void requests.ask(before.turnId);
  }, [at.turnId, before?.turnId]);
  if (!turn) return null;
  const read = requests.of(at.turnId);
  const readBefore = before && requests.of(before.turnId);
  return (
    <div class="saw-sheet">
      <Header
        state={state}
        turn={turn}
        call={callAt(read, at)}
        calls={calls}
        place={place}
        onCall={(call) => (chosen.value = call)}
        compares={other.value !== null}
        onCompare={() => (other.value = other.value ? null : firstOther(state, turn))}
      />
      {other.value && (
        <Against state={state} turn={turn} other={other.value} onOther={(one) => (other.value = one)} />
      )}
      {without.value !== null && (
        <Without
          key={`${turn.id} ${without.value}`}
          state={state}
          turn={turn}
          messageId={without.value}
          onClose={() => (without.value = null)}
        />
      )}
      <Contents
        key={`${at.turnId} ${at.index}`}
        state={state}
        turn={turn}
        at={at}
        read={read}
        before={before && readBefore ? callAt(readBefore, before) : null}
        idsBefore={readBefore?.state === "read" ? readBefore.request.messageIds : null}
        first={before === undefined}
        other={otherCall}
        onCheck={() => void requests.ask(at.turnId, true)}
        onWithout={mayTry(turn) ? (messageId) => (without.value = messageId) : null}
      />
    </div>
  );
}

/** Whether a turn can be asked again without a message: one of the talk that has ended, and speaks for itself. */
const mayTry = (turn: Turn): boolean =>
  turn.doneSeq !== undefined && !turn.trial && !turn.judges && !turn.panel && !factsOf(turn.mode).addressed;

/** The last call of the turn that another is set against; undefined where none is chosen, null where it is not there. */
function useOtherCall(requests: Requests, other: Other | null): RebuiltCall | null | undefined {
  const id = other?.conversationId;
  const elsewhere = useMemo(
    () => id === undefined || id === requests.conversationId ? requests : new Requests(id),
    [id],
  );
  useEffect(() => {
    if (other && other.turnId !== "") void elsewhere.ask(other.turnId);
  }, [elsewhere, other?.turnId]);
  if (!other) return undefined;
  const read = elsewhere.of(other.turnId);
  return read.state === "read" ? read.request.calls.at(-1) ?? null : null;
}

interface HeaderProps {
  readonly state: ConversationState;
  readonly turn: Turn;
  readonly call: RebuiltCall | null;
  readonly calls: readonly CallPlace[];
  readonly place: number;
  readonly onCall: (call: CallPlace) => void;
  /** It is set against another turn. */
  readonly compares: boolean;
  readonly onCompare: () => void;
}

function Header({ state, turn, call, calls, place, onCall, compares, onCompare }: HeaderProps) {
  const name = participantOf(state, turn.participantId)?.name || words.agent;
  const [before, after] = [calls[place - 1], calls[place + 1]];
  const provider = settings.value?.providers[call?.providerId ?? ""]?.name;
  const facts = [
    words.because(turn.reason),
    ...(call ? [call.model] : []),
    ...(place < 0 ? [] : [words.call(place + 1, calls.length)]),
    ...(call && call.attempt > 1 ? [words.attempt(call.attempt)] : []),
    ...(call ? [toTheSecond(call.at)] : []),
  ];
  return (
    <header class="saw-head">
      <AuthorMark roster={state} participantId={turn.participantId} name={name} size={40} />
      <div>
        <h2>
          <Said sentence={words.title({ name, participantId: turn.participantId })} roster={state} />
        </h2>
        <p title={provider}>{facts.join(" · ")}</p>
        {call?.error && <p class="problem">{words.failed(told.notice(call.error))}</p>}
      </div>
      {calls.length > 1 && (
        <span class="saw-calls">
          <button
            type="button"
            class="icon"
            aria-label={words.before}
            title={words.before}
            disabled={!before}
            onClick={() => before && onCall(before)}
          >
            <Icon name="chevron-left" />
          </button>
          <span aria-hidden="true">{place + 1} / {calls.length}</span>
          <button
            type="button"
            class="icon"
            aria-label={words.after}
            title={words.after}
            disabled={!after}
            onClick={() => after && onCall(after)}
          >
            <Icon name="chevron-right" />
          </button>
        </span>
      )}
      <button
        type="button"
        class="icon"
        aria-label={words.against.button}
        title={words.against.button}
        aria-pressed={compares}
        onClick={onCompare}
      >
        <Icon name="git-compare" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={words.close}
        title={words.close}
        onClick={() => (dialog.value = null)}
      >
        <Icon name="x" />
      </button>
    </header>
  );
}

interface ContentsProps {
  readonly state: ConversationState;
  readonly turn: Turn;
  readonly at: CallPlace;
  readonly read: Read;
  /** The agent's call before this one; null where there is none, or it was not read. */
  readonly before: RebuiltCall | null;
  /** The messages that were in it; null where that is not known. */
  readonly idsBefore: readonly string[] | null;
  /** It is the agent's first call. */
  readonly first: boolean;
  /** The last call of the turn that it is set against; undefined where there is none. */
  readonly other: RebuiltCall | null | undefined;
  readonly onCheck: () => void;
  readonly onWithout: ((messageId: string) => void) | null;
}

function Contents({ read, at, ...rest }: ContentsProps) {
  if (read.state === "wrong") return <p class="problem saw-note" role="alert">{read.message}</p>;
  if (read.state === "reading") return <p class="hint saw-note" aria-busy="true">{words.reading}</p>;
  const call = callAt(read, at);
  if (!call) return <p class="hint saw-note">{words.noCall}</p>;
  return <Sent {...rest} request={read.request} call={call} checkedAt={read.checkedAt} />;
}

/** What a call was made of; of one whose words are gone, its messages alone. */
function piecesOf(
  state: ConversationState,
  call: RebuiltCall,
  messageIds: readonly string[],
  judges: Turn["judges"],
): SentPiece[] {
  if (call.body !== null) {
    return sentPieces(state, { body: call.body, places: call.places, messageIds }, judges);
  }
  return messageIds.map((id) => ({
    kind: "message",
    key: id,
    text: state.bodies[id]?.content ?? "",
    start: 0,
    end: 0,
    tokens: Math.ceil((state.messages[id]?.length ?? 0) / 4),
  }));
}

interface SentProps extends Omit<ContentsProps, "at" | "read"> {
  readonly request: TurnRequest;
  readonly call: RebuiltCall;
  readonly checkedAt: Date;
}

function Sent(
  { state, turn, request, call, before, idsBefore, first, other, checkedAt, onCheck, onWithout }: SentProps,
) {
  const picked = useSignal("");
  const facts = useMemo(() => new LeftOutFacts(state.id), []);
  const pieces = useMemo(() => piecesOf(state, call, request.messageIds, turn.judges), [call]);
  // The provider counts a whole turn: of one call each piece can have its exact share.
  const usage = turn.calls === 1 ? state.messages[turn.messageId]?.usage : undefined;
  // What is gone had its share, too: of the rest nobody knows theirs.
  const total = usage && !usage.estimated && call.body !== null
    ? usage.input + usage.cacheRead + usage.cacheWrite
    : null;
  const tokens = useMemo(() => tokensOfEach(pieces, total), [pieces, total]);
  const rows = useMemo(() => listed(state, pieces, tokens, request.omitted), [pieces, tokens]);
  const fresh = useMemo(() => {
    const known = new Set(idsBefore ?? request.messageIds);
    return new Set(request.messageIds.filter((id) => !known.has(id)));
  }, [request, idsBefore]);
  const row = rows.find(({ key }) => key === picked.value);
  const piece = row?.kind === "sent" ? row.piece : undefined;
  return (
    <>
      <TokenBar
        state={state}
        turn={turn}
        request={request}
        pieces={pieces}
        tokens={tokens}
        exact={total !== null}
      />
      <div class="saw-two">
        <section class="saw-left" aria-label={words.order}>
          <MemoryGiven memory={request.memory} />
          <h3>{words.order}</h3>
          <PieceList
            state={state}
            turn={turn}
            rows={rows}
            facts={facts}
            fresh={fresh}
            picked={picked.value}
            onPick={({ key }) => (picked.value = key)}
            onWithout={onWithout}
          />
        </section>
        <BytesPane
          call={call}
          before={other === undefined ? before : other}
          first={first && other === undefined}
          against={other !== undefined}
          pieces={pieces}
          marked={piece && piece.end > piece.start ? [piece.start, piece.end] : null}
          checkedAt={checkedAt}
          onCheck={onCheck}
        />
      </div>
    </>
  );
}

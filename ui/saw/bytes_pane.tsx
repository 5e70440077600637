/** The right side of the sheet: the bytes of a call and what proves them, or what changed since the call before. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { estimateTokens } from "../../projections/context/tokens.ts";
import type { RebuiltCall } from "../../projections/shapes/views.ts";
import { count, toTheSecond } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { copyText } from "../state/clipboard.ts";
import { say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words as frame } from "../words/frame.ts";
import { words } from "../words/sent.ts";
import { asSent, foldedMessages, type FoldRow, setOut, type ShownRow, sinceThen } from "./byte_rows.ts";
import { ByteView, type Marked, useColumns } from "./byte_view.tsx";
import type { Compare } from "./changes.ts";
import { type Proof, proofOf, shortHash } from "./proof.ts";
import type { SentPiece } from "./sent_pieces.ts";
import { keptView } from "./kept_view.ts";

interface PaneProps {
  readonly call: RebuiltCall;
  readonly before: RebuiltCall | null;
  /** It is the agent's first call. */
  readonly first: boolean;
  /** What stands in `before` is no earlier call, but that of another turn. */
  readonly against: boolean;
  readonly pieces: readonly SentPiece[];
  readonly marked: Marked;
  readonly checkedAt: Date;
  readonly onCheck: () => void;
}

export function BytesPane({ call, before, first, against, pieces, marked, checkedAt, onCheck }: PaneProps) {
  const view = keptView.value;
  const grown = useMemo(
    () => call.body !== null && before?.body ? estimateTokens(call.body) - estimateTokens(before.body) : null,
    [call, before],
  );
  return (
    <section class="saw-right" aria-label={words.pane}>
      <div class="saw-tools">
        <div class="segmented" role="group" aria-label={words.views}>
          <Choice name="bytes" label={words.bytes} />
          <Choice name="changes" label={against ? words.against.changes : words.changes}>
            {grown !== null && grown !== 0 && (
              <em class={grown < 0 ? "less" : undefined} title={words.grown}>
                {grown > 0 ? "+" : "−"}
                {count(Math.abs(grown))}
              </em>
            )}
          </Choice>
        </div>
        {view !== "changes" && call.body !== null && (
          <button
            type="button"
            class="quiet"
            aria-pressed={view === "raw"}
            title={words.asSentHint}
            onClick={() => (keptView.value = view === "raw" ? "bytes" : "raw")}
          >
            <Icon name="wrap-text" /> {words.asSent}
          </button>
        )}
        <Badge call={call} checkedAt={checkedAt} onCheck={onCheck} />
      </div>
      {call.body === null ? <p class="hint saw-note">{words.goneLong}</p> : view === "changes"
        ? (
          <Changes
            body={call.body}
            before={before}
            first={first}
            against={against}
            pieces={pieces}
            marked={marked}
          />
        )
        : <Bytes body={call.body} raw={view === "raw"} marked={marked} />}
      {call.headers && <p class="hint saw-note">{words.headers(call.headers.join(", "))}</p>}
      {call.body !== null && <Foot body={call.body} />}
    </section>
  );
}

function Choice(
  { name, label, children }: { name: "bytes" | "changes"; label: string; children?: ComponentChildren },
) {
  const isOn = (keptView.value === "changes") === (name === "changes");
  return (
    <button type="button" aria-pressed={isOn} onClick={() => (keptView.value = name)}>
      {label}
      {children}
    </button>
  );
}

const PROOFS: Record<Proof, { short: string; long: string }> = {
  proven: { short: words.proven, long: words.provenLong },
  differs: { short: words.differs, long: words.differsLong },
  erased: { short: words.gone, long: words.goneLong },
};

/** What the recorded hash says of the bytes that are shown; pressed, it is compared once more. */
function Badge({ call, checkedAt, onCheck }: Pick<PaneProps, "call" | "checkedAt" | "onCheck">) {
  const proof = useSignal<Proof>(call.proof);
  useEffect(() => {
    return unlessLate(proofOf(call), (found) => {
      proof.value = found;
    });
  }, [call]);
  const { short, long } = PROOFS[proof.value];
  const said = `${long} SHA-256 ${call.sha256}. ${words.checked(toTheSecond(checkedAt.toISOString()))}`;
  return (
    <button
      type="button"
      class={`saw-proof ${proof.value}`}
      title={said}
      onClick={onCheck}
    >
      <Icon name={proof.value === "proven" ? "shield-check" : "shield-alert"} />
      <span>{short}</span>
      {proof.value !== "erased" && <code>{shortHash(call.sha256)}</code>}
      <span class="sr">{said}</span>
    </button>
  );
}

function Bytes({ body, raw, marked }: { body: string; raw: boolean; marked: Marked }) {
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const rows = useMemo(() => raw ? asSent(body, columns) : setOut(body, columns), [body, raw, columns]);
  return <ByteView rows={rows} marked={marked} label={words.bytes} raw={raw} box={box} foldText={() => ""} />;
}

interface ChangesProps extends Pick<PaneProps, "before" | "first" | "against" | "pieces" | "marked"> {
  readonly body: string;
}

function Changes({ body, before, first, against, pieces, marked }: ChangesProps) {
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const compare = useSignal<Compare | null>(null);
  const failed = useSignal(false);
  useEffect(() => {
    const load = import("./compare.ts");
    load.then(({ compareLines }) => (compare.value = compareLines), () => (failed.value = true));
  }, []);
  const old = before?.body ?? null;
  const rows = useMemo<readonly ShownRow[]>(
    () => old !== null && compare.value ? sinceThen(old, body, columns, compare.value) : [],
    [old, body, columns, compare.value],
  );
  const foldText = (row: FoldRow) => {
    const { messages, tokens } = foldedMessages(row, pieces);
    return messages > 0 ? words.asBefore(messages, tokens) : words.linesAsBefore(row.lines);
  };
  const note = first
    ? words.noBefore
    : before && old === null
    ? (against ? words.against.gone : words.beforeGone)
    : rows.length === 0
    ? (failed.value ? frame.notLoaded : words.comparing)
    : body === old
    ? words.same
    : "";
  return (
    <>
      {note !== "" && <p class="hint saw-note">{note}</p>}
      <ByteView rows={rows} marked={marked} label={words.changes} raw={false} box={box} foldText={foldText} />
    </>
  );
}

/** How many bytes there are, and what can be done with them. */
function Foot({ body }: { body: string }) {
  const bytes = useMemo(() => new TextEncoder().encode(body), [body]);
  const copy = async () => say(await copyText(body) ? words.copied : words.notCopied);
  const save = () => {
    const address = URL.createObjectURL(new Blob([bytes], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "request.json";
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <footer class="saw-foot">
      <p>{words.size(bytes.length)}</p>
      <button type="button" class="outline" onClick={() => void copy()}>
        <Icon name="copy" /> {words.copy}
      </button>
      <button type="button" class="outline" onClick={save}>
        <Icon name="download" /> {words.save}
      </button>
      <button type="button" class="primary" onClick={() => (dialog.value = { name: "again" })}>
        <Icon name="play" /> {words.again}
      </button>
    </footer>
  );
}

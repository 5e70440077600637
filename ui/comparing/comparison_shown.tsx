/** One comparison: waited for, its answers side by side under letters, judged, and whose they are. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { hashOf } from "../../events/catalog/checkpoint.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Comparison } from "../../server/contract/comparison_shapes.ts";
import { Attachments } from "../message/attachments.tsx";
import { Markdown } from "../message/markdown.tsx";
import { count } from "../parts/format.ts";
import { unlessLate } from "../parts/unless_late.ts";
import type { Answer } from "../state/api.ts";
import { go } from "../state/router.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/comparing.ts";
import { shortHash } from "../saw/proof.ts";
import { words as server } from "../words/sayings.ts";
import { comparisonOf, reveal, stopComparison } from "./comparison_calls.ts";
import { Difference } from "../panel/worth.tsx";
import { type JudgeAct, Judging } from "./judging.tsx";

interface Props {
  readonly conversationId: string;
  readonly comparisonId: string;
  /** It is read again where this is another. */
  readonly stage: string;
  /** Where the button that judges is told of: it stands at the foot, in sight however long the answers are. */
  readonly act: Signal<JudgeAct | null>;
}

export function Shown({ conversationId, comparisonId, stage, act }: Props) {
  const read = useSignal<Answer<Comparison> | null>(null);
  useEffect(() => {
    return unlessLate(comparisonOf(conversationId, comparisonId), (answer) => {
      read.value = answer;
    });
  }, [comparisonId, stage]);
  if (!read.value) return <p class="hint" aria-busy="true">{words.reading}</p>;
  if (!read.value.ok) return <p class="problem" role="alert">{read.value.message}</p>;
  const comparison = read.value.value;
  return (
    <div class="blind">
      <blockquote dir="auto">{clearText(comparison.question)}</blockquote>
      {comparison.attachments.length > 0 && <Attachments files={comparison.attachments} />}
      <State conversationId={conversationId} comparison={comparison} act={act} />
      {comparison.question !== "" && (
        <p>
          <button
            type="button"
            class="link"
            onClick={() => (dialog.value = {
              name: "erase",
              messageId: comparison.messageId,
              of: conversationId,
            })}
          >
            {words.eraseQuestion}
          </button>
        </p>
      )}
    </div>
  );
}

interface Told extends Pick<Props, "conversationId" | "act"> {
  readonly comparison: Comparison;
}

function State({ conversationId, comparison, act }: Told) {
  const { id, status, seats } = comparison;
  if (status === "asked") {
    return (
      <>
        <p class="blind-asked" role="status">{words.asked(seats)}</p>
        <p class="hint">{words.together}</p>
        <p>
          <button
            type="button"
            class="outline"
            onClick={() => void orSay(stopComparison(conversationId, id))}
          >
            {words.stop}
          </button>
        </p>
      </>
    );
  }
  return (
    <>
      {status === "elsewhere" && <p class="hint">{words.elsewhere}</p>}
      <Answers comparison={comparison} />
      <Shared comparison={comparison} />
      {status === "ready" && (
        <>
          <Judging conversationId={conversationId} comparison={comparison} act={act} />
          <p>
            <button type="button" class="outline" onClick={() => void orSay(reveal(conversationId, id))}>
              {words.reveal}
            </button>{" "}
            <span class="hint">{words.revealHint}</span>
          </p>
        </>
      )}
      <Revealed comparison={comparison} />
    </>
  );
}

function Answers({ comparison: { answers, revealed } }: Pick<Told, "comparison">) {
  return (
    <ul class="blind-answers" aria-label={words.answers}>
      {answers.map(({ letter, content, gap, names, erased }, seat) => {
        const who = revealed?.seated[seat];
        return (
          <li key={letter} aria-label={words.answer(letter)}>
            <h3>
              <span class="blind-letter">{letter}</span>
              {who && <span>{clearText(who.name)}</span>}
              {who && <span class="hint">{clearText(who.model)}</span>}
            </h3>
            {gap
              ? <p class="hint">{words.gap}</p>
              : erased
              ? <p class="hint">{words.erased}</p>
              : <Markdown text={content} />}
            {names && <p class="hint">{words.names}</p>}
          </li>
        );
      })}
    </ul>
  );
}

function Shared({ comparison: { shared, attachments } }: Pick<Told, "comparison">) {
  if (!shared) return null;
  return (
    <>
      <p class="hint">
        {words.same(shared.same, shared.requests, count(shared.bytes))}{" "}
        <code class="hash" title={shared.sha256}>{shortHash(shared.sha256)}</code>
      </p>
      {shared.files?.map((same, at) => (
        <p key={at} class="hint" dir="auto">
          {words.sameFile(clearText(attachments[at]?.name ?? ""), same, shared.requests)}
        </p>
      ))}
    </>
  );
}

/** Whose they are, and that it was fixed before: the digest is made again here. */
function Revealed({ comparison: { id, revealed, digest, votes, own } }: Pick<Told, "comparison">) {
  const holds = useSignal(revealed?.verified ?? false);
  const sealed = revealed?.sealed ?? "";
  useEffect(() => {
    // Where the page has no cryptography, the server's word stands.
    if (sealed !== "" && globalThis.isSecureContext) {
      void hashOf(crypto.subtle, sealed).then((made) => holds.value = made === digest);
    }
  }, [sealed, digest]);
  if (!revealed) return null;
  const { roomId } = revealed;
  return (
    <section class="blind-revealed" aria-label={words.revealed}>
      <p class={holds.value ? "" : "problem"}>{holds.value ? words.verified : words.differs}</p>
      {own && <p>{words.yours}: {saidBest(own.best, revealed.seated)}</p>}
      {revealed.judge && <Machine judge={revealed.judge} seated={revealed.seated} roomId={roomId} />}
      <Difference comparisonId={id} />
      <p class="hint">{words.judgements(votes.length)}</p>
      <dl>
        <dt>{words.digest}</dt>
        <dd>
          <code class="hash">{digest}</code>
        </dd>
        <dt>{words.made}</dt>
        <dd>
          <code class="hash">{sealed}</code>
        </dd>
      </dl>
      {roomId !== null && (
        <button
          type="button"
          class="outline"
          onClick={() => {
            dialog.value = null;
            go(`/c/${roomId}`);
          }}
        >
          {words.sent}
        </button>
      )}
    </section>
  );
}

type Revealed = NonNullable<Comparison["revealed"]>;

/** What an agent found that was asked, too: a model's word, and beside what people found. */
function Machine({ judge, seated, roomId }: {
  readonly judge: NonNullable<Revealed["judge"]>;
  readonly seated: Revealed["seated"];
  readonly roomId: string | null;
}) {
  const { name, model, best, reason, messageId, erased } = judge;
  const said = best === null ? server.notice(reason) : clearText(reason);
  return (
    <p>
      {words.machine(clearText(name), clearText(model))}:{" "}
      {best === null ? words.noVerdict : saidBest(best, seated)}
      {said !== "" && <span class="hint">{` – ${said}`}</span>}
      {erased && <span class="hint">{` – ${words.erased}`}</span>}{" "}
      {messageId !== null && roomId !== null && !erased && (
        <button
          type="button"
          class="link"
          onClick={() => (dialog.value = { name: "erase", messageId, of: roomId })}
        >
          {words.eraseReason}
        </button>
      )}
    </p>
  );
}

type Best = Comparison["votes"][number]["best"];
function saidBest(best: Best, seated: readonly { readonly name: string }[]): string {
  return typeof best === "number" ? clearText(seated[best]?.name ?? "") : words[best];
}

/**
 * What an answer says, in the order in which it was made: words, the tools that were used between them, and at the end
 * what it waits for. While it is written, only this reads its text, so only this renders again.
 */
import { useMemo } from "preact/hooks";
import { withMarks } from "../../projections/conversation/cited.ts";
import { partsOf } from "../../projections/conversation/parts.ts";
import { needsPerson } from "../../projections/conversation/waiting.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { lazy } from "../parts/lazy.tsx";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { words } from "../words/answers.ts";
import { Citations, Cut, Reasoning } from "./answer_parts.tsx";
import { Erased } from "./erased.tsx";
import { wasCut } from "./facts.tsx";
import { Markdown } from "./markdown.tsx";
import { Tools } from "./tool_uses.tsx";

const FormedAnswer = lazy(async () => (await import("./formed_answer.tsx")).FormedAnswer);
const BriefText = lazy(async () => (await import("../panel/brief_text.tsx")).BriefText, true);
const LongWait = lazy(async () => (await import("./long_wait.tsx")).LongWait, true);

export const isWriting = ({ status }: Message): boolean =>
  status === "pending" || status === "streaming" || status === "interrupted";

interface TextProps {
  readonly store: ConversationStore;
  readonly shown: Shown;
}

export function AnswerText({ store, shown }: TextProps) {
  const { message, body } = shown;
  const writing = isWriting(message);
  return (
    <>
      {body?.cut?.map((cut) => <Cut key={cut.attempt} cut={cut} />)}
      {!writing && body?.reasoning && <Reasoning text={body.reasoning} />}
      <Said store={store} shown={shown} drafted={writing && message.status !== "interrupted"} />
      {!writing && body?.citations && <Citations of={body.citations} />}
      {message.erased && <Erased of={message} />}
      {wasCut(message) && <p class="aside-note">{words.cut}</p>}
    </>
  );
}

/**
 * What it says, or has said so far where it is `drafted`: at its end its elements stay, for to make and lay out a long
 * answer anew holds the page. What has a form is shown in it, behind the words before.
 */
function Said({ store, shown, drafted }: TextProps & { drafted: boolean }) {
  const { content = "", form, raw } = shown.body ?? {};
  const draft = drafted ? store.draft(shown.message.id).value : null;
  if (!draft && shown.message.panel && raw !== undefined) return <BriefText store={store} shown={shown} />;
  const text = draft?.text ?? content.slice(0, form?.at);
  return (
    <>
      {draft?.reasoning && <Reasoning text={draft.reasoning} open={!text} />}
      <Parts store={store} shown={shown} text={text} writing={drafted} />
      {draft && !text && !draft.reasoning && <Wordless store={store} shown={shown} />}
      {!draft && form && <FormedAnswer text={content.slice(form.at)} repaired={form.repaired ?? false} />}
    </>
  );
}

/** What stands there until its first word does. */
function Wordless({ store, shown: { message, body } }: TextProps) {
  // A person has to say something before it goes on.
  if (body?.tools?.some(needsPerson)) return null;
  return (
    <>
      <p class="dots" aria-hidden="true">
        <i class="beat" />
        <i class="beat" />
        <i class="beat" />
      </p>
      {store.live && <LongWait store={store} message={message} />}
    </>
  );
}

function Parts({ store, shown, text, writing }: TextProps & { text: string; writing: boolean }) {
  const { message: { turnId = "" }, body } = shown;
  const { text: told, moved } = useMemo(() => withMarks(text, body?.citations), [text, body?.citations]);
  const parts = partsOf(
    told,
    told === text
      ? body?.tools
      : body?.tools?.map((use) => use.offset === undefined ? use : { ...use, offset: moved(use.offset) }),
  );
  return (
    <>
      {parts.map((part, index) =>
        part.kind === "tools"
          // What comes before it later leaves it what it is.
          ? <Tools key={`${part.uses[0]?.round} tools`} store={store} turnId={turnId} uses={part.uses} />
          : <Markdown key={index} text={part.text} writing={writing && index === parts.length - 1} />
      )}
    </>
  );
}

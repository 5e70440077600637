/** The page of one talk: whether its signature holds, what was said, what each agent saw, who saw what, and when. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { PAGE_PICTURE_BYTES } from "../../events/catalog/limits.ts";
import { shortKey } from "../../events/catalog/proof.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { seenBy } from "../../projections/context/requests.ts";
import { specOf } from "../../projections/context/spec.ts";
import { sourceText, withMarks } from "../../projections/conversation/cited.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { Body, Message, ToolUse } from "../../projections/shapes/folds.ts";
import { wordsOf } from "../message/one_line.ts";
import { looksOf, MOTIFS, SHAPES } from "../parts/marks.ts";
import { drawn } from "../parts/svg_nodes.ts";
import type { ShareWords } from "../words/english_share.ts";
import { type Picture, type Pictures, sourceOf } from "./shown_pictures.ts";
import { type Checked, promptOf, type Talk } from "./talk.ts";
import { piecesOf, Written } from "./written.tsx";

export type PageWords = ShareWords["page"];

/** A sentence with what it tells of. */
export const told = (sentence: string, given: Readonly<Record<string, string | number>>): string =>
  sentence.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => Object.hasOwn(given, name) ? String(given[name]) : whole,
  );

const timeIn = (language: string, iso: string, options: Intl.DateTimeFormatOptions): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(language, options).format(date);
};
const full = (language: string, iso: string) =>
  timeIn(language, iso, { dateStyle: "medium", timeStyle: "short" });
const clock = (language: string, iso: string) =>
  timeIn(language, iso, { hour: "numeric", minute: "2-digit" });

const seconds = (language: string, ms: number): string =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit: "second",
    unitDisplay: "narrow",
    maximumFractionDigits: 1,
  })
    .format(ms / 1_000);

/** What is made when it is opened; on paper it stands as it was opened. */
function Fold({ label, children }: { label: string; children: () => ComponentChildren }) {
  const open = useSignal(false);
  return (
    <details onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{label}</summary>
      {open.value && <div class="inside">{children()}</div>}
    </details>
  );
}

export function Banner({ checked, talk, words }: { checked: Checked | null; talk: Talk; words: PageWords }) {
  const { origin, language } = talk.given;
  if (!checked) return <section class="banner plain" role="status">{words.checking}</section>;
  if (checked.ok === null) {
    const { why } = checked;
    return (
      <section class="banner plain" role="status">
        <h2>{words[why]}</h2>
        <p>{words[why === "unable" ? "unableHow" : "partlyHow"]}</p>
      </section>
    );
  }
  if (!checked.ok) {
    return (
      <section class="banner wrong" role="alert">
        <h2>{words.refuted}</h2>
        <p>{told(words.refutedHow, { line: checked.refuted.line, detail: checked.refuted.detail })}</p>
      </section>
    );
  }
  const { events, checkpoint: { n, at }, keys, withheld, erased } = checked.proved;
  const [signer = "", ...others] = keys.toReversed();
  return (
    <section class="banner right" role="status">
      <h2>{words.verified}</h2>
      <p>{told(words.verifiedHow, { events, n, at: full(language, at) })}</p>
      {withheld > 0 && <p>{told(words.withheld, { n: withheld })}</p>}
      {erased > 0 && <p>{told(words.erased, { n: erased })}</p>}
      <p>
        {words.signer} <code>{signer}</code>
      </p>
      {others.map((key) => <p key={key}>{told(words.vouched, { key: shortKey(key) })}</p>)}
      <p>{told(words.compare, { address: `${origin}/.well-known/fishbowl.json` })}</p>
      <details>
        <summary>{words.about}</summary>
        <p class="inside">{words.proves}</p>
      </details>
    </section>
  );
}

function Mark({ talk, message }: { talk: Talk; message: Message }) {
  const member = message.participantId === undefined
    ? undefined
    : participantOf(talk.state, message.participantId);
  const { participants, former } = talk.state;
  const look = member &&
    looksOf([...former, ...participants].map(({ agentId }) => agentId)).get(member.agentId);
  if (!look) return null;
  return (
    <svg class="mark" viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
      <path class="shape" d={SHAPES[look.shape]} />
      <g class="motif">{drawn(MOTIFS[look.motif])}</g>
    </svg>
  );
}

const nameOf = ({ state }: Talk, message: Message): string =>
  message.author.name || participantOf(state, message.participantId ?? "")?.name || message.author.kind;

/** UTF-16 units of a message that stand beside its name. */
const LINE_UNITS = 80;

/** The first words of a message; where they are not told, why. */
function firstWords(
  { state, withheld }: Talk,
  { id, erased, attachments }: Message,
  words: PageWords,
): string {
  if (withheld.has(id)) return words.notDisclosed;
  if (erased) return told(words.erasedSince, { n: state.order.indexOf(id) + 1 });
  const said = wordsOf(state.bodies[id]?.content ?? "", attachments);
  const [first = "", more] = said.trimStart().slice(0, LINE_UNITS).split("\n", 2);
  const line = piecesOf(first).map(({ text }) => text).join("");
  return first.length === LINE_UNITS || more !== undefined ? `${line.trimEnd()} …` : line;
}

/** A message by its name and first words, leading to it. */
function Named({ talk, id, words }: { talk: Talk; id: string; words: PageWords }) {
  const message = talk.state.messages[id];
  if (!message) return null;
  return (
    <a href={`#${id}`} dir="auto">
      <b>{nameOf(talk, message)}</b> {firstWords(talk, message, words)}
    </a>
  );
}

/** In the place of words that are gone: when they were erased, by whom, and why, where the log says so. */
function Erased(
  { of: { erasure }, language, words }: {
    of: Pick<Message, "erasure">;
    language: string;
    words: PageWords;
  },
) {
  if (!erasure) return <p class="out">{words.wordsErased}</p>;
  const { at, by, why } = erasure;
  const who = by.id === "local" || by.name === "" ? words.aPerson : by.name;
  const day = timeIn(language, at, { dateStyle: "medium" });
  return (
    <p class="out" title={full(language, at)}>
      {told(words.erasedOn, { day, who })} {why !== undefined && <q dir="auto">{why}</q>}
    </p>
  );
}

/** Why a message is not among those that were left out: it could not have been sent, or was sent and is gone. */
const NEVER: ReadonlySet<string> = new Set(["after", "system", "incomplete", "erased"]);

function Saw({ talk, message, words }: { talk: Talk; message: Message; words: PageWords }) {
  const turn = talk.state.turns[message.turnId ?? ""];
  const spec = turn && specOf(turn);
  if (!turn || !spec) return <p>{words.sawNone}</p>;
  const { messages, omitted } = new AgentContext(talk.state, turn.participantId, spec).whole();
  const gone = omitted.filter(({ why }) => why === "erased").map(({ messageId }) => messageId);
  const leftOut = omitted.filter(({ why }) => !NEVER.has(why)).length;
  const had = talk.state.order.filter((id) =>
    gone.includes(id) || messages.some(({ messageId }) => messageId === id)
  );
  const prompt = talk.given.prompts ? promptOf(talk, turn.id) : null;
  return (
    <>
      <h4>{words.prompt}</h4>
      {prompt === null ? <p>{words.promptOut}</p> : <pre class="prompt" dir="auto">{prompt}</pre>}
      {turn.memory?.project && <p class="out">{words.besideProject}</p>}
      {turn.memory && turn.memory.notes.length > 0 && (
        <p class="out">{told(words.besideNotes, { n: turn.memory.notes.length })}</p>
      )}
      <h4>{words.had}</h4>
      <ol class="named">
        {had.map((id) => (
          <li key={id}>
            <Named talk={talk} id={id} words={words} />
          </li>
        ))}
      </ol>
      {gone.some((id) => !talk.withheld.has(id)) && <p class="out">{words.unprovable}</p>}
      {leftOut > 0 && <p>{told(words.leftOut, { n: leftOut })}</p>}
    </>
  );
}

function Seen({ talk, message, words }: { talk: Talk; message: Message; words: PageWords }) {
  const seen = seenBy(talk.state, message.id);
  if (seen.length === 0) return <p>{words.seenNone}</p>;
  return (
    <ul class="named">
      {seen.map(({ turnId, participantId, messageId, at }) => (
        <li key={turnId}>
          <a href={`#${messageId}`}>
            <b>{participantOf(talk.state, participantId)?.name}</b>{" "}
            {told(words.seenBy, { time: clock(talk.given.language, at) })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Where an answer has what it says from, by the numbers in its words; nothing is led to. */
function Sources({ of }: { of: NonNullable<Body["citations"]> }) {
  return (
    <ol class="sources">
      {of.map((one) => (
        <li key={one.url}>
          <bdi>{sourceText(one)}</bdi> <bdi dir="ltr">{one.url}</bdi>
        </li>
      ))}
    </ol>
  );
}

interface FilesProps {
  readonly of?: Message["attachments"];
  readonly pictures: Pictures;
  readonly words: PageWords;
}

/** Pictures are in the page; other files are told by name. */
function Files({ of = [], pictures: { shown, left }, words }: FilesProps) {
  return (
    <>
      {of.map(({ sha256, name }, index) => {
        const picture = shown.get(sha256);
        const named = told(left.has(sha256) ? words.noRoom : words.files, { name, mb: PICTURE_MB });
        return picture
          ? (
            <figure key={`${index} ${sha256}`}>
              <Drawn of={picture} name={name} />
              <figcaption class="file">{named}</figcaption>
            </figure>
          )
          : <p key={`${index} ${sha256}`} class="file">{named}</p>;
      })}
    </>
  );
}
const PICTURE_MB = PAGE_PICTURE_BYTES / 1024 / 1024;

function Drawn({ of, name }: { of: Picture; name: string }) {
  const src = useMemo(() => sourceOf(of), [of]);
  return <img src={src} width={of.width} height={of.height} alt={name} />;
}

/** Addresses are text, not to be followed. */
function Links({ of = [] }: { of?: ToolUse["links"] }) {
  return (
    <>
      {of.map(({ uri, name }) => (
        <p key={uri} class="file">
          {name !== undefined && <bdi>{clearText(name)}</bdi>} <bdi dir="ltr">{clearText(uri)}</bdi>
        </p>
      ))}
    </>
  );
}

function Said({ talk, message, words }: { talk: Talk; message: Message; words: PageWords }) {
  const body = talk.state.bodies[message.id];
  if (talk.withheld.has(message.id)) return <p class="out">{words.notDisclosed}</p>;
  const { language } = talk.given;
  if (message.erased) return <Erased of={message} language={language} words={words} />;
  const how = message.passed ? words.passed : message.status === "failed" ? words.failed : words.stopped;
  const whole = message.status === "complete" && !message.passed;
  return (
    <>
      {body?.reasoning && <Fold label={words.thinking}>{() => <Written text={body.reasoning ?? ""} />}</Fold>}
      {body?.tools?.map((use) => (
        <Fold key={use.callId} label={told(words.tool, { tool: use.tool })}>
          {() =>
            use.erased ? <Erased of={use} language={language} words={words} /> : (
              <>
                <pre dir="auto">{use.args}{use.result === undefined ? "" : `\n\n${use.result}`}</pre>
                <Files of={use.attachments} pictures={talk.pictures} words={words} />
                <Links of={use.links} />
              </>
            )}
        </Fold>
      ))}
      {body?.content
        ? <Written text={withMarks(body.content, body.citations, (number) => `[${number}]`).text} />
        : whole && <p class="out">{words.noWords}</p>}
      {body?.citations && <Sources of={body.citations} />}
      {!whole && <p class="out">{how}</p>}
      <Files of={message.attachments} pictures={talk.pictures} words={words} />
    </>
  );
}

function Shown({ talk, message, words }: { talk: Talk; message: Message; words: PageWords }) {
  const member = participantOf(talk.state, message.participantId ?? "");
  const kind = message.author.kind === "human" ? "person" : message.author.kind;
  const { language } = talk.given;
  return (
    <article id={message.id} class={kind} data-color={member?.color}>
      <header>
        <Mark talk={talk} message={message} />
        <h3 dir="auto">{nameOf(talk, message)}</h3>
        {message.model && <span class="model">{message.model}</span>}
        <time dateTime={message.at} title={full(language, message.at)}>{clock(language, message.at)}</time>
      </header>
      <div class="words">
        <Said talk={talk} message={message} words={words} />
      </div>
      {kind !== "system" && (
        <footer>
          {message.turnId && (
            <Fold label={words.saw}>{() => <Saw talk={talk} message={message} words={words} />}</Fold>
          )}
          <Fold label={words.seen}>{() => <Seen talk={talk} message={message} words={words} />}</Fold>
        </footer>
      )}
    </article>
  );
}

/** Where in the time of the whole talk each answer was written. */
function Timeline({ talk }: { talk: Talk }) {
  const rows = talk.state.order.flatMap((id) => {
    const message = talk.state.messages[id];
    if (!message || message.author.kind === "system") return [];
    const turn = talk.state.turns[message.turnId ?? ""];
    const from = Date.parse(turn?.startedAt ?? message.at);
    return Number.isNaN(from) ? [] : [{ message, from, ms: message.totalMs ?? 0 }];
  });
  const most = Math.max(1, ...rows.map(({ ms }) => ms));
  return (
    <ol class="timeline">
      {rows.map(({ message, ms }) => (
        <li key={message.id} data-color={participantOf(talk.state, message.participantId ?? "")?.color}>
          <time>{clock(talk.given.language, message.at)}</time>
          <a href={`#${message.id}`} dir="auto">{nameOf(talk, message)}</a>
          <span class="bar">
            <i style={{ inlineSize: `${Math.max(1.5, 100 * ms / most)}%` }} />
          </span>
          <small>{ms > 0 ? seconds(talk.given.language, ms) : ""}</small>
        </li>
      ))}
    </ol>
  );
}

export function Page({ talk, checked, words }: { talk: Talk; checked: Checked | null; words: PageWords }) {
  const { state, given } = talk;
  return (
    <main>
      <header class="head">
        <h1 dir="auto">{state.title || words.transcript}</h1>
        <p>{full(given.language, state.createdAt)}</p>
      </header>
      <Banner checked={checked} talk={talk} words={words} />
      <section aria-label={words.transcript}>
        {state.order.map((id) => {
          const message = state.messages[id];
          return message && <Shown key={id} talk={talk} message={message} words={words} />;
        })}
      </section>
      <section class="when">
        <h2>{words.timeline}</h2>
        <Timeline talk={talk} />
      </section>
      <p class="made">{told(words.made, { origin: given.origin })}</p>
    </main>
  );
}

/** The claims of two answers against each other, as an agent read them. */
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { ActionMenu, actionsOf } from "../message/actions.tsx";
import { AnswerText, isWriting } from "../message/answer_text.tsx";
import { colorOf, Facts } from "../message/facts.tsx";
import { Failure } from "../message/failure.tsx";
import { InContext } from "../message/in_context.tsx";
import { isOpen, progressOf } from "../message/progress.ts";
import { shownVersion, Versions } from "../message/versions.tsx";
import { clock } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { Menu } from "../parts/menu.tsx";
import { merge } from "../state/commands.ts";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { readingOf } from "../state/reading.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/about.ts";
import { words as answers } from "../words/answers.ts";
import { areWholeClaims, type Claim, claimsOf } from "./about_lines.ts";
import { areComparable, type Exchange } from "./grouping.ts";

/** Something that is about the answers of an exchange, and its tries. */
export interface AboutProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly shown: Shown;
  readonly versions: readonly [string, ...string[]];
}

/** What an agent read in two answers. */
export interface Judged {
  readonly shown: Shown;
  readonly versions: readonly [string, ...string[]];
  readonly claims: readonly Claim[];
}

const turned = (claim: Claim): Claim => {
  if (claim.kind === "left") return { kind: "right", right: claim.left };
  if (claim.kind === "right") return { kind: "left", left: claim.right };
  return { kind: claim.kind, left: claim.right, right: claim.left };
};

/** The text as far as it is written. */
function textOf(store: ConversationStore, { message, body }: Shown): string {
  if (message.erased) return "";
  const writing = isWriting(message) && message.status !== "interrupted";
  return writing ? store.draft(message.id).value.text : body?.content ?? "";
}

/** What was last read in these two answers, the first of them on the left; null where nobody did. */
export function judgedOf(
  store: ConversationStore,
  { about }: Exchange,
  left: string,
  right: string,
): Judged | null {
  for (const { versions } of about.toReversed()) {
    const shown = store.message(shownVersion(store.id, versions))?.value;
    const sources = shown?.message.sources ?? [];
    if (shown?.message.task !== "claims" || !sources.includes(left) || !sources.includes(right)) continue;
    const claims = claimsOf(textOf(store, shown));
    return { shown, versions, claims: sources[0] === left ? claims : claims.map(turned) };
  }
  return null;
}

export const contradictionsIn = (claims: readonly Claim[]): number =>
  claims.filter(({ kind }) => kind === "contradiction").length;

/** One line among what was written about the answers; it leads to the two, side by side. */
export function ClaimsLine({ store, exchange, shown, versions }: AboutProps) {
  const { message, body } = shown;
  const { messages } = store.state;
  const progress = progressOf(store.state, message.id);
  const open = isOpen(progress);
  const [left = "", right = ""] = message.sources ?? [];
  const name = (id: string) => clearText(messages[id]?.author.name ?? "");
  const root = (id: string) => messages[id]?.versionOf ?? id;
  const two = [root(left), root(right)] as const;
  const leads = areComparable(exchange, two);
  const looks = readingOf(store.id);
  const show = () => {
    // The very tries that were read.
    for (const id of [left, right]) looks.answers.change(root(id), { version: id });
    looks.exchanges.change(exchange.key, { comparing: two, folded: false });
  };
  const n = contradictionsIn(open ? [] : claimsOf(textOf(store, shown)));
  return (
    <article
      id={message.id}
      class={`message theirs claims ${message.status}${message.included || open ? "" : " left-out"}`}
      aria-label={`${words.claims}, ${words.readBy(clearText(message.author.name))}, ${clock(message.at)}`}
      aria-busy={open}
      tabIndex={-1}
    >
      <header>
        <Icon name="git-compare" />
        {leads
          ? (
            <button type="button" class="of" title={words.showThem} onClick={show}>
              <b>{words.ofTwo(name(left), name(right))}</b>
            </button>
          )
          : <b>{words.ofTwo(name(left), name(right))}</b>}
        <span class="meta">
          {open
            ? words.reads(clearText(message.author.name))
            : `${words.readBy(clearText(message.author.name))}${
              message.status === "complete"
                ? ` · ${n === 0 ? words.noContradiction : words.contradictions(n)}`
                : ""
            }`}
        </span>
        {!open && <Facts store={store} shown={shown} />}
        <span class="push" />
        <Versions conversationId={store.id} versions={versions} id={message.id} />
        {!open && <InContext store={store} message={message} />}
        {!open && store.live && (
          <ActionMenu actions={() => actionsOf(store, shown)} name={message.author.name} />
        )}
      </header>
      {/* Nowhere else can it be read, nor be told whether a tool may run. */}
      {(!leads || body?.tools?.length) && (
        <div class="body">
          <AnswerText store={store} shown={shown} />
        </div>
      )}
      {message.status === "failed" && (
        <Failure store={store} message={message} noticeId={exchange.failures[message.id]} />
      )}
    </article>
  );
}

/** Where something does not keep to the form: all of it, as it was written. */
export const AsWritten = ({ store, shown }: Pick<AboutProps, "store" | "shown">) => (
  <details class="as-written">
    <summary>{words.asWritten}</summary>
    <AnswerText store={store} shown={shown} />
  </details>
);

const SIGNS: Readonly<Record<Claim["kind"], readonly [IconName, string]>> = {
  same: ["equal", words.sameClaim],
  contradiction: ["zap", words.contradicts],
  left: ["arrow-left", answers.onlyLeft],
  right: ["arrow-right", answers.onlyRight],
};

interface ClaimsProps {
  readonly store: ConversationStore;
  readonly judged: Judged | null;
  /** The two answers, as they stand. */
  readonly sides: readonly [Message, Message];
}

/** The claims of both, or the way to have them found; why they were not is told in the line above. */
export function Claims({ store, judged, sides }: ClaimsProps) {
  if (!judged) return <Find store={store} ids={sides.map(({ id }) => id)} />;
  const { shown: { message }, claims } = judged;
  const open = isOpen(progressOf(store.state, message.id));
  const [left, right] = sides;
  return (
    <>
      {claims.map((claim, index) => {
        const [icon, label] = SIGNS[claim.kind];
        const cell = (side: Message, text: string | undefined) => (
          <div class="cell" data-color={colorOf(store.state, side)} dir="auto">
            {text === undefined ? <p class="hint">{answers.saysNothing(side.author.name)}</p> : <p>{text}</p>}
          </div>
        );
        return (
          <div key={index} class={`against ${claim.kind}`}>
            {cell(left, "left" in claim ? claim.left : undefined)}
            {cell(right, "right" in claim ? claim.right : undefined)}
            <span class="sign" role="img" aria-label={label} title={label}>
              <Icon name={icon} />
            </span>
          </div>
        );
      })}
      {claims.length === 0 && !open && message.status !== "failed" && (
        <div class="claims-unread">
          <p class="hint">{words.otherForm}</p>
          <AnswerText store={store} shown={judged.shown} />
        </div>
      )}
      {!open && claims.length > 0 && !areWholeClaims(judged.shown.body?.content ?? "", claims) && (
        <AsWritten store={store} shown={judged.shown} />
      )}
      {open && claims.length === 0 && (
        <p class="claims-unread hint" aria-live="polite">{words.reads(clearText(message.author.name))}</p>
      )}
    </>
  );
}

/** Asks for the claims; beside it, whom. Who has no answer among the two is offered first: it judges none of its own. */
function Find({ store, ids }: { store: ConversationStore; ids: readonly string[] }) {
  const { participants, messages } = store.state;
  const own = ids.map((id) => messages[id]?.participantId);
  const able = participants.filter(({ enabled }) => enabled)
    .toSorted((a, b) => Number(own.includes(a.id)) - Number(own.includes(b.id)));
  const by = useSignal(able[0]?.agentId);
  const reader = able.find(({ agentId }) => agentId === by.value) ?? able[0];
  return (
    <div class="claims-unread">
      <p>{words.whatClaimsDo}</p>
      {reader && store.live && (
        <p class="bar">
          <button
            type="button"
            class="outline slim"
            onClick={() => void orSay(merge(store.id, reader.agentId, ids, "claims"))}
          >
            <Icon name="zap" />
            {words.find} <small>{words.by(clearText(reader.name))}</small>
          </button>
          {able.length > 1 && (
            <Menu
              label={words.findWho}
              class="icon"
              align="start"
              items={able.map(({ agentId, name }) => ({
                label: clearText(name),
                checked: agentId === reader.agentId,
                run: () => (by.value = agentId),
              }))}
            >
              <Icon name="chevron-down" />
            </Menu>
          )}
        </p>
      )}
    </div>
  );
}

/**
 * How a conversation is read: what a person said, and under it all that came of it. Answers to the same words are one
 * object; what an agent said when it was asked again stands in the place of what it said first; that an answer failed
 * is told where it would stand.
 */
import { factsOf } from "../../events/catalog/modes.ts";
import type { PanelPlace } from "../../events/catalog/panels.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";

/** One agent's answer, in one place whatever its number of tries. */
export interface Answer {
  /** Ids of its tries, oldest first; the first names the place. */
  readonly versions: readonly [string, ...string[]];
}

/** What stands in one line of the transcript. */
export type Row =
  /** One that stands alone; `round` where a round begins with it. */
  | { readonly kind: "one"; readonly answers: readonly [Answer]; readonly round?: number }
  /** Answers to the same, none of them written in sight of another. */
  | { readonly kind: "together"; readonly answers: readonly [Answer, ...Answer[]] }
  /** The agents' own talk. */
  | { readonly kind: "behind"; readonly ids: readonly [string, ...string[]] }
  /** A word of the program. */
  | { readonly kind: "notice"; readonly id: string };

export interface Exchange {
  /** The message it began with, also where that is not read yet; its first message where nobody was asked. */
  readonly key: string;
  /** What a person said; null where the first that is known is something else. */
  readonly asked: string | null;
  readonly rows: readonly Row[];
  /** What agents were asked to write about its answers: their gist, their claims. */
  readonly about: readonly Answer[];
  /** Notices of failures, by the answer they are told at. */
  readonly failures: Readonly<Record<string, string>>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Growing = Omit<Mutable<Exchange>, "rows" | "about" | "failures"> & {
  rows: Row[];
  about: Answer[];
  failures: Record<string, string>;
};

const turnOf = (state: ConversationState, id: string) => state.turns[state.messages[id]?.turnId ?? ""];

/** Said between agents in manager mode: one click away from the person's view. */
function isBehind(state: ConversationState, id: string): boolean {
  const message = state.messages[id];
  const turn = turnOf(state, id);
  if (message?.role === "user") return message.author.kind === "system";
  if (!turn || !factsOf(turn.mode).addressed || message?.role !== "assistant") return false;
  if (message.to !== undefined) return message.to !== "person";
  // Not yet addressed: the manager may still mean the person, anyone else cannot.
  return turn.participantId !== state.manager?.participantId;
}

/** Of a panel those of one round stand side by side, unless it has one speak after the other. */
function areOfOneRound(state: ConversationState, one: PanelPlace | undefined, other: PanelPlace | undefined) {
  if (!one || !other) return one === other;
  return one.panelId === other.panelId && one.stage === other.stage && one.round === other.round &&
    state.panels?.[one.panelId]?.shape.stages[one.stage]?.turns !== "in_turn";
}

/** Answers to the same, none of them written in sight of another. */
function areTogether(state: ConversationState, before: string, id: string): boolean {
  const turn = turnOf(state, id);
  const sibling = turnOf(state, before);
  return turn !== undefined && sibling !== undefined && turn.exchange === sibling.exchange &&
    factsOf(turn.mode).sideBySide === true && turn.reason.round === undefined &&
    areOfOneRound(state, sibling.panel, turn.panel);
}

function begin(exchanges: Growing[], key: string, asked: string | null): Growing {
  const made: Growing = { key, asked, rows: [], about: [], failures: {} };
  exchanges.push(made);
  return made;
}

/** The round that begins with an answer, if several were asked for. */
function roundOf(state: ConversationState, id: string, rows: readonly Row[]): number | undefined {
  const { round, rounds = 1 } = turnOf(state, id)?.reason ?? {};
  if (round === undefined || rounds < 2) return undefined;
  const last = rows.findLast((row) => row.kind === "one");
  return last && turnOf(state, last.answers[0].versions[0])?.reason.round === round ? undefined : round;
}

/** Adds the first try of an answer; gives the tries, which grow with each that is asked for again. */
function addAnswer(state: ConversationState, rows: Row[], id: string): [string, ...string[]] {
  const versions: [string, ...string[]] = [id];
  const last = rows.at(-1);
  if ((last?.kind === "one" || last?.kind === "together") && !("round" in last)) {
    if (areTogether(state, last.answers[0].versions[0], id)) {
      rows[rows.length - 1] = { kind: "together", answers: [...last.answers, { versions }] };
      return versions;
    }
  }
  const round = roundOf(state, id, rows);
  rows.push({ kind: "one", answers: [{ versions }], ...(round === undefined ? {} : { round }) });
  return versions;
}

/** Adds the first try of what is about answers; gives the tries. */
function addAbout(about: Answer[], id: string): [string, ...string[]] {
  const versions: [string, ...string[]] = [id];
  about.push({ versions });
  return versions;
}

function addBehind(rows: Row[], id: string): void {
  const last = rows.at(-1);
  if (last?.kind === "behind") rows[rows.length - 1] = { kind: "behind", ids: [...last.ids, id] };
  else rows.push({ kind: "behind", ids: [id] });
}

/** The exchanges of `ids`, which follow one another in the order of the log. */
export function exchangesOf(state: ConversationState, ids: readonly string[]): Exchange[] {
  const exchanges: Growing[] = [];
  /** The tries of each answer, by the first that ever was. */
  const tries = new Map<string, string[]>();
  /** Where each answer stands. */
  const homes = new Map<string, Growing>();
  for (const id of ids) {
    const message = state.messages[id];
    if (!message) continue;
    if (message.role === "user" && message.author.kind === "human") {
      begin(exchanges, id, id);
      continue;
    }
    const failed = message.notice?.code === "turn_failed" ? message.notice.turnId : undefined;
    const told = state.turns[failed ?? ""]?.messageId ?? "";
    const at = homes.get(told);
    if (at) {
      at.failures[told] = id;
      continue;
    }
    // What is about answers stands with them, whenever it was asked for.
    const there = message.task && homes.get(message.sources?.at(-1) ?? "");
    // What it answers may not be read yet: it is the same exchange still when that comes.
    const exchange = there ?? exchanges.at(-1) ?? begin(exchanges, message.question ?? id, null);
    const root = message.versionOf ?? id;
    const known = tries.get(root);
    if (message.role === "system") exchange.rows.push({ kind: "notice", id });
    else if (isBehind(state, id)) addBehind(exchange.rows, id);
    else if (known) known.push(id);
    else if (message.task) tries.set(root, addAbout(exchange.about, id));
    else tries.set(root, addAnswer(state, exchange.rows, id));
    homes.set(id, known ? homes.get(known[0] ?? "") ?? exchange : exchange);
  }
  return exchanges;
}

/** Every answer of an exchange that a person is told, in the order of the log. */
export const answersOf = ({ rows }: Exchange): Answer[] =>
  rows.flatMap((row) => row.kind === "one" || row.kind === "together" ? row.answers : []);

/** Whether two answers, by their first tries, are both among `answers`. */
export const holdsBoth = (answers: readonly Answer[], two: readonly [string, string]): boolean =>
  two.every((root) => answers.some(({ versions: [first] }) => first === root));

/** Whether two answers can be laid side by side: not those of one who heard the other, nor of two exchanges. */
export const areComparable = ({ rows }: Exchange, two: readonly [string, string]): boolean =>
  rows.some((row) => row.kind === "together" && holdsBoth(row.answers, two));

/** Whether its answers were given one after the other: from the first on they are a talk, of which each is a paragraph. */
export const isInTurn = (state: ConversationState, { rows }: Exchange): boolean =>
  rows.some((row) =>
    row.kind === "one" && turnOf(state, row.answers[0].versions[0])?.reason.round !== undefined
  );

/**
 * The exchanges anew, those that are as they were being the very same objects: what is shown of them need not be made
 * again.
 */
export function keepingSame(before: readonly Exchange[], now: readonly Exchange[]): Exchange[] {
  const known = new Map(before.map((exchange) => [exchange.key, exchange]));
  return now.map((exchange) => {
    const old = known.get(exchange.key);
    return old && isSame(old, exchange) ? old : exchange;
  });
}

/** What a row holds, and how. */
const holds = (row: Row): string => {
  if (row.kind === "notice") return row.id;
  if (row.kind === "behind") return row.ids.join(" ");
  return row.answers.map(({ versions }) => versions.join("/")).join(" ");
};

function isSame(one: Exchange, other: Exchange): boolean {
  const alike = (a: Row, b: Row | undefined) => b !== undefined && a.kind === b.kind && holds(a) === holds(b);
  const told = ({ failures, about }: Exchange) =>
    [...Object.keys(failures), ...about.map(({ versions }) => versions.join("/"))].join(" ");
  return one.asked === other.asked && one.rows.length === other.rows.length && told(one) === told(other) &&
    one.rows.every((row, index) => alike(row, other.rows[index]));
}

/**
 * The answer that the one at `rows[index]` was given after, where agents speak one after the other and each hears those
 * before it; null of the first, and where they do not.
 */
export function saidBefore(state: ConversationState, rows: readonly Row[], index: number): string | null {
  const row = rows[index];
  const turn = row?.kind === "one" ? turnOf(state, row.answers[0].versions[0]) : undefined;
  if (turn?.reason.round === undefined) return null;
  for (const before of rows.slice(0, index).reverse()) {
    const [id] = before.kind === "one" ? before.answers[0].versions : [];
    if (id === undefined || turnOf(state, id)?.exchange !== turn.exchange) continue;
    if (state.messages[id]?.status === "complete" && !state.messages[id]?.passed) return id;
  }
  return null;
}

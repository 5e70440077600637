/**
 * `@name` in a person's message, as far as it names somebody of the roster: the longest exact match, in any
 * case (P18). Everything else stays plain text: `@dataclass`, `ann@critic.example`, code, and a name that two
 * participants have.
 */
import { codeSpans } from "./code_spans.ts";
import { foldText } from "../search/folded_text.ts";

/** What every roster answers to. */
const ALL = "all";

export interface Mention {
  /** UTF-16 index of the `@`. */
  readonly start: number;
  /** UTF-16 index after the name. */
  readonly end: number;
  /** Whom it names, in roster order; all of them for `@all`. */
  readonly participantIds: readonly string[];
}

export interface Mentions {
  /** Everybody named, once each, in roster order. */
  readonly participantIds: string[];
  /** Where, in reading order; for highlighting. */
  readonly ranges: Mention[];
  /** `@name`s that fit more than one participant and therefore nobody. */
  readonly ambiguous: Mention[];
}

type Named = { readonly id: string; readonly name: string };

/** The names one can be called by, longest first; several ids where a name is shared. */
function candidates(roster: readonly Named[]): { name: string; ids: string[]; everyone: boolean }[] {
  const byName = new Map<string, string[]>();
  for (const { id, name } of roster) {
    const folded = foldText(name.trim(), false).text;
    if (folded !== "") byName.set(folded, [...(byName.get(folded) ?? []), id]);
  }
  byName.set(ALL, roster.map(({ id }) => id));
  return [...byName].map(([name, ids]) => ({ name, ids, everyone: name === ALL }))
    .sort((a, b) => b.name.length - a.name.length);
}

/** Before an `@` that can be a mention: not the end of a word, an address or a path. */
const INSIDE_A_WORD = /[\p{L}\p{N}\p{M}_@/\\+-]$/u;
/** After a name: what would make it part of a longer word, an address or a path. */
const GOES_ON = /^(?:[\p{L}\p{N}\p{M}_@]|[-./+][\p{L}\p{N}_])/u;
/** Units looked at on either side: one character, or a mark and what follows it. */
const NEIGHBOUR = 3;

/** UTF-16 units in which mentions are looked for: twice what a person may write. What a program sends can be longer. */
export const MENTION_UNITS = 20_000;
/** Units read beyond, so that a name at the edge is read whole, with what follows it. */
const EDGE_UNITS = 1_000;

/**
 * Finds the mentions of a text. `roster` is in its order; who is enabled is not asked here.
 * @outside
 */
export function findMentions(content: string, roster: readonly Named[]): Mentions {
  const ranges: Mention[] = [];
  const ambiguous: Mention[] = [];
  const result = (): Mentions => {
    const named = new Set(ranges.flatMap((range) => range.participantIds));
    return { participantIds: roster.map(({ id }) => id).filter((id) => named.has(id)), ranges, ambiguous };
  };
  if (roster.length === 0 || !content.includes("@")) return result();
  const head = content.slice(0, MENTION_UNITS + EDGE_UNITS);
  const { text, offsets } = foldText(head, false);
  const code = codeSpans(head);
  const names = candidates(roster);
  let codeIndex = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const start = offsets[at] ?? 0;
    if (start >= MENTION_UNITS) break;
    while ((code[codeIndex]?.end ?? Infinity) <= start) codeIndex++;
    if ((code[codeIndex]?.start ?? Infinity) <= start) continue;
    if (INSIDE_A_WORD.test(text.slice(Math.max(0, at - NEIGHBOUR), at))) continue;
    const found = names.find(({ name }) => {
      if (!text.startsWith(name, at + 1)) return false;
      const after = at + 1 + name.length;
      return !/[\p{L}\p{N}\p{M}_]$/u.test(name) || !GOES_ON.test(text.slice(after, after + NEIGHBOUR));
    });
    if (!found) continue;
    const end = offsets[at + 1 + found.name.length] ?? head.length;
    const mention: Mention = { start, end, participantIds: found.ids };
    (found.ids.length > 1 && !found.everyone ? ambiguous : ranges).push(mention);
  }
  return result();
}

/** The `@word` that is being written: from the `@` to the caret. */
export interface TypedMention {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** Characters of a name that are looked at while it is typed. */
const TYPED = 40;

/**
 * The mention in which the caret stands, if one can begin there at all: by the rule that finds mentions later.
 * @outside
 */
export function typedMention(text: string, caret: number): TypedMention | null {
  const start = text.lastIndexOf("@", caret - 1);
  const word = text.slice(start + 1, caret);
  if (start === -1 || caret === 0 || word.length > TYPED || word.includes("\n")) return null;
  return INSIDE_A_WORD.test(text.slice(Math.max(0, start - NEIGHBOUR), start))
    ? null
    : { start, end: caret, word };
}

/** A participant picked from the list, as its name was put into the text. */
export interface Pick {
  readonly id: string;
  readonly name: string;
}

/**
 * Whom a text means beyond what its words say: of two with one name, the one that was picked from the list, as
 * long as its `@name` still stands there. Words that name somebody by themselves always decide by themselves.
 * @outside
 */
export function pickedIn(content: string, roster: readonly Named[], picks: readonly Pick[]): string[] {
  const shared = findMentions(content, roster).ambiguous.flatMap(({ participantIds }) => participantIds);
  return roster.map(({ id }) => id).filter((id) =>
    shared.includes(id) && picks.some((pick) => pick.id === id)
  );
}

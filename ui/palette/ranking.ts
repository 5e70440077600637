/** Which actions fit what was typed, in groups, the best first. */
import { foldPlain } from "../../projections/search/folded_text.ts";

/** Groups in the order in which they stand while nothing was typed. */
export const GROUPS = ["recent", "conversations", "here", "agents", "page", "settings"] as const;
export type Group = typeof GROUPS[number];

export interface Choice {
  /** The same for the same action, also after a reload. */
  readonly id: string;
  readonly group: Exclude<Group, "recent">;
  readonly name: string;
  /** What it does, or where it leads, in small letters behind its name. */
  readonly hint?: string | undefined;
  /** Words by which it is found too. */
  readonly also?: string | undefined;
}

export interface Found<C extends Choice> {
  readonly group: Group;
  readonly choices: readonly C[];
}

/** Lines of one group: while nothing was typed fewer, so that every group is seen. */
const LINES = { calm: 5, found: 7 } as const;
/** Recently done actions that are offered again. */
const RECENT = 3;

/** 0: begins with all of it; 1: its words begin so; 2: they are in its name; 3: only beside it; null: not at all. */
export function fitOf({ name, hint = "", also = "" }: Choice, query: string): number | null {
  const wanted = foldPlain(query, true).trim();
  const words = wanted.split(/\s+/).filter(Boolean);
  const named = foldPlain(name, true);
  if (named.startsWith(wanted)) return 0;
  const parts = named.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
  if (words.every((word) => named.includes(word))) return 2;
  const all = `${named} ${foldPlain(`${hint} ${also}`, true)}`;
  return words.every((word) => all.includes(word)) ? 3 : null;
}

/** `recent`: ids of what was done last, newest first. */
export function ranked<C extends Choice>(
  choices: readonly C[],
  query: string,
  recent: readonly string[],
): Found<C>[] {
  return query.trim() === "" ? calm(choices, recent) : fitting(choices, query);
}

function calm<C extends Choice>(choices: readonly C[], recent: readonly string[]): Found<C>[] {
  const again = recent.flatMap((id) => choices.find((choice) => choice.id === id) ?? []).slice(0, RECENT);
  const groups = Map.groupBy(choices.filter((choice) => !again.includes(choice)), ({ group }) => group);
  return GROUPS.flatMap((group) => {
    const members = group === "recent" ? again : groups.get(group)?.slice(0, LINES.calm) ?? [];
    return members.length > 0 ? [{ group, choices: members }] : [];
  });
}

function fitting<C extends Choice>(choices: readonly C[], query: string): Found<C>[] {
  const fits = choices.flatMap((choice) => {
    const fit = fitOf(choice, query);
    return fit === null ? [] : [{ choice, fit }];
  });
  // Stable sorts: among equals the order is the one they came in.
  const groups = [...Map.groupBy(fits.toSorted((a, b) => a.fit - b.fit), ({ choice }) => choice.group)];
  return groups.sort(([a, [one]], [b, [two]]) =>
    (one?.fit ?? 0) - (two?.fit ?? 0) || GROUPS.indexOf(a) - GROUPS.indexOf(b)
  )
    .map(([group, members]) => ({
      group,
      choices: members.slice(0, LINES.found).map(({ choice }) => choice),
    }));
}

/** `recent` after `id` was done. */
export const doneNow = (recent: readonly string[], id: string): string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, RECENT);

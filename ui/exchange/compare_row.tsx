/** One part of an answer against one of another, with what differs or contradicts marked. */
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";
import type { Message } from "../../projections/shapes/folds.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { partsOf } from "../rich/rich_text.tsx";
import { words as told } from "../words/about.ts";
import { words } from "../words/answers.ts";
import type { Claim } from "./about_lines.ts";
import type { Pair } from "./aligning.ts";
import { differing, joinedRanges, quotedIn, type Range } from "./differing.ts";
import type { Answer } from "./grouping.ts";
import { marked, textsIn } from "./marked_elements.tsx";

/** One of two answers that are laid against each other. */
export interface Side {
  readonly answer: Answer;
  readonly message: Message;
  readonly text: string;
  readonly color: number | undefined;
}

const SIGNS: Readonly<Record<Pair["kind"], readonly [IconName, string]>> = {
  same: ["equal", words.isSame],
  different: ["diff", words.isDifferent],
  apart: ["diff", words.isDifferent],
  left: ["arrow-left", words.onlyLeft],
  right: ["arrow-right", words.onlyRight],
};

interface RowProps {
  readonly pair: Pair;
  readonly left: Side;
  readonly right: Side;
  /** Words that differ are marked. */
  readonly marks: boolean;
  /** What an agent found in both. */
  readonly claims: readonly Claim[];
}

export function Row({ pair, left, right, marks, claims }: RowProps) {
  const { nodes, contradicts } = useMemo(() => nodesOf(pair, marks, claims), [pair, marks, claims]);
  const [icon, label] = contradicts === null
    ? SIGNS[pair.kind]
    : ["zap", contradicts === "here" ? told.contradicts : told.contradictsElsewhere] as const;
  const cell = (side: Side, children: ComponentChild) => (
    <div class="cell" data-color={side.color}>
      {children === null
        ? <p class="hint">{words.saysNothing(side.message.author.name)}</p>
        : <div class="text rich">{children}</div>}
    </div>
  );
  return (
    <div class={`against ${pair.kind}${contradicts === null ? "" : " contradiction"}`}>
      {cell(left, nodes.left)}
      {cell(right, nodes.right)}
      <span class="sign" role="img" aria-label={label} title={label}>
        <Icon name={icon} />
      </span>
    </div>
  );
}

/** Where in elements the contradictions stand that have words of theirs; null where none has. */
function contradicted(nodes: ComponentChild, quotes: readonly string[]): Range[][] | null {
  const pieces = textsIn(nodes);
  const found = quotes.flatMap((quote) => {
    const ranges = quotedIn(pieces, quote);
    return ranges ? [ranges] : [];
  });
  return found.length === 0 ? null : joinedRanges(found);
}

/**
 * The elements of both sides, null of the one that has nothing there; what contradicts marked, where an agent found
 * something, else the words that differ. `contradicts`: both sides of it are here, or one of them.
 */
function nodesOf(pair: Pair, marks: boolean, claims: readonly Claim[]) {
  const left = pair.kind === "right" ? null : [...partsOf(pair.left, false).elements];
  const right = pair.kind === "left" ? null : [...partsOf(pair.right, false).elements];
  const found = claims.flatMap((claim) => claim.kind === "contradiction" ? [claim] : []);
  const [one, other] = [
    contradicted(left, found.map((claim) => claim.left)),
    contradicted(right, found.map((claim) => claim.right)),
  ];
  if (one || other) {
    const nodes = { left: one ? marked(left, one) : left, right: other ? marked(right, other) : right };
    return { nodes, contradicts: one && other ? "here" : "elsewhere" } as const;
  }
  if (!marks || pair.kind !== "different" || !left || !right) {
    return { nodes: { left, right }, contradicts: null };
  }
  const ranges = differing(textsIn(left), textsIn(right));
  return {
    nodes: { left: marked(left, ranges.left), right: marked(right, ranges.right) },
    contradicts: null,
  };
}

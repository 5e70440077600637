/**
 * Letters under more marks than any script has. A browser's work for the marks of one letter grows with their square, and the
 * page stands still meanwhile. Who copies the text has them all.
 */
import type { ComponentChild } from "preact";
import { words } from "../words/answers.ts";

/** Marks of one letter that are shown: as many as Unicode lets stand in a row where a text is read as a stream. */
export const MARKS = 30;
const PILES = new RegExp(`(\\p{M}{${MARKS}})\\p{M}+`, "gu");

/**
 * A text, with as many marks of a letter as are shown, and said where there are more. Those that a text begins with go on
 * with a letter that stands in the piece before it, which has its own.
 * @outside
 */
export function unpiled(text: string): ComponentChild {
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const { 0: pile, 1: shown, index } of text.matchAll(PILES)) {
    parts.push(
      text.slice(from, index),
      <span key={index} data-md={pile}>{index === 0 ? "…" : `${shown} [${words.marksCut}]`}</span>,
    );
    from = index + pile.length;
  }
  return from === 0 ? text : [...parts, text.slice(from)];
}

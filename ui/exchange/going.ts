/** Going from one answer to another, by mark or key. */
import { shownVersion } from "../message/versions.tsx";
import type { Answer } from "./grouping.ts";

/** Brings an answer into sight, sideways and down, and gives it the focus. */
export function goTo(conversationId: string, answers: readonly Answer[], root: string): void {
  const versions = answers.find(({ versions }) => versions[0] === root)?.versions;
  if (!versions) return;
  // An answer that is only now put in focus comes with the next frame.
  requestAnimationFrame(() => {
    const element = document.getElementById(shownVersion(conversationId, versions));
    if (!element) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ block: "nearest", inline: "start", behavior: still ? "auto" : "smooth" });
    element.focus({ preventScroll: true });
  });
}

/** Of a page, how much a question may take above the answer that one is led to. */
const ABOVE = 0.4;

/** What a part of the talk sends up that wants to be read from its head on, whatever comes at the end. */
export const LEADS = "leads-here";

/** Leads to what was kept, with what was asked where that is short: the end of it alone says little. */
export function leadToKept(kept: HTMLElement): void {
  const exchange = kept.closest(".exchange") ?? kept;
  const above = kept.getBoundingClientRect().top - exchange.getBoundingClientRect().top;
  const short = above < (kept.closest(".transcript")?.clientHeight ?? 0) * ABOVE;
  (short ? exchange : kept).dispatchEvent(new CustomEvent(LEADS, { bubbles: true }));
}

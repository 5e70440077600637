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

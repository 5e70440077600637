/** The words of what is told to somebody who looks elsewhere, in the chosen language. */
import type { News } from "../state/newsworthy.ts";
import { inChosen } from "./chosen.ts";
import { english } from "./english_news.ts";
import { words as frame } from "./frame.ts";

export const words = inChosen("news", english);

/** What a notification says. */
export function toldOf(one: News): { readonly title: string; readonly body: string } {
  return { title: one.title || frame.untitled, body: bodyOf(one) };
}

function bodyOf(one: News): string {
  if (one.kind === "waits") return words.waits(one.name || words.somebody);
  const { answered, failed } = one;
  if (failed === 0) return words.done(answered);
  return answered === 0 ? words.noneDone : words.doneSome(answered, failed);
}

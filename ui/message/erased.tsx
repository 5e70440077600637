/** What stands in the place of words that were erased. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { date, exact } from "../parts/format.ts";
import { words } from "../words/answers.ts";

/** In place of words that are gone: when they were erased, by whom, and why, where the log says so. */
export function Erased({ of: { erasure } }: { of: Pick<Message, "erasure"> }) {
  if (!erasure) return <p class="hint">{words.erased}</p>;
  const { at, by, why } = erasure;
  const who = by.id === "local" || by.name === "" ? words.aPerson : clearText(by.name);
  return (
    <p class="hint erased" title={exact(at)}>
      {words.erasedOn(date(at), who)} {why !== undefined && <q dir="auto">{clearText(why, "")}</q>}
    </p>
  );
}

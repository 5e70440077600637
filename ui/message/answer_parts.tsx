/** What happened inside an answer: reasoning, attempts that were cut short. */
import { siteOf } from "../../projections/conversation/addresses.ts";
import type { Body } from "../../projections/shapes/folds.ts";
import { unpiled } from "../parts/piled_marks.tsx";
import { words } from "../words/answers.ts";

export function Reasoning({ text, open = false }: { text: string; open?: boolean }) {
  return (
    <details class="reasoning" open={open}>
      <summary>{words.reasoning}</summary>
      <p dir="auto">{unpiled(text)}</p>
    </details>
  );
}

export function Cut({ cut }: { cut: NonNullable<Body["cut"]>[number] }) {
  return (
    <details class="cut">
      <summary>{words.attemptCut(cut.attempt)}</summary>
      <p dir="auto">{unpiled(cut.content) || (cut.erased ? words.erased : words.nothingWritten)}</p>
    </details>
  );
}

/** The pages that an answer names, in the order of its marks. */
export function Citations({ of }: { of: NonNullable<Body["citations"]> }) {
  return (
    <ol class="citations" aria-label={words.citations}>
      {of.map(({ url, title }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer" title={url} dir="auto">
            {title || siteOf(url)}
          </a>
          <bdi dir="ltr">{siteOf(url)}</bdi>
        </li>
      ))}
    </ol>
  );
}

/** A sentence on the page: names stand by themselves, agents' in their colours. */
import { Name } from "../parts/name.tsx";
import { colorOf } from "./who.ts";
import type { Sentence } from "../words/sentence.ts";
import type { Roster } from "../parts/marks.ts";

export function Said({ sentence, roster }: { sentence: Sentence; roster: Roster }) {
  return (
    <>
      {sentence.parts.map((part, index) =>
        typeof part === "string" ? part : (
          <b key={index} data-color={colorOf(roster, part.participantId)}>
            <Name of={part.name} />
          </b>
        )
      )}
    </>
  );
}

/** What two turns differ in, in words: what only one of them was sent, and where their requests and answers part. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { TurnDifference } from "../../server/contract/difference_shapes.ts";
import { revealBelow } from "../state/revealing.ts";
import { words } from "../words/sent.ts";

export function Difference({ found }: { found: TurnDifference }) {
  const { left, right, both, moved, request, answers } = found;
  return (
    <ul class="saw-found">
      <li>
        {words.against.both(both)}
        {moved && ` ${words.against.moved}`}
      </li>
      <Only side={left} />
      <Only side={right} />
      <li>{requestsTold(found)}</li>
      {request && !request.same && <li>{cacheTold(found, request.tokens)}</li>}
      <li>
        {answers === null
          ? words.against.answerGone
          : answers.same
          ? words.against.sameAnswers
          : words.against.answersPart(answers.units)}
      </li>
    </ul>
  );
}

function requestsTold({ request }: TurnDifference): string {
  if (request === null) return words.against.noRequest;
  if (request.same) return words.against.sameBytes;
  return words.against.bytesPart(request.bytes, request.path);
}

/** What of it the providers took from their caches, where they told it. */
function cacheTold({ left, right }: TurnDifference, tokens: number): string {
  const told = [left, right].flatMap(({ name, input, cacheRead }) =>
    input === null || cacheRead === null ? [] : [words.against.fromCache(clearText(name), cacheRead, input)]
  );
  return [words.against.begin(tokens), ...told].join(" ");
}

/** Messages shown by their words; of more their number is told. */
const SHOWN = 5;

function Only({ side: { conversationId, name, only } }: { side: TurnDifference["left"] }) {
  if (only.count === 0) return null;
  const shown = only.messages.slice(0, SHOWN);
  return (
    <li>
      {words.against.only(clearText(name), only.count)} {shown.map((message) => (
        <button
          key={message.messageId}
          type="button"
          class="slim"
          title={words.show}
          onClick={() => revealBelow(conversationId, message.messageId)}
        >
          <b>{clearText(message.name)}</b> {clearText(message.preview)}
        </button>
      ))}
      {only.count > shown.length && ` ${words.against.more(only.count - shown.length)}`}
    </li>
  );
}

/** Whose words a call was made of, as one bar, and what it used and cost. */
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { usageOf } from "../../projections/usage/usage.ts";
import type { TurnRequest } from "../../server/contract/conversation_shapes.ts";
import { costOf } from "../glass/usage_plot.tsx";
import { count } from "../parts/format.ts";
import { prices } from "../state/prices_now.ts";
import { words } from "../words/sent.ts";
import type { SentPiece } from "./sent_pieces.ts";

/** Parts of the bar: more would be thinner than what parts them. */
const PARTS = 80;
/** The colour of what nobody in the talk said. */
const NOBODY = 9;

interface Part {
  /** The colour of an agent; undefined for people. */
  readonly color: number | undefined;
  readonly tokens: number;
}

/** The pieces as parts of the bar; where there are too many, neighbours of one colour are one. */
function partsOf(state: ConversationState, pieces: readonly SentPiece[], tokens: readonly number[]): Part[] {
  const parts = pieces.map(({ kind, key }, index): Part => ({
    color: kind === "message"
      ? participantOf(state, state.messages[key]?.participantId ?? "")?.color
      : NOBODY,
    tokens: tokens[index] ?? 0,
  }));
  if (parts.length <= PARTS) return parts;
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && last.color === part.color) {
      joined[joined.length - 1] = { ...part, tokens: last.tokens + part.tokens };
    } else joined.push(part);
  }
  return joined;
}

/** Why a message could not have been sent, whoever had chosen: such messages are not counted as left out. */
const NEVER = new Set(["after", "system", "incomplete"]);

interface BarProps {
  readonly state: ConversationState;
  readonly turn: Turn;
  readonly request: TurnRequest;
  readonly pieces: readonly SentPiece[];
  readonly tokens: readonly number[];
  /** The provider counted them, nobody here. */
  readonly exact: boolean;
}

export function TokenBar({ state, turn, request, pieces, tokens, exact }: BarProps) {
  const sum = tokens.reduce((all, one) => all + one, 0);
  const used = usageOf(state, turn, prices.value);
  const usage = used?.usage;
  // A judge is told of messages, and sent none.
  const sent = turn.judges
    ? pieces.filter(({ kind }) => kind === "message").length
    : request.messageIds.length;
  const all = sent + request.omitted.filter(({ why }) => !NEVER.has(why)).length;
  // Their words are erased since: they were sent all the same.
  const gone = request.omitted.filter(({ why }) => why === "erased").length;
  const isWhole = usage && turn.calls === 1;
  const total = isWhole ? usage.input + usage.cacheRead + usage.cacheWrite : sum;
  const facts = [
    ...(isWhole && usage.cacheRead > 0 ? [words.cached(count(usage.cacheRead))] : []),
    words.ofMessages(count(sent + gone), all),
    ...(usage ? [words.out(count(usage.output))] : []),
    ...(used ? [used.usd === 0 ? costOf(0) : words.cost(costOf(used.usd))] : []),
  ];
  return (
    <div class="saw-bar">
      <div class="saw-parts" role="img" aria-label={words.bar}>
        {partsOf(state, pieces, tokens).map(({ color, tokens: each }, index) => (
          <i key={index} data-color={color} style={{ flexGrow: each }} />
        ))}
      </div>
      <p>
        <b>{isWhole || exact ? words.tokensIn(total) : words.aboutIn(total)}</b>
        {facts.map((fact) => ` · ${fact}`)}
      </p>
    </div>
  );
}

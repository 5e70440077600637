/** Two turns against each other: what one was sent and the other was not, and where their requests and answers part. */
import { differenceOf, type SentMessage } from "../../projections/context/difference.ts";
import { preview } from "../../projections/conversation/list.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { RequestOfTurn } from "../../projections/shapes/views.ts";
import { DifferenceQuery, DIFFERING_MESSAGES, TurnDifference } from "../contract/difference_shapes.ts";
import { conversationOf, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

interface Compared {
  readonly state: ConversationState;
  readonly turnId: string;
  readonly request: RequestOfTurn;
}

async function found(call: Call, conversationId: string, turnId: string): Promise<Compared> {
  const state = await conversationOf(call, conversationId);
  const request = await call.services.system.requestOf(state.id, turnId);
  if (!request) throw new Problem("not_found", "There is no such turn, or it has not started.");
  return { state, turnId, request };
}

const answerOf = ({ state, turnId }: Compared) => state.messages[state.turns[turnId]?.messageId ?? ""];

const sentOf = ({ state, request }: Compared): SentMessage[] =>
  request.messageIds.map((messageId) => ({
    messageId,
    name: state.messages[messageId]?.author.name ?? "",
    text: state.bodies[messageId]?.content ?? "",
  }));

function comparedTurn(turn: Compared) {
  const answer = answerOf(turn);
  const isGone = !answer || answer.erased === true;
  return {
    messages: sentOf(turn),
    body: turn.request.calls.at(-1)?.body ?? null,
    answer: isGone ? null : turn.state.bodies[answer.id]?.content ?? "",
  };
}

function told(turn: Compared, only: readonly SentMessage[]): TurnDifference["left"] {
  const answer = answerOf(turn);
  const last = turn.request.calls.at(-1);
  const usage = answer?.usage?.estimated ? undefined : answer?.usage;
  return {
    conversationId: turn.state.id,
    turnId: turn.turnId,
    messageId: turn.state.turns[turn.turnId]?.messageId ?? "",
    name: answer?.author.name ?? "",
    model: last?.model ?? null,
    sha256: last?.sha256 ?? null,
    input: usage ? usage.input + usage.cacheRead + usage.cacheWrite : null,
    cacheRead: usage?.cacheRead ?? null,
    only: {
      count: only.length,
      messages: only.slice(0, DIFFERING_MESSAGES).map(({ messageId, name, text }) => ({
        messageId,
        name,
        preview: preview(text),
      })),
    },
  };
}

export const turnDifference: Route[] = [
  route("GET", "/api/conversations/:id/turns/:turnId/difference", {
    summary: "A turn against another: messages only one was sent, and where requests and answers part",
    query: DifferenceQuery,
    answer: TurnDifference,
    async handle(call) {
      const { turn, conversation = param(call, "id") } = call.query;
      const left = await found(call, param(call, "id"), param(call, "turnId"));
      const right = await found(call, conversation, turn);
      const { both, moved, request, answers, ...only } = differenceOf(
        comparedTurn(left),
        comparedTurn(right),
      );
      return { left: told(left, only.left), right: told(right, only.right), both, moved, request, answers };
    },
  }),
];

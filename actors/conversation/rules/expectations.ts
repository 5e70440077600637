/** Decisions about what a conversation is checked for. They change nothing of what anybody is sent. */
import { EXPECTATIONS } from "../../../events/catalog/limits.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";

const MOST: ReadonlySet<string> = new Set(["tokens", "usd", "seconds"]);

/** What is wrong with an expectation, or null. */
function wrong({ state }: Decision, { messageId, kind, text, most }: CommandOf<"expect">): Refusal | null {
  if (MOST.has(kind) !== (most !== undefined)) {
    return refuse("validation", "A number belongs to tokens, money and time, and to nothing else.", "most");
  }
  if (MOST.has(kind) === (text !== undefined)) {
    return refuse(
      "validation",
      "Words belong to what must be said, called or alike, and there they must be.",
      "text",
    );
  }
  if (messageId === undefined) return null;
  const message = state.messages[messageId];
  if (!message) return refuse("not_found", "There is no such message.", "messageId");
  const asked = message.author.kind === "human" && message.role === "user" && message.returned === undefined;
  const answered = message.turnId !== undefined && message.question !== undefined && !message.task;
  return asked || answered
    ? null
    : refuse("validation", "Only what a person said and the answers to it can be checked.", "messageId");
}

export function expect(command: CommandOf<"expect">, now: Decision): Answer | Refusal {
  const { type: _, text, ...fields } = command;
  const refused = wrong(now, command);
  if (refused) return refused;
  const { expectations = [] } = now.state;
  if (expectations.length >= EXPECTATIONS) {
    return refuse("conflict", `At most ${EXPECTATIONS} expectations can stand in one conversation.`);
  }
  const expectationId = now.mint("expectation");
  now.add("ExpectationSet", {
    expectationId,
    ...fields,
    ...(text === undefined ? {} : { text: text.trim() }),
  });
  return { expectationId };
}

const JUDGED = refuse(
  "conflict",
  "A judge was asked about this, and what it was told stays with what it said.",
);

export function unexpect({ expectationId }: CommandOf<"unexpect">, now: Decision): Answer | Refusal {
  const { turns } = now.state;
  if (
    Object.values(turns).some(({ judges }) =>
      judges && "expectationId" in judges && judges.expectationId === expectationId
    )
  ) return JUDGED;
  if (now.state.expectations?.some(({ id }) => id === expectationId)) {
    now.add("ExpectationRemoved", { expectationId });
  }
  return { expectationId };
}

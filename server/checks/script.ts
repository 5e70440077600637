/** What a conversation says when it is run again: its questions in their order, and what is expected of their answers. */
import type { Script } from "../../actors/conversation/commands.ts";
import { questionsOf } from "../../projections/checks/results.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";

/**
 * @param agentOf the agent that takes a participant's place in the run; undefined: nobody does, and what is expected of
 * that one nobody gives
 */
export function scriptOf(
  talk: ConversationState,
  agentOf: (participantId: string) => string | undefined,
  cast: Script["cast"] = [],
): Script {
  const asked = questionsOf(talk);
  const questions = asked.map(({ id, attachments, included, mentions = [] }) => {
    const chosen = mentions.flatMap((one) => agentOf(one) ?? []);
    return {
      content: talk.bodies[id]?.content ?? "",
      ...(attachments ? { attachments } : {}),
      ...(chosen.length > 0 ? { mentions: chosen } : {}),
      ...(included ? {} : { left: true as const }),
    };
  });
  const expectations = (talk.expectations ?? []).map(({ id: expectationId, messageId, kind, text, most }) => {
    const marked = talk.messages[messageId ?? ""];
    const question = asked.findIndex(({ id }) => id === (marked?.question ?? messageId));
    const { participantId } = marked?.turnId === undefined ? {} : marked;
    return {
      expectationId,
      kind,
      ...(text === undefined ? {} : { text }),
      ...(most === undefined ? {} : { most }),
      ...(question < 0 ? {} : { question }),
      ...(participantId === undefined ? {} : { agentId: agentOf(participantId) ?? participantId }),
    };
  });
  return { questions, expectations, cast };
}

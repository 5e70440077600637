/** What a room gave: the answers in the order of the seats, and what was the same in every request. */
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { Seated } from "../../events/catalog/comparisons.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import type { EventLog } from "../../events/store/types.ts";
import { saysName } from "../../projections/comparisons/names_said.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { CommandOf } from "../conversation/commands.ts";
import { explainTurn } from "../turn/explain.ts";

type Answers = CommandOf<"answer_comparison">["answers"];
type Shared = NonNullable<DataOf<"ComparisonReady">["shared"]>;
const encoder = new TextEncoder();

export const seatedIn = ({ participants }: ConversationState): Seated[] =>
  participants.map(({ agentId, agentVersion, model }) => ({ agentId, agentVersion, model }));

/** The turns of a room in the order of the seats; undefined for one that was not asked. */
const turnsIn = ({ participants, turns }: ConversationState): (Turn | undefined)[] =>
  participants.map(({ id }) => Object.values(turns).find(({ participantId }) => participantId === id));

/** What was said by each; a gap for who did not say anything whole. */
export function answersIn(room: ConversationState): Answers {
  const names = room.participants.map(({ name }) => name);
  const models = room.participants.map(({ model }) => model);
  return turnsIn(room).map((turn) => {
    const message = room.messages[turn?.messageId ?? ""];
    const content = room.bodies[message?.id ?? ""]?.content ?? "";
    if (message?.status !== "complete" || message.passed || content.trim() === "") {
      return { content: "", gap: true };
    }
    return { content, ...(saysName(content, names, models) ? { names: true as const } : {}) };
  });
}

/** In how many of the requests, each proven by its hash, the question stands byte for byte; undefined: none was made. */
export async function sharedIn(
  log: EventLog,
  room: ConversationState,
): Promise<Shared | undefined> {
  const question = JSON.stringify(room.bodies[room.question ?? ""]?.content ?? "").slice(1, -1);
  const bytes = encoder.encode(question);
  let [requests, same] = [0, 0];
  for (const turn of turnsIn(room)) {
    const told = turn && await explainTurn(log, room, turn);
    for (const { body, proof } of told?.calls ?? []) {
      requests++;
      if (proof === "proven" && body?.includes(question)) same++;
    }
  }
  return requests === 0 ? undefined : { sha256: sha256(bytes), bytes: bytes.length, requests, same };
}

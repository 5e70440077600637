/**
 * With the words of a question, or of an answer, go those of the room that they stand in too: it was begun with the one
 * and gave the other. The room's go first, so that whoever was cut short and asks again finds what is left.
 */
import type { Actor } from "../../events/catalog/envelope.ts";
import type { EventLog } from "../../events/store/types.ts";
import { isElsewhere } from "../../projections/comparisons/comparisons.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { CommandOf } from "../conversation/commands.ts";
import { eraseContent, type ToErase } from "../erasing/erase_content.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Outcome } from "./asked.ts";
import { messageIn } from "./answers.ts";

interface Ports {
  readonly log: Pick<EventLog, "read" | "erase">;
  readonly logger: Logger;
  /** The fold of a conversation or of a room, as it is in the store. */
  stateOf(id: string): Promise<ConversationState>;
  ask(id: string, command: CommandOf<"erase" | "stop_room">, by: Actor): Promise<Outcome>;
}

/** @returns why it could not be done; null: there is nothing (more) of it in any room */
export async function eraseInRoom(
  { stateOf, ask, ...ports }: Ports,
  of: string,
  { messageId, why }: ToErase,
  by: Actor,
): Promise<Outcome | null> {
  const talk = await stateOf(of);
  for (const comparison of Object.values(talk.comparisons ?? {})) {
    const own = [comparison, ...comparison.answers].some((one) => one.messageId === messageId);
    if (!own || isElsewhere(talk, comparison)) continue;
    const { roomId } = comparison;
    // Who is being asked with these words is asked no more.
    if (comparison.ready === undefined) {
      const stopped = await ask(roomId, { type: "stop_room" }, by);
      if (!stopped.ok) return stopped.code === "not_found" ? null : stopped;
    }
    const room = await stateOf(roomId);
    const there = messageIn(room, comparison, messageId);
    if (there === undefined) return null;
    const execute = (id: string, command: CommandOf<"erase">) => ask(id, { ...command, inRoom: true }, by);
    const erased = await eraseContent({ ...ports, execute }, roomId, { messageId: there, why }, { by });
    return erased.ok || erased.code === "not_found" ? null : erased;
  }
  return null;
}

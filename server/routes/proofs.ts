/** A conversation as a proof, with the words of chosen messages or all. */
import { NotAsStored } from "../../events/store/errors.ts";
import { exportProof } from "../../events/store/transfer/export_proof.ts";
import { disclosing, type Shown } from "../../projections/conversation/disclosed.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { noConversation } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { orUnreadable } from "./signing.ts";

/** What of a conversation is asked for. */
export interface Wished {
  readonly messages?: string | undefined;
  readonly prompts: "0" | "1";
}

/** @throws 422 for a message that is not in the conversation */
export function shownOf({ messages, prompts }: Wished, state: ConversationState): Shown {
  const ids = messages?.split(",");
  const unknown = ids?.find((id) => !Object.hasOwn(state.messages, id));
  if (unknown !== undefined) {
    throw new Problem("validation", "One of the messages is not in this conversation.", [
      { path: "messages", message: "must be ids of messages of this conversation" },
    ]);
  }
  return { prompts: prompts === "1", ...(ids ? { messages: new Set(ids) } : {}) };
}

/** The lines of a proof of a conversation as it is now, signed if it was not. */
export async function proofOf(
  { services: { system, store }, query }: Call<unknown, Wished>,
  state: ConversationState,
): Promise<AsyncIterable<string>> {
  const shown = shownOf(query, state);
  const checkpoint = await orUnreadable(() => system.signing.signed(state.id));
  const changes = await system.signing.changes();
  try {
    const lines = checkpoint &&
      await exportProof(store, state.id, { checkpoint, changes, disclosing: () => disclosing(shown) });
    if (lines) return lines;
  } catch (error) {
    if (!(error instanceof NotAsStored)) throw error;
    throw new Problem("conflict", `There is no proof of what was changed in the store. ${error.message}`);
  }
  throw noConversation();
}

/**
 * A history that is too long for one commit. Its conversation is begun aside: it is there for nobody until the call's own
 * message is posted, and goes for good when that does not happen. A call that is repeated under its key goes on with what
 * an earlier one has left, also while that one is still at it.
 */
import type { PersonCommand, Posting } from "../../actors/conversation/commands.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { carried } from "../http/commands.ts";
import { comeAgain, Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { isJust, talkIn } from "./continuing.ts";
import { brought, firstPortion, type Sent } from "./history.ts";

/**
 * The id for what a key or a chat names. What a crash left half under it, and nobody went on with in time, is gone for
 * good, and its id with it: then it is begun anew under the next.
 */
export async function freeName({ services: { system } }: Call, id: string): Promise<string> {
  let free = id;
  while (await system.neverWhole(free)) free = `conversation_${sha256(`${free} again`).slice(0, 12)}`;
  return free;
}

/** Whether a conversation waits for the rest of its history. */
export const isHalf = async ({ services: { system } }: Call, id: string): Promise<boolean> =>
  (await system.hidden(id))?.bringing === true;

interface Whole {
  readonly id: string;
  readonly start: Extract<PersonCommand, { type: "start" }>;
  readonly before: readonly Sent[];
  readonly message: Posting;
  /** Who answers in a conversation that was begun so; undefined: it was begun otherwise. */
  readonly speakerIn: (state: ConversationState) => string | undefined;
}

/** Makes the conversation, or what is missing of it, and posts. False: one of that id holds something else, or that already. */
export async function openLong(call: Call, whole: Whole): Promise<boolean> {
  const { system } = call.services;
  const { id, start, message, before } = whole;
  // Several commands of one call: its key names what they make, not each of them.
  const meta = { by: call.by };
  const begun = await system.execute(id, { ...start, aside: true }, meta);
  if (!begun.ok && begun.code !== "conflict") carried(begun);
  // As far as it is known to be what is wanted, and how much of the history that is.
  let known = begun.ok ? begun.seq : 0;
  let there: number | null = 0;
  for (;;) {
    if (call.request.signal.aborted) throw new Problem("unavailable", "The caller has gone.");
    const state = await system.hidden(id);
    if (!state) return false;
    const after = state.seq;
    // Somebody else is at it too.
    if (after !== known) there = beginningOf(state, whole);
    if (there === null) return false;
    const said = firstPortion(before, there);
    const command: PersonCommand = said.length > 0
      ? { type: "bring", said: await brought(system, said), after, aside: true }
      : { type: "post", ...message, after, aside: true };
    const outcome = await system.execute(id, command, meta);
    if (outcome.ok && said.length === 0) return true;
    if (outcome.ok) {
      known = outcome.seq;
      there += said.length;
      continue;
    }
    // Its time was up in this very moment: a repetition begins anew.
    if (outcome.code === "not_found") throw comeAgain("unavailable", "Please try again in a moment.");
    if (outcome.code !== "conflict") carried(outcome);
  }
}

/** How many messages of the history are there, of what another call brought; null where that is not how this history begins, or where it is whole. */
function beginningOf(state: ConversationState, { before, speakerIn }: Whole): number | null {
  const speakerId = speakerIn(state);
  // What a person deleted is no half of anybody's.
  if (!state.bringing || !speakerId) return null;
  const talk = talkIn(state, speakerId);
  return isJust(state, talk, before.slice(0, talk.length)) ? talk.length : null;
}

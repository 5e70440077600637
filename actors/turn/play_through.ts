/**
 * What a panel or a comparison would use, told before anybody is asked: it is decided as it would be, in a copy that
 * nobody keeps, and each turn in it answers at its usual length, so that a stage is shown what stages before it gave.
 */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { PANEL_TURNS } from "../../events/catalog/limits.ts";
import { roomId } from "../../projections/comparisons/letters.ts";
import { specNow } from "../../projections/context/spec.ts";
import { conversation as fold } from "../../projections/conversation/conversation.ts";
import { VERDICT_TOKENS } from "../../projections/checks/verdict.ts";
import { GradualCopy } from "../../projections/gradual_copy.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { Foreseen } from "../../projections/trials/trying.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Answer, Command, Playing, Refusal } from "../conversation/commands.ts";
import { decide } from "../conversation/decide.ts";
import { toCompare } from "../comparing/answers.ts";
import { yieldLoop } from "../runtime/yield_loop.ts";
import { foreseenOf, usualOutput } from "./foresee.ts";
import { prepare } from "./prepare.ts";

/** Turns that are played: those of the largest panel, the agent beside it that is judged with it, and who judges. */
const MOST_TURNS = PANEL_TURNS + 2;
/** A token of an answer that nobody wrote, as tokens are estimated. */
const TOKEN = "rye ";

class Play {
  #minted = 0;

  constructor(public state: ConversationState) {}

  /** Carries a command out. */
  does(command: Command): Answer | Refusal {
    const decided = decide(command, this.state, {
      by: SYSTEM,
      commandId: "play",
      at: this.state.updatedAt,
      hex: () => `f${(this.#minted++).toString(16).padStart(11, "0")}`,
      salt: () => "",
    });
    if (!decided.ok) return decided;
    const { answer, events } = decided;
    for (const event of events) this.state = fold.evolve(this.state, { ...event, seq: this.state.seq + 1 });
    return answer;
  }

  /** Who answers next: behind all others the judge of a room. */
  next(): Turn | undefined {
    if (this.state.open.length === 0) {
      const answers = toCompare(this.state);
      if (answers) this.does({ type: "judge_room", answers });
    }
    return this.state.turns[this.state.open[0] ?? ""];
  }

  /** The turn answers with so many tokens. */
  answers({ id: turnId, messageId }: Turn, { input, output, model }: Foreseen): void {
    this.does({ type: "claim", turnId, owner: "play", agentVersion: 1, window: null });
    this.does({
      type: "complete",
      data: {
        turnId,
        attempt: this.state.turns[turnId]?.attempt ?? 1,
        messageId,
        content: TOKEN.repeat(output).trimEnd(),
        finishReason: "stop",
        usage: { input, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
        model,
        providerMessageId: null,
        toolsUsed: [],
        timing: { firstTextMs: 0, totalMs: 0 },
      },
    });
  }
}

/** A copy to fold on, with turns for others. */
async function ownCopy(talk: ConversationState): Promise<ConversationState> {
  const copying = new GradualCopy(talk);
  while (!copying.step()) await yieldLoop();
  return copying.copy;
}

/**
 * Asks it; what was open before counts as answered, and is not counted.
 * @param here where it is asked; null: nowhere yet
 */
function begun(here: ConversationState | null, playing: Playing): Play | Refusal {
  const isHere = "post" in playing;
  const inRoom = "room" in playing;
  const play = new Play(here ?? fold.initial(inRoom ? roomId("play") : "play"));
  if (isHere) play.does({ type: "stop" });
  const answer = play.does(
    isHere
      ? { type: "post", ...playing.post }
      : inRoom
      ? { type: "seal", of: playing.of, comparisonId: "play", salt: "", ...playing.room }
      : playing.start,
  );
  if ("code" in answer) return answer;
  if (inRoom) play.does({ type: "ask_room" });
  return play;
}

/**
 * One answer of each turn that it comes to, at most; why it could not be asked.
 * @param copyOf the one it is asked in, where its agents may have answered before, which changes no more; null: there is none
 */
export async function playThrough(
  ports: Parameters<typeof prepare>[0],
  settings: () => Promise<WorkspaceState>,
  copyOf: (id: string) => Promise<ConversationState | null>,
  playing: Playing,
): Promise<{ readonly ok: true; readonly turns: readonly Foreseen[] } | Refusal> {
  const workspace = await settings();
  const talk = "of" in playing ? await copyOf(playing.of) : null;
  const prices = pricesInForce(workspace);
  const usual = new Map(talk?.participants.map(({ id, agentId }) => [agentId, usualOutput(talk, id)]));
  const play = begun(talk && "post" in playing ? await ownCopy(talk) : null, playing);
  if ("code" in play) return play;
  const found: Foreseen[] = [];
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const turn = play.next();
    if (!turn) break;
    const { state } = play;
    const { through, mode, panel, judges } = turn;
    const given = { ...specNow(state), window: undefined, through, mode, panel, judges };
    const prepared = prepare(ports, state, workspace, turn.participantId, given);
    if (!prepared.ok) return { ok: false, code: "validation", detail: prepared.why };
    const output = judges ? VERDICT_TOKENS : usual.get(prepared.agent.id);
    const expected = foreseenOf(prepared, output, prices);
    // What waited in the conversation is answered first, and is no part of it.
    if (panel || "room" in playing) found.push(expected);
    play.answers(turn, expected);
    await yieldLoop();
  }
  return { ok: true, turns: found };
}

/**
 * One turn, from the claim to its end. The claim is decided by the log; while the turn runs, its work row is
 * its sign of life; the log refuses the end of an attempt that was taken over.
 */
import type { Work } from "../../events/store/types.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { callOf } from "../../projections/conversation/call_of.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { contextFieldsOf } from "../../projections/context/spec.ts";
import { safely } from "../runtime/logger.ts";
import { askedBeside, likeTurn } from "../../projections/trials/trial_turns.ts";
import { answer } from "./answer.ts";
import { Attempt, Gone } from "./attempt.ts";
import { claim } from "./claim.ts";
import { costOf, end, handBack } from "./end.ts";
import type { TurnPorts } from "./ports.ts";
import { prepare } from "./prepare.ts";
import { turnEnd, turnSpan } from "./spans.ts";

/** A turn that may be claimed, its work row as it was read, and the settings it is prepared with. */
interface Due {
  readonly turn: Turn;
  readonly work: Work;
  readonly workspace: WorkspaceState;
}

/** Tells the system which attempts run, so that what ends them can stop them at once. */
export interface Runs {
  add(attempt: Attempt): void;
  remove(attempt: Attempt): void;
}

/** Attempt number `number` at a turn, prepared on the folds as they are now. */
export function attemptAt(
  ports: TurnPorts,
  state: ConversationState,
  { turn, workspace }: Pick<Due, "turn" | "workspace">,
  number: number,
): Attempt {
  const given = {
    through: turn.through,
    inclusionThrough: turn.requestedSeq,
    ...contextFieldsOf(turn),
    ...askedBeside(state, turn),
  };
  const prepared = prepare(
    ports,
    state,
    workspace,
    turn.participantId,
    given,
    callOf(state, likeTurn(state, turn)),
  );
  if (prepared.ok) ports.tools.used(prepared.shell.tools.map(({ name }) => name));
  return new Attempt(ports, state, turn, number, prepared);
}

/** Runs a due turn. Returns when it has ended or is not (any more) this process's to run. */
export function runTurn(
  ports: TurnPorts,
  runs: Runs,
  state: ConversationState,
  { work, ...due }: Due,
): Promise<void> {
  const attempt = attemptAt(ports, state, due, work.row.attempt + 1);
  return carryOn(runs, attempt, () => claim(attempt, work.stamp));
}

/** The same of an attempt that was made ready, as soon as its claim is stored: `stamp` is the lock of its work row. */
export const runClaimed = (runs: Runs, attempt: Attempt, stamp: string): Promise<void> =>
  carryOn(runs, attempt, () => Promise.resolve(stamp));

async function carryOn(
  runs: Runs,
  attempt: Attempt,
  claimed: () => Promise<string | null>,
): Promise<void> {
  const { ports, turn } = attempt;
  runs.add(attempt);
  try {
    const stamp = await claimed();
    if (stamp === null) return;
    attempt.begin(stamp);
    await ports.tracing.span(turnSpan(attempt), async (tell) => {
      const ending = await answer(attempt);
      tell(turnEnd(attempt, ending.how === "failed" ? ending.error : undefined));
      if (await attempt.close() !== null) await end(attempt, ending);
    });
  } catch (error) {
    const stamp = await attempt.close();
    if (error instanceof Gone) {
      const why = attempt.stopReason ?? "over";
      ports.logger("info", "turn_stopped", { ...attempt.about, why, ...costOf(attempt) });
    } else ports.logger("error", "turn_broke", { ...attempt.about, ...safely(error) });
    if (stamp !== null && attempt.stopReason === "shutdown") await handBack(attempt, stamp);
  } finally {
    attempt.opening?.release();
    ports.hub.forget(turn.id);
    runs.remove(attempt);
  }
}

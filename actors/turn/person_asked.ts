/** Asks a person for what a server of tools wants while a call of it runs: by way of the log, one question after another. */
import { CALL_INPUTS, INPUT_MINUTES } from "../../events/catalog/limits.ts";
import { WOKEN } from "../runtime/environment.ts";
import type { AskPerson, GivenInput } from "../tools/toolbox.ts";
import type { Answered, NamedInput } from "./asked_inputs.ts";
import type { Attempt } from "./attempt.ts";

/** Milliseconds a server waits for a person. */
export const INPUT_MS = INPUT_MINUTES * 60_000;

const NOTHING: GivenInput = { action: "cancel" };

/** A place among those that run, given up while a person is waited for. */
export interface Place {
  leave(): void;
  take(): Promise<void>;
}

/** The way of one call to ask a person. Whoever asks more often than `CALL_INPUTS`, or for a program, is given nothing. */
export function personAsked(attempt: Attempt, callId: string, place: Place): AskPerson {
  const call = { ...attempt.ids, round: attempt.round, callId };
  let asked = 0;
  let line = Promise.resolve(NOTHING);
  return (asking, gone) => {
    const ask = async () => {
      if (attempt.unattended || asked >= CALL_INPUTS || gone.aborted) return NOTHING;
      return await waited(attempt, place, { named: { ...call, input: ++asked }, asking, gone });
    };
    return line = line.then(ask, ask);
  };
}

interface Asked {
  readonly named: NamedInput;
  readonly asking: Parameters<AskPerson>[0];
  readonly gone: AbortSignal;
}

async function waited(attempt: Attempt, place: Place, { named, asking, gone }: Asked): Promise<GivenInput> {
  const { inputs, environment } = attempt.ports;
  const { answered, forget } = inputs.expect(named);
  const done = new AbortController();
  try {
    const salt = environment.salt();
    await attempt.tell({ type: "input_asked", data: { ...named, ...asking }, salt });
    place.leave();
    const ended = AbortSignal.any([attempt.signal, gone, done.signal]);
    await Promise.race([answered, environment.sleep(INPUT_MS, ended)]);
    if (attempt.signal.aborted) attempt.leave();
    // Where a person was first, the log says so, and nothing else is recorded.
    const outcome = gone.aborted ? "withdrawn" : "unanswered";
    await attempt.tell({ type: "input_ended", data: { ...named, outcome } });
    const given = givenBy(await answered);
    await place.take();
    return given;
  } finally {
    done.abort(WOKEN);
    forget();
  }
}

function givenBy({ outcome, values }: Answered): GivenInput {
  if (outcome === "accepted") return { action: "accept", ...(values === undefined ? {} : { values }) };
  return { action: outcome === "declined" ? "decline" : "cancel" };
}

/** A schedule: what it says, when, what became of its last runs, and what can be done with it. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Schedule } from "../../projections/shapes/folds.ts";
import { count } from "../parts/format.ts";
import { changeSchedule, removeSchedule, runSchedule } from "../state/commands.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/schedules.ts";
import { nextOf, runOf, whenOf } from "./plain.ts";

interface Props {
  readonly conversationId: string;
  readonly schedule: Schedule;
  /** Absent: it is changed elsewhere. */
  edit?(): void;
}

export function OneSchedule({ conversationId, schedule, edit }: Props) {
  const { id, instruction, address, paused, last, runTokens, runsPerDay } = schedule;
  return (
    <>
      <p class="schedule-says" dir="auto">{clearText(instruction)}</p>
      <p>{`${whenOf(schedule.when, clearText(address ?? ""))} · ${nextOf(schedule)}`}</p>
      <p class="hint">{words.measure(count(runTokens), words.runs(runsPerDay))}</p>
      {last.length > 0 && (
        <details>
          <summary>{words.last}</summary>
          <ul>{last.map((run) => <li key={`${run.at} ${run.due}`}>{runOf(run)}</li>)}</ul>
        </details>
      )}
      <p class="buttons">
        <button
          type="button"
          class="outline"
          onClick={() => void orSay(runSchedule(conversationId, id), words.begun)}
        >
          {words.runNow}
        </button>
        <button
          type="button"
          class="outline"
          onClick={() => void orSay(changeSchedule(conversationId, id, { paused: !paused }))}
        >
          {paused ? words.resume : words.pause}
        </button>
        {edit && <button type="button" class="outline" onClick={edit}>{words.change}</button>}
        <button
          type="button"
          class="outline"
          onClick={() => void orSay(removeSchedule(conversationId, id), words.removed)}
        >
          {words.remove}
        </button>
      </p>
    </>
  );
}

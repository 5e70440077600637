/** What the open conversation says by itself. */
import "./schedules.css";
import { useSignal } from "@preact/signals";
import { here } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/schedules.ts";
import { OneSchedule } from "./one_schedule.tsx";
import { ScheduleForm } from "./schedule_form.tsx";

export function SchedulesDialog() {
  // The one that is being changed: its id, or "new".
  const open = useSignal("");
  const store = here.value;
  if (!store) return null;
  const { schedules = [], participants } = store.now;
  const old = schedules.find(({ id }) => id === open.value);
  // One that was removed meanwhile is not made anew by saving it.
  if (old || open.value === "new") {
    const done = () => (open.value = "");
    return <ScheduleForm conversationId={store.id} participants={participants} old={old} done={done} />;
  }
  return (
    <div class="schedules">
      <h2>{words.title}</h2>
      <p class="hint">{words.lead}</p>
      {schedules.length === 0 && <p>{words.none}</p>}
      <ul>
        {schedules.map((schedule) => (
          <li key={schedule.id} class="schedule">
            <OneSchedule
              conversationId={store.id}
              schedule={schedule}
              edit={() => (open.value = schedule.id)}
            />
          </li>
        ))}
      </ul>
      <p class="buttons">
        <button type="button" class="outline" onClick={() => (dialog.value = null)}>{words.close}</button>
        <button type="button" class="primary" onClick={() => (open.value = "new")}>{words.add}</button>
      </p>
    </div>
  );
}

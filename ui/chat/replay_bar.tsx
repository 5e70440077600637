/** Stands where the composer is while one looks at the past. */
import { count } from "../parts/format.ts";
import { write } from "../state/api.ts";
import { leave, replay } from "../state/replay.ts";
import { go } from "../state/router.ts";
import { say } from "../state/ui_state.ts";

export function ReplayBar() {
  const now = replay.value;
  if (!now) return null;
  const fork = async () => {
    const answer = await write<{ conversation: { id: string } }>(
      "POST",
      `/api/conversations/${now.store.id}/fork`,
      { seq: now.at },
    );
    if (!answer.ok) return say(answer.message, true);
    leave();
    go(`/c/${answer.value.conversation.id}`);
  };
  return (
    <div class="replay-bar" role="status">
      <span>You are viewing event {count(now.at)} of {count(now.events.length)}</span>
      <button type="button" class="outline" onClick={leave}>Back to now</button>
      <button type="button" class="primary" onClick={() => void fork()}>
        Continue from here in a new conversation
      </button>
    </div>
  );
}

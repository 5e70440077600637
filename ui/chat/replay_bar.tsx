/** Stands where the composer is while one looks at the past. */
import { count } from "../parts/format.ts";
import { fork } from "../state/commands.ts";
import { leave, replay } from "../state/replay.ts";
import { go } from "../state/router.ts";
import { orSay } from "../state/toast.ts";

export function ReplayBar() {
  const now = replay.value;
  if (!now) return null;
  const goOn = async () => {
    const answer = await orSay(fork(now.store.id, now.at));
    if (!answer.ok) return;
    leave();
    go(`/c/${answer.value.conversation.id}`);
  };
  return (
    <div class="replay-bar" role="status">
      <span>You are viewing event {count(now.at)} of {count(now.events.length)}</span>
      <button type="button" class="outline" onClick={leave}>Back to now</button>
      <button type="button" class="primary" onClick={() => void goOn()}>
        Continue from here in a new conversation
      </button>
    </div>
  );
}

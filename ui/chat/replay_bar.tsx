/** Stands where the composer is while one looks at the past. */
import { branch } from "../state/branching.ts";
import { leave, replay } from "../state/replay.ts";
import { words } from "../words/head.ts";

export function ReplayBar() {
  const now = replay.value;
  if (!now) return null;
  return (
    <div class="replay-bar" role="status">
      <span>{words.viewing(now.at, now.events.length)}</span>
      <button type="button" class="outline" onClick={leave}>{words.backToNow}</button>
      <button type="button" class="primary" onClick={() => void branch(now.store.id, now.at)}>
        {words.continueHere}
      </button>
    </div>
  );
}

/** Takes in the log of a conversation that was exported here or elsewhere; the same one again changes nothing. */
import { useSignal } from "@preact/signals";
import { openMade, Sheet, Wrong } from "../parts/form.tsx";
import { takeIn } from "../state/commands.ts";
import { words } from "../words/dialogues.ts";

export function TakeIn() {
  const wrong = useSignal("");
  const busy = useSignal(false);
  const take = async (file: File | undefined) => {
    if (!file || busy.value) return;
    busy.value = true;
    wrong.value = openMade(await takeIn(file));
    busy.value = false;
  };
  return (
    <Sheet title={words.takeIn}>
      <p class="hint">{words.takeInHelp}</p>
      <label class="field">
        <span>{words.takeInField}</span>
        <input
          type="file"
          accept=".ndjson,application/x-ndjson"
          aria-busy={busy.value}
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      <Wrong of={wrong} />
    </Sheet>
  );
}

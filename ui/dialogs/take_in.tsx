/** Takes conversations in: the log of one that was exported here or elsewhere, or the export of another product. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openMade, Sheet, Wrong } from "../parts/form.tsx";
import { lazy } from "../parts/lazy.tsx";
import { takeIn } from "../state/commands.ts";
import { isOwnLog } from "../state/own_log.ts";
import { words } from "../words/dialogues.ts";

/** What reads archives is not loaded before there is one. */
const Moving = lazy<{ file: File }>(async () => (await import("./moving_sheet.tsx")).MovingSheet);

/** `file`: one that was dropped or chosen elsewhere. */
export function TakeIn({ file }: { file?: File | undefined }) {
  const wrong = useSignal("");
  const busy = useSignal(false);
  const moved = useSignal<File | null>(null);
  const take = async (file: File | undefined) => {
    if (!file || busy.value) return;
    busy.value = true;
    if (await isOwnLog(file)) wrong.value = openMade(await takeIn(file));
    else moved.value = file;
    busy.value = false;
  };
  useEffect(() => void take(file), [file]);
  if (moved.value) return <Moving file={moved.value} />;
  return (
    <Sheet title={words.takeIn}>
      <p class="hint">{words.takeInHelp}</p>
      <label class="field">
        <span>{words.takeInField}</span>
        <input
          type="file"
          accept=".ndjson,.jsonl,.zip,.json,.png,.charx,.md,.markdown,application/x-ndjson,application/zip,application/json,text/markdown,image/png"
          aria-busy={busy.value}
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      <Wrong of={wrong} />
    </Sheet>
  );
}

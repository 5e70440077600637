/** Where conversations of other products are brought in: a file that is chosen, or dropped on the page. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/moving.ts";

const take = (file: File | undefined) => {
  if (file && dialog.value === null) dialog.value = { name: "import", file };
};

export function ImportPage() {
  const over = useSignal(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      over.value = dialog.value === null;
    }, { signal });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) over.value = false;
    }, { signal });
    document.addEventListener("drop", (event) => {
      over.value = false;
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      take(event.dataTransfer.files[0]);
    }, { signal });
    return () => listening.abort();
  }, []);
  return (
    <>
      <label class="field">
        <span>{words.choose}</span>
        <input
          type="file"
          accept=".ndjson,.jsonl,.zip,.json,.png,.charx,.md,.markdown,application/x-ndjson,application/zip,application/json,text/markdown,image/png"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file again is chosen again.
            event.currentTarget.value = "";
          }}
        />
      </label>
      <p class="hint">{words.chooseHelp}</p>
      {over.value && <div class="drop-zone" aria-hidden="true">{words.drop}</div>}
    </>
  );
}

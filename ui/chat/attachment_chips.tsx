/** What will go onto the message: chips that can be taken off again, and why something cannot go. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { fileTokens } from "../../projections/context/tokens.ts";
import type { Uploaded } from "../../server/contract/process.ts";
import { count, fileSize } from "../parts/format.ts";
import type { AttachingFiles } from "../state/attaching.ts";
import { isExport } from "../state/own_log.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/files.ts";
import { Thumbnail } from "../message/attachments.tsx";

export function Attaching({ files, done }: { files: AttachingFiles; done: () => void }) {
  return (
    <>
      {files.items.value.length > 0 && (
        <ul class="files attaching" aria-label={words.toSend}>
          {files.items.value.map(({ key, name, uploaded, scaled }) => (
            <li class="file" key={key} aria-busy={!uploaded}>
              {uploaded ? <Thumbnail file={uploaded} alt="" /> : <span class="spinner" />}
              <span class="file-words">
                <span class="file-name" title={name}>
                  <bdi>{name}</bdi>
                </span>
                <span class="meta num">{uploaded ? toldOf(uploaded, scaled) : words.uploading}</span>
              </span>
              <button
                type="button"
                class="icon"
                aria-label={words.remove(name)}
                onClick={() => {
                  files.remove(key);
                  done();
                }}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.refused.value.map(({ key, name, why }) => (
        <p class="problem refused" role="alert" key={key}>
          <span>
            <b>{name}</b>: {why}
          </span>{" "}
          <button
            type="button"
            class="icon"
            aria-label={words.dismiss(name)}
            onClick={() => {
              files.dismiss(key);
              done();
            }}
          >
            <Icon name="x" />
          </button>
        </p>
      ))}
    </>
  );
}

/** How large it is, what it comes to in a request, and whether it is as it was given. */
const toldOf = (file: Uploaded, scaled: boolean | undefined): string =>
  [
    fileSize(file.size),
    words.tokens(fileTokens([file])),
    ...(scaled && file.width && file.height ? [words.scaled(count(file.width), count(file.height))] : []),
    ...(file.text?.left === "none" ? [words.noText] : file.text?.left === "cut" ? [words.cutText] : []),
  ].join(" · ");

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * A file may be dropped anywhere: a browser that is not told otherwise would leave the chat to show it. Under a
 * dialog nothing is attached.
 */
export function DropZone({ files, done }: { files: AttachingFiles; done: () => void }) {
  const over = useSignal(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      over.value = dialog.value === null;
    }, { signal });
    document.addEventListener("dragleave", (event) => {
      // Left the window, not one element for another.
      if (event.relatedTarget === null) over.value = false;
    }, { signal });
    document.addEventListener("drop", (event) => {
      over.value = false;
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (dialog.value !== null) return;
      const dropped = [...event.dataTransfer?.files ?? []];
      const [file] = dropped;
      if (file && dropped.length === 1 && isExport(file)) {
        dialog.value = { name: "import", file };
        return;
      }
      void files.add(dropped);
      done();
    }, { signal });
    return () => listening.abort();
  }, [files]);
  return over.value ? <div class="drop-zone" aria-hidden="true">{words.drop}</div> : null;
}

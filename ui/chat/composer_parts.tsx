/** What stands around the message box: the clip, the count of characters, Send and Stop. */
import { shortcut } from "../keys/told.ts";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { count } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { stopAll } from "../parts/keyboard.ts";
import type { AttachingFiles } from "../state/attaching.ts";
import { settings } from "../state/server_state.ts";
import { type Dialog, dialog } from "../state/ui_state.ts";
import { words } from "../words/writing.ts";

/** Code points from which the count is shown. */
const NEAR = MESSAGE_CODE_POINTS - 500;

interface AttachProps {
  readonly files: AttachingFiles;
  /** Opens it from elsewhere too. */
  readonly picker?: RefObject<HTMLInputElement | null>;
  done(): void;
}

/** Whether there is an MCP server that may offer something. */
const offering = (): boolean =>
  Object.values(settings.value?.mcpServers ?? {}).some(({ archived }) => !archived);

export function AttachButton({ files, picker, done }: AttachProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = picker ?? own;
  return (
    <span class="attach">
      <button
        type="button"
        class="icon"
        aria-label={words.attach}
        data-tip={words.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="paperclip" />
      </button>
      {offering() && (
        <button
          type="button"
          class="icon"
          aria-label={words.fromServers}
          data-tip={words.fromServers}
          onClick={() => (dialog.value = { name: "offers", files })}
        >
          <Icon name="plug" />
        </button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          void files.add([...currentTarget.files ?? []]);
          currentTarget.value = "";
          done();
        }}
      />
    </span>
  );
}

interface AskProps {
  readonly text: string;
  /** What goes with it. */
  readonly files: AttachingFiles;
  /** It could be asked blind: there is a conversation. */
  readonly blind: boolean;
  /** Those who are here could be asked by a panel. */
  readonly panel: boolean;
  /** It was asked, and stands in the box no more. */
  asked(): void;
}

/** Leads from what is written to a panel that it is put to, and to asking it blind. */
export function AskButtons({ text, files, blind, panel, asked }: AskProps) {
  const button = (icon: "network" | "eye-off", label: string, opens: Dialog) => (
    <button
      type="button"
      class="icon"
      aria-label={label}
      data-tip={label}
      onClick={() => (dialog.value = opens)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <span class="asks">
      {panel && button("network", words.askPanel, { name: "panel", text, files, asked })}
      {blind && button("eye-off", words.askBlind, { name: "compare", text, files, asked })}
    </span>
  );
}

/** Nobody counts before the limit is near. */
export function Count({ length }: { length: number }) {
  const over = length - MESSAGE_CODE_POINTS;
  return (
    <span id="composer-count" class={over > 0 ? "count bad" : "count"} role={over > 0 ? "alert" : undefined}>
      {length > NEAR && words.count(count(length), count(MESSAGE_CODE_POINTS))}
      {over > 0 && `: ${words.tooMany(count(over))}`}
    </span>
  );
}

export function SendButton({ ready, busy = false }: { ready: boolean; busy?: boolean }) {
  return (
    <button type="submit" class="send" aria-label={words.send} data-tip={words.send} disabled={!ready}>
      {busy ? <span class="spinner" /> : <Icon name="arrow-up" size={18} />}
    </button>
  );
}

/** The second click of a double click on Send is not meant to stop what the first one asked for. */
export function StopButton({ answers }: { answers: number }) {
  return (
    <span class="stopping">
      <span class="stop-hint" aria-hidden="true">
        <kbd>{shortcut("escape")}</kbd> {answers > 1 ? words.stopsAll : words.stops}
      </span>
      <button
        type="button"
        class="send stop"
        aria-label={answers > 1 ? words.stopAll : words.stop}
        onClick={(event) => event.detail < 2 && void stopAll()}
      >
        <Icon name="square" size={14} />
      </button>
    </span>
  );
}

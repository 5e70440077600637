/** The one dialog that is open. */
import "../glass/glass.css";
import "./dialogs.css";
import "../settings/forms.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KEYS } from "../parts/keyboard.ts";
import { dialog, keysOn } from "../state/ui_state.ts";
import { ConversationSettings } from "./conversation_settings.tsx";
import { NewConversation } from "./new_conversation.tsx";
import { Palette } from "./palette.tsx";
import { Rename } from "./rename.tsx";
import { RunAgain } from "./run_again.tsx";
import { Saw } from "./what_it_saw.tsx";
import { SeenBy } from "./seen_by.tsx";

export function Dialogs() {
  const open = dialog.value;
  if (!open) return null;
  switch (open.name) {
    case "new":
      return (
        <Modal label="New conversation">
          <NewConversation />
        </Modal>
      );
    case "palette":
      return (
        <Modal label="Every action">
          <Palette />
        </Modal>
      );
    case "again":
      return (
        <Modal label="Run again">
          <RunAgain />
        </Modal>
      );
    case "conversation":
      return (
        <Modal label="Settings of this conversation">
          <ConversationSettings />
        </Modal>
      );
    case "help":
      return (
        <Modal label="Keys">
          <Help />
        </Modal>
      );
    case "saw":
      return (
        <Modal label="What it saw">
          <Saw turnId={open.turnId} />
        </Modal>
      );
    case "seen":
      return (
        <Modal label="Seen by">
          <SeenBy messageId={open.messageId} />
        </Modal>
      );
    case "rename":
      return (
        <Modal label="Rename">
          <Rename conversationId={open.conversationId} title={open.title} />
        </Modal>
      );
    case "confirm":
      return (
        <Modal label={open.title}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              dialog.value = null;
              open.run();
            }}
          >
            <h2>{open.title}</h2>
            <p>{open.text}</p>
            <p class="buttons">
              <button type="button" class="outline" onClick={() => (dialog.value = null)}>Cancel</button>
              <button type="submit" class="primary">{open.action}</button>
            </p>
          </form>
        </Modal>
      );
  }
}

/** A modal dialog of the browser: it keeps the focus and gives it back. */
function Modal({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-label={label}
      onClose={() => (dialog.value = null)}
      onClick={(event) => {
        if (event.target === element.current) dialog.value = null;
      }}
    >
      {children}
    </dialog>
  );
}

function Help() {
  return (
    <div>
      <h2>Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={keysOn.value}
          onChange={(event) => (keysOn.value = event.currentTarget.checked)}
        />{" "}
        Keys are on
      </label>
      <p class="buttons">
        <button type="button" class="primary" onClick={() => (dialog.value = null)}>Close</button>
      </p>
    </div>
  );
}

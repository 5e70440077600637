/** The one dialog that is open. */
import "./dialogs.css";
import "../settings/forms.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DialogForm, Sheet, useSubmit } from "../parts/form.tsx";
import { KEYS } from "../parts/keyboard.ts";
import { type Dialog, dialog, keysOn } from "../state/ui_state.ts";
import { ConversationSettings } from "./conversation_settings.tsx";
import { NewConversation } from "./new_conversation.tsx";
import { Palette } from "./palette.tsx";
import { Rename } from "./rename.tsx";
import { RunAgain } from "./run_again.tsx";
import { Saw } from "./what_it_saw.tsx";
import { SeenBy } from "./seen_by.tsx";

export function Dialogs() {
  if (!dialog.value) return null;
  const { label, content } = contentOf(dialog.value);
  return <Modal label={label}>{content}</Modal>;
}

function contentOf(open: Dialog): { label: string; content: ComponentChildren } {
  switch (open.name) {
    case "new":
      return { label: "New conversation", content: <NewConversation /> };
    case "palette":
      return { label: "Every action", content: <Palette /> };
    case "again":
      return { label: "Run again", content: <RunAgain /> };
    case "conversation":
      return { label: "Settings of this conversation", content: <ConversationSettings /> };
    case "help":
      return { label: "Keys", content: <Help /> };
    case "saw":
      return { label: "What it saw", content: <Saw turnId={open.turnId} /> };
    case "seen":
      return { label: "Seen by", content: <SeenBy messageId={open.messageId} /> };
    case "rename":
      return { label: "Rename", content: <Rename conversationId={open.conversationId} title={open.title} /> };
    case "confirm":
      return { label: open.title, content: <Confirm {...open} /> };
  }
}

function Confirm({ title, text, action, run }: Extract<Dialog, { name: "confirm" }>) {
  const form = useSubmit(() => {
    dialog.value = null;
    run();
    return Promise.resolve("");
  });
  return (
    <DialogForm form={form} title={title} action={action}>
      <p>{text}</p>
    </DialogForm>
  );
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
    <Sheet title="Keys">
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
    </Sheet>
  );
}

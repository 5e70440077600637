/** Forms that send something: one try at a time, and what was wrong with the last one. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Changed } from "../../server/contract/conversation_shapes.ts";
import type { Answer } from "../state/api.ts";
import { go } from "../state/router.ts";
import { Tries } from "../state/tries.ts";
import { words } from "../words/frame.ts";
import { dialog } from "../state/ui_state.ts";

/** `action` answers with what was wrong, in words; "" when it went well. */
export function useSubmit(action: () => Promise<string>) {
  /** A try is on its way: another is not begun. */
  const busy = useSignal(false);
  const wrong = useSignal("");
  const run = async () => {
    busy.value = true;
    try {
      wrong.value = await action();
    } finally {
      busy.value = false;
    }
  };
  return {
    busy,
    wrong,
    onSubmit(event: Event) {
      event.preventDefault();
      if (!busy.value) void run();
    },
  };
}

/** What was wrong, in words, of what a form sent; "" where it went well, behind `went`. */
export function wrongOf<T>(answer: Answer<T>, went: (value: T) => void = () => {}): string {
  if (!answer.ok) return answer.message;
  went(answer.value);
  return "";
}

/** Under which key something is made: see `Tries`. */
export const useTries = (kind: string): Tries => useSignal(new Tries(kind)).peek();

/** What was wrong with the last try. */
export function Wrong({ of }: { of: ReadonlySignal<string> }) {
  return of.value ? <p class="problem" role="alert">{of.value}</p> : null;
}

interface DialogFormProps {
  readonly form: ReturnType<typeof useSubmit>;
  readonly title: string;
  /** What the button says that sends it. */
  readonly action: string;
  readonly disabled?: boolean;
  /** What it does cannot be taken for anything else: its button is red. */
  readonly danger?: boolean;
  /** A file one may want to have before: where it is, and what the link to it says. */
  readonly first?: { readonly label: string; readonly href: string } | undefined;
  /** What sending it will come to, beside the button that does. */
  readonly told?: string;
  readonly children: ComponentChildren;
}

/** The form of a dialog: sent, or left as it is. */
export function DialogForm(
  { form, title, action, disabled = false, danger = false, first, told, children }: DialogFormProps,
) {
  return (
    <form onSubmit={form.onSubmit}>
      <h2>{title}</h2>
      {children}
      <Wrong of={form.wrong} />
      <p class="buttons">
        {told !== undefined && <span class="told hint num" aria-live="polite">{told}</span>}
        {first && <a class="quiet" href={first.href} download>{first.label}</a>}
        <button type="button" class="outline" onClick={() => (dialog.value = null)}>{words.cancel}</button>
        <button type="submit" class={danger ? "primary destructive" : "primary"} disabled={disabled}>
          {action}
        </button>
      </p>
    </form>
  );
}

interface SheetProps extends Pick<DialogFormProps, "title" | "children"> {
  /** What can be done in it, beside the button that closes it. */
  readonly act?: ComponentChildren;
}

/** What a dialog shows that is only read. */
export function Sheet({ title, children, act }: SheetProps) {
  return (
    <div>
      <h2>{title}</h2>
      {children}
      <p class="buttons">
        <button
          type="button"
          class={act ? "outline" : "primary"}
          onClick={() => (dialog.value = null)}
        >
          {words.close}
        </button>
        {act}
      </p>
    </div>
  );
}

/** Leaves the dialog for the conversation that was made; answers with what was wrong, in words. */
export function openMade(answer: Answer<Changed>): string {
  if (!answer.ok) return answer.message;
  dialog.value = null;
  go(`/c/${answer.value.conversation.id}`);
  return "";
}

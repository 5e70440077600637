/** What can be done with a message: as icons that lie over its corner, and as a menu where nothing can hover. */
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { factsOf } from "../../events/catalog/modes.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { leaveField } from "../parts/left_field.ts";
import { Menu } from "../parts/menu.tsx";
import { copyText } from "../state/clipboard.ts";
import { retry } from "../state/commands.ts";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { orSay, say } from "../state/toast.ts";
import { dialog, insert } from "../state/ui_state.ts";
import { words } from "../words/answers.ts";
import { words as frame } from "../words/frame.ts";
import { beginChange, canChange } from "./changing.ts";
import { quoted } from "./quoting.ts";

/** What an action is called by keys. */
export type ActionName =
  | "keep"
  | "compare"
  | "change"
  | "again"
  | "copy"
  | "quote"
  | "ask"
  | "saw"
  | "seen"
  | "samples"
  | "expect"
  | "compare-blind"
  | "pin"
  | "remember"
  | "erase";

export interface Action {
  readonly name: ActionName;
  readonly icon: IconName;
  readonly label: string;
  /** In the menu alone: it is not needed often. */
  readonly rare?: boolean;
  run(): void;
}

/** What a person has marked inside of a message; "" where nothing is. */
function marked(id: string): string {
  const selection = getSelection();
  const element = document.getElementById(id);
  return selection && element?.contains(selection.anchorNode) ? selection.toString().trim() : "";
}

export const askAgain = (store: ConversationStore, turnId: string): void =>
  void orSay(retry(store.id, turnId));

/** Puts what is marked, or all of it, before what is being written; `name` is asked about it. */
export function quote(id: string, text: string, name?: string): void {
  insert.value = quoted(marked(id) || text) + (name === undefined ? "" : `@${name} `);
}

const copy = async (text: string) => say(await copyText(text) ? words.copied : words.copyForbidden);

/** Whether there is something to erase: what is still being written is stopped first. */
function hasWords({ message, body }: Shown): boolean {
  const said = /\S/.test(body?.content ?? "") || message.attachments !== undefined ||
    body?.tools !== undefined;
  return said && !message.erased && (message.turnId === undefined || message.doneSeq !== undefined);
}

/** Everything that a message allows, most wanted first. */
export function actionsOf(store: ConversationStore, { message, body }: Shown): Action[] {
  const text = body?.content.trim() ?? "";
  const { turnId } = message;
  const actions: Action[] = [];
  if (text !== "") {
    actions.push({
      name: "copy",
      icon: "copy",
      label: words.copy,
      run: () => void copy(text),
    });
  }
  if (canChange(message)) {
    actions.push({
      name: "change",
      icon: "pen-line",
      label: words.change,
      run() {
        leaveField();
        beginChange(store.id, message.id, body?.content ?? "");
      },
    });
  }
  if (turnId !== undefined && message.status !== "failed") {
    actions.push({
      name: "again",
      icon: "rotate-cw",
      label: words.askAgain,
      run: () => askAgain(store, turnId),
    });
  }
  if (text !== "") {
    actions.push({ name: "quote", icon: "quote", label: words.quote, run: () => quote(message.id, text) });
  }
  if (text !== "" && message.author.kind === "agent") {
    const { name } = message.author;
    const run = () => quote(message.id, text, name);
    actions.push({
      name: "ask",
      icon: "corner-down-right",
      label: words.askAbout(clearText(name)),
      rare: true,
      run,
    });
  }
  return [...actions, ...rarer(store, { message, body })];
}

/** What is wanted less: what it was given with, who has seen it, whether it always counts, having it gone. */
function rarer(store: ConversationStore, { message, body }: Shown): Action[] {
  const actions: Action[] = [];
  const { turnId } = message;
  if (turnId !== undefined) {
    actions.push({
      name: "saw",
      icon: "eye",
      label: words.whatItSaw,
      run: () => (dialog.value = { name: "saw", turnId }),
    });
  }
  actions.push({
    name: "seen",
    icon: "users",
    label: words.seenBy,
    rare: message.role === "assistant",
    run: () => (dialog.value = { name: "seen", messageId: message.id }),
  });
  const question = message.author.kind === "human" ? body?.content.trim() ?? "" : "";
  if (question !== "") {
    const run = () => (dialog.value = { name: "compare", text: question });
    actions.push({ name: "compare-blind", icon: "eye-off", label: words.compareBlind, run });
  }
  if (message.author.kind === "human" && !message.erased && !factsOf(store.state.mode).addressed) {
    const run = () => (dialog.value = { name: "samples", messageId: message.id });
    actions.push({ name: "samples", icon: "rows-3", label: words.samples, run });
  }
  if (/\S/.test(body?.content ?? "") && message.role !== "system" && !message.erased) {
    const source = { conversationId: store.id, messageId: message.id };
    const remember = () => (dialog.value = {
      name: "remember",
      text: marked(message.id) || (body?.content.trim() ?? ""),
      source,
    });
    actions.push({
      name: "remember",
      icon: "sticky-note",
      label: words.remember,
      rare: message.role === "assistant",
      run: remember,
    });
  }
  if (message.question !== undefined && message.doneSeq !== undefined && !message.task) {
    const run = () => (dialog.value = { name: "checks", messageId: message.id });
    actions.push({ name: "expect", icon: "list-checks", label: words.expect, rare: true, run });
  }
  if (message.pinned || hasWords({ message, body })) {
    const { pinned = false } = message;
    actions.push({
      name: "pin",
      icon: pinned ? "pin-off" : "pin",
      label: pinned ? words.unpin : words.pin,
      rare: message.role === "assistant",
      run: () => {
        const load = import("./pinning.ts");
        load.then(({ setPin }) => setPin(store, message, !pinned), () => say(frame.notLoaded, true));
      },
    });
  }
  if (hasWords({ message, body })) {
    const run = () => (dialog.value = { name: "erase", messageId: message.id });
    const rare = message.role === "assistant";
    actions.push({ name: "erase", icon: "eraser", label: words.erase, rare, run });
  }
  return actions;
}

interface Props {
  readonly actions: readonly Action[];
  /** Whose message it is. */
  readonly name: string;
}

/** Icons in a bar that lies over what is there; seen while the message is pointed at or has the focus. */
export function ActionBar({ actions, name }: Props) {
  return (
    <div class="action-bar" role="group" aria-label={words.actions(clearText(name))}>
      {actions.filter(({ rare }) => !rare).map(({ name, icon, label, run }) => (
        <button
          type="button"
          key={name}
          class="icon"
          data-action={name}
          aria-label={label}
          title={label}
          onClick={run}
        >
          <Icon name={icon} />
          <span aria-hidden="true">{label}</span>
        </button>
      ))}
    </div>
  );
}

interface MenuProps extends Omit<Props, "actions"> {
  /** Asked as it is opened: what is about others of them may have changed meanwhile. */
  actions(): readonly Action[];
}

export function ActionMenu({ actions, name }: MenuProps) {
  const open = useSignal(false);
  const shown = open.value ? actions() : [];
  return (
    <Menu
      label={words.more(clearText(name))}
      class="icon more"
      open={open}
      items={shown.map(({ icon, label, run }) => ({ icon, label, run }))}
    >
      <Icon name="ellipsis" />
    </Menu>
  );
}

/** The one dialog that is open. */
import "./dialogs.css";
import "../settings/forms.css";
import "../settings/model_field.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { DialogForm, useSubmit } from "../parts/form.tsx";
import { Palette } from "../palette/palette_dialog.tsx";
import { focusBefore, giveBack } from "../parts/left_field.ts";
import { place } from "../state/router.ts";
import { here, missing, settings } from "../state/server_state.ts";
import { type Dialog, dialog } from "../state/ui_state.ts";
import { words } from "../words/dialogues.ts";
import { words as frame } from "../words/frame.ts";
import { MoveToProject } from "../projects/move_to_project.tsx";
import { words as projects } from "../words/projects.ts";
import { words as filing } from "../words/filing.ts";
import { ConversationSettings } from "./conversation_settings.tsx";
import { Erase } from "./erase.tsx";
import { Help } from "./help.tsx";
import { GiveLabels } from "./give_labels.tsx";
import { Offers } from "../offers/offers.ts";
import { OtherModel } from "./other_model.tsx";
import { Remember } from "../memory/remember.tsx";
import { words as memory } from "../words/memory.ts";
import { Rename } from "./rename.tsx";
import { RunAgain } from "./run_again.tsx";
import { Saw } from "./what_it_saw.tsx";
import { SchedulesDialog } from "../schedules/schedules_dialog.tsx";
import { words as schedules } from "../words/schedules.ts";
import { words as sharing } from "../words/share.ts";
import { Share } from "./give_away.tsx";
import { AskPanel } from "../panel/ask_panel.tsx";
import { words as panels } from "../words/panelling.ts";
import { SeenBy } from "./seen_by.tsx";
import { CompareHere, RankingHere } from "../comparing/comparing_here.ts";
import { SamplesHere } from "../trials/trials_here.tsx";
import { HandsDialogHere } from "../hands/hands_here.ts";
import { words as hands } from "../words/hands.ts";
import { ChecksHere } from "../checks/checks_here.tsx";
import { words as checks } from "../words/checks.ts";
import { TakeIn } from "./take_in.tsx";

/** Dialogs that propose something of what the page shows, once, as they open: by key they may be opened before it is there. */
const PROPOSING: ReadonlySet<Dialog["name"]> = new Set([
  "again",
  "checks",
  "compare",
  "conversation",
  "hands",
  "panel",
  "ranking",
  "remember",
  "samples",
  "schedules",
]);

export function Dialogs() {
  if (!dialog.value) return null;
  const { name } = dialog.value;
  const { label, content, kind } = contentOf(dialog.value);
  const waits = PROPOSING.has(name) && !pageKnown();
  // One dialog may lead to another: each takes the focus for itself.
  return (
    <Modal key={waits ? "" : name} label={label} kind={kind}>
      {waits ? <p class="hint" role="status">{frame.loading}</p> : content}
    </Modal>
  );
}

/** Whether all that a dialog can propose is there, or never will be. */
const pageKnown = (): boolean =>
  settings.value !== null &&
  (place.value.view !== "chat" || here.value !== null || missing.value !== null);

/** What stands in a dialog; `kind` is its class where it is no ordinary one. */
interface Content {
  readonly label: string;
  readonly content: ComponentChildren;
  readonly kind?: string;
}

function contentOf(open: Dialog): Content {
  switch (open.name) {
    case "palette":
      return { label: words.palette, content: <Palette />, kind: "high" };
    case "import":
      return { label: words.takeIn, content: <TakeIn file={open.file} /> };
    case "again":
      return { label: words.runAgain, content: <RunAgain /> };
    case "conversation":
      return { label: words.ofConversation, content: <ConversationSettings /> };
    case "help":
      return { label: words.keys, content: <Help /> };
    case "saw":
      return { label: words.saw, content: <Saw turnId={open.turnId} key={open.turnId} />, kind: "wide" };
    case "seen":
      return { label: words.seenBy, content: <SeenBy messageId={open.messageId} /> };
    case "offers":
      return { label: words.offers, content: <Offers files={open.files} /> };
    case "samples":
      return { label: words.samples, content: <SamplesHere messageId={open.messageId} /> };
    case "hands":
      return { label: hands.title, content: <HandsDialogHere /> };
    case "checks":
      return { label: checks.title, content: <ChecksHere messageId={open.messageId} /> };
    case "compare":
      return {
        label: words.compare,
        content: <CompareHere {...open} />,
        kind: "broad",
      };
    case "ranking":
      return { label: words.ranking, content: <RankingHere label={open.label} />, kind: "broad" };
    case "share":
      return { label: sharing.title, content: <Share /> };
    case "panel":
      return { label: panels.ask, content: <AskPanel {...open} /> };
    case "schedules":
      return { label: schedules.title, content: <SchedulesDialog /> };
    case "remember":
      return { label: memory.remember, content: <Remember {...open} /> };
    case "erase":
      return { label: words.erase, content: <Erase {...open} /> };
    case "model":
      return { label: words.otherModel, content: <OtherModel {...open} /> };
    case "labels":
      return { label: filing.labels, content: <GiveLabels {...open} /> };
    case "project":
      return { label: projects.moveTo, content: <MoveToProject {...open} /> };
    case "rename":
      return {
        label: words.rename,
        content: <Rename conversationId={open.conversationId} title={open.title} />,
      };
    case "confirm":
      return { label: open.title, content: <Confirm {...open} /> };
  }
}

function Confirm({ title, text, action, danger = false, first, run }: Extract<Dialog, { name: "confirm" }>) {
  const form = useSubmit(() => {
    dialog.value = null;
    run();
    return Promise.resolve("");
  });
  return (
    <DialogForm form={form} title={title} action={action} danger={danger} first={first}>
      <p>{text}</p>
    </DialogForm>
  );
}

/** A modal dialog of the browser: it keeps the focus and gives it back. */
function Modal(
  { label, kind, children }: { label: string; kind?: string | undefined; children: ComponentChildren },
) {
  const element = useRef<HTMLDialogElement>(null);
  // As it is drawn, not after: what is typed next is meant for it.
  useLayoutEffect(() => {
    const before = focusBefore();
    element.current?.showModal();
    // What takes the focus may be higher than a small screen: one reads from the top all the same.
    element.current?.scrollTo({ top: 0 });
    return () => giveBack(before);
  }, []);
  return (
    <dialog
      ref={element}
      class={kind ? `dialog ${kind}` : "dialog"}
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

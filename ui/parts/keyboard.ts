/** What keys do wherever one is: the palette, the help sheet, agents by number, Stop, the message box. */
import { onKeys } from "../keys/acts.ts";
import { writesIn } from "../keys/listening.ts";
import { enable, stop } from "../state/commands.ts";
import { printTalk } from "../state/printing.ts";
import { newConversation } from "../state/router.ts";
import { here } from "../state/server_state.ts";
import { dialog, glassOpen, sidebarOpen, theme } from "../state/ui_state.ts";
import { comeBack, leaveField } from "./left_field.ts";

/** Whether there was anything to stop. */
export function stopAll(): boolean {
  const store = here.value;
  if (!store?.live || store.state.open.length === 0) return false;
  void stop(store.id);
  return true;
}

/** `index` counts from 0; false where there is no such agent. */
export function toggleAgent(index: number): boolean {
  const store = here.value;
  const participant = store?.live ? store.state.participants[index] : undefined;
  if (!store || !participant) return false;
  void enable(store.id, participant.id, !participant.enabled);
  return true;
}

/** Whether Esc means something before what the page itself shows: what lies over it, a field, answers to stop. */
export const isInFront = (target: Element | null): boolean =>
  dialog.value !== null || sidebarOpen.value || (writesIn(target) && target?.id !== "composer") ||
  (here.value?.live === true && here.value.state.open.length > 0);

/** Also one that is not there yet. */
function closeDialog(): void {
  dialog.value = null;
  comeBack();
}

/** Closes what lies over the page, stops what is being written, then closes what lies beside it. */
function escape(target: Element | null): boolean {
  if (dialog.value) closeDialog();
  else if (sidebarOpen.value) sidebarOpen.value = false;
  // In another field Esc empties or leaves that field.
  else if (writesIn(target) && target?.id !== "composer") return false;
  else if (stopAll()) return true;
  else if (here.value && glassOpen.value) glassOpen.value = false;
  else return false;
  return true;
}

/** Which there are, in the order of their key. */
const THEMES = ["system", "light", "dark"] as const;

function palette(): void {
  if (dialog.value?.name === "palette") return closeDialog();
  leaveField();
  dialog.value = { name: "palette" };
}

function write(): boolean {
  const box = document.getElementById("composer");
  box?.focus();
  return box !== null;
}

/** Says what keys do on the whole page; rooms that are shown may say more. */
export const sayKeys = (): () => void =>
  onKeys({
    palette,
    print: () => here.value !== null && void printTalk(here.value),
    help: () => void (dialog.value = { name: "help" }),
    new: newConversation,
    glass: () => here.value !== null && void (glassOpen.value = !glassOpen.value),
    theme: () => void (theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system"),
    agent: ({ digit }) => toggleAgent(digit - 1),
    escape: ({ target }) => escape(target),
    write,
  });

/** Keys that work anywhere: the palette, the help sheet, agents by number, Stop. They can be turned off. */
import { enable, stop } from "../state/commands.ts";
import { current } from "../state/server_state.ts";
import { dialog, keysOn, sidebarOpen } from "../state/ui_state.ts";

export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["Enter", "send"],
  ["Shift Enter", "new line"],
  ["Ctrl K or ⌘ K", "every action"],
  ["Alt 1 … 9", "turn an agent on or off"],
  ["Esc", "close, or stop the answers"],
  ["@", "ask one agent"],
  ["← →", "step through the timeline, when it has the focus"],
  ["?", "this sheet"],
];

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isComposer = (target: EventTarget | null) => target instanceof Element && target.id === "composer";

export async function stopAll(): Promise<void> {
  const store = current.value;
  if (store?.live && store.state.open.length > 0) await stop(store.id);
}

export async function toggleAgent(index: number): Promise<void> {
  const store = current.value;
  const participant = store?.state.participants[index];
  if (store && participant) await enable(store.id, participant.id, !participant.enabled);
}

export function listenForKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape") {
      if (dialog.value) dialog.value = null;
      else if (sidebarOpen.value) sidebarOpen.value = false;
      // In another field Esc empties or leaves that field.
      else if (!event.defaultPrevented && (!typing(event.target) || isComposer(event.target))) void stopAll();
      return;
    }
    if (!keysOn.value) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      dialog.value = dialog.value?.name === "palette" ? null : { name: "palette" };
    } else if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
      event.preventDefault();
      void toggleAgent(Number(event.code.slice(5)) - 1);
    } else if (event.key === "?" && !typing(event.target) && !dialog.value) {
      event.preventDefault();
      dialog.value = { name: "help" };
    }
  });
}

/** Whose context the glass shows. */
import { signal } from "@preact/signals";
import { glassOpen, panel } from "./ui_state.ts";

export const contextOf = signal<string | null>(null);

/** Opens the panel that says what an agent will be sent. */
export function showContext(participantId: string): void {
  contextOf.value = participantId;
  panel.value = "context";
  glassOpen.value = true;
}

/** What is not in the log: which panel is open, half-typed text, the theme. Kept in this browser only. */
import { effect, signal } from "@preact/signals";
import { load, save } from "./browser_storage.ts";

function kept<T>(key: string, fallback: T) {
  const value = signal<T>(load(key, fallback));
  effect(() => save(key, value.value));
  return value;
}

export type Theme = "system" | "light" | "dark";

export const theme = kept<Theme>("theme", "system");
/** Where the glass lies over the chat it is opened for a look, and that is not remembered. */
const overlay = matchMedia("(width <= 1180px)");
const wanted = () => !overlay.matches && load("glass", true);
export const glassOpen = signal(wanted());
effect(() => {
  if (!overlay.matches) save("glass", glassOpen.value);
});
overlay.addEventListener("change", () => (glassOpen.value = wanted()));
/** Name of the panel that the glass shows. */
export const panel = kept("panel", "events");
/** Whose context the glass shows. */
export const contextOf = signal<string | null>(null);
/** Opens the panel that says what an agent will be sent. */
export function showContext(participantId: string): void {
  contextOf.value = participantId;
  panel.value = "context";
  glassOpen.value = true;
}
export const keysOn = kept("keys", true);
/** Narrow screens: the list of conversations lies over the chat. */
export const sidebarOpen = signal(false);
export const offline = signal(false);
/** How often the event stream was connected: what could not be fetched before is fetched again with the next. */
export const connections = signal(0);
/** One line for screen readers: who is answering, who answered. */
export const spoken = signal("");

export type Dialog =
  | { readonly name: "new" | "palette" | "help" | "conversation" | "again" }
  | { readonly name: "saw"; readonly turnId: string }
  | { readonly name: "seen"; readonly messageId: string }
  | { readonly name: "rename"; readonly conversationId: string; readonly title: string }
  | {
    readonly name: "confirm";
    readonly title: string;
    readonly text: string;
    readonly action: string;
    run(): void;
  };
export const dialog = signal<Dialog | null>(null);

/** Text that another part of the interface puts into the composer, e.g. a mention. */
export const insert = signal("");

effect(() => {
  const root = document.documentElement;
  if (theme.value === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme.value;
});

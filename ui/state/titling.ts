/** The title of the page, with a mark while something happened that nobody looked at. */
import { effect, signal } from "@preact/signals";
import { words } from "../words/frame.ts";
import type { News } from "./newsworthy.ts";
import { place } from "./router.ts";
import { current, settings } from "./server_state.ts";

/** What happened since somebody looked last. */
export const news = signal<readonly News[]>([]);

/** `at`: what is open, null where nothing is. Who waits for a person is marked otherwise than what is done. */
export function titleOf(at: string | null, unseen: readonly News[]): string {
  const title = at ? `${at} · ${words.app}` : words.app;
  if (unseen.some(({ kind }) => kind === "waits")) return `? ${title}`;
  return unseen.length > 0 ? `● ${title}` : title;
}

export function keepTitle(): void {
  effect(() => {
    const chat = current.value && (current.value.now.title || words.untitled);
    const at = place.value;
    const project = at.view === "project" ? settings.value?.projects[at.id]?.name || null : null;
    const open = { home: null, settings: words.settingsTitle, project, chat }[at.view];
    document.title = titleOf(open, news.value);
  });
}

/** The panels of the glass, in the order of their tabs. A new one is a line here, its component and its style. */
import { words } from "../words/behind.ts";
import { ContextPanel } from "./context_panel.tsx";
import { StoryPanel } from "./story_panel.tsx";
import { UsagePanel } from "./usage_panel.tsx";

/**
 * Each is shown with `store`, which is looked at, and `live`, which is now; the two differ in the past. `scrolls`: it
 * scrolls a part of itself, not as a whole.
 */
export const PANELS = [
  { name: "events", label: words.panels.events, scrolls: true, Body: StoryPanel },
  { name: "context", label: words.panels.context, scrolls: false, Body: ContextPanel },
  { name: "usage", label: words.panels.usage, scrolls: false, Body: UsagePanel },
] as const;

/** The panel of this name; the first where a browser remembers one that there is no more. */
export const panelOf = (name: string) => PANELS.find((panel) => panel.name === name) ?? PANELS[0];

/** The panels of the glass, in the order of their tabs. A new one is a line here, its component and its style. */
import { ContextPanel } from "./context_panel.tsx";
import { EventsPanel } from "./events_panel.tsx";
import { UsagePanel } from "./usage_panel.tsx";

/** Each is shown with `store`, which is looked at, and `live`, which is now; the two differ in the past. */
export const PANELS = [
  { name: "events", label: "Events", Body: EventsPanel },
  { name: "context", label: "Context", Body: ContextPanel },
  { name: "usage", label: "Usage", Body: UsagePanel },
] as const;

/** The panel of this name; the first where a browser remembers one that there is no more. */
export const panelOf = (name: string) => PANELS.find((panel) => panel.name === name) ?? PANELS[0];

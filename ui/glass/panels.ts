/** The panels of the glass, in the order of their tabs. A new one is a line here, its component and its style. */
import type { ComponentType } from "preact";
import type { ConversationStore } from "../state/conversation_store.ts";
import { ContextPanel } from "./context_panel.tsx";
import { EventsPanel } from "./events_panel.tsx";
import { UsagePanel } from "./usage_panel.tsx";

export interface PanelProps {
  /** What is looked at: the conversation now, or as it was. */
  readonly store: ConversationStore;
  readonly live: ConversationStore;
}

interface Panel {
  readonly name: string;
  readonly label: string;
  readonly Body: ComponentType<PanelProps>;
}

const EVENTS: Panel = { name: "events", label: "Events", Body: EventsPanel };

export const PANELS: readonly Panel[] = [
  EVENTS,
  { name: "context", label: "Context", Body: ContextPanel },
  { name: "usage", label: "Usage", Body: UsagePanel },
];

/** The panel of this name; the events where a browser remembers one that there is no more. */
export const panelOf = (name: string): Panel => PANELS.find((panel) => panel.name === name) ?? EVENTS;

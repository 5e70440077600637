/** What is not in the log: which panel is open, half-typed text, the theme. Kept in this browser only. */
import { effect, signal } from "@preact/signals";
import type { AttachingFiles } from "./attaching.ts";
import { load, save } from "./browser_storage.ts";
import { roomy } from "./widths.ts";

/** A signal that this browser remembers. */
export function kept<T>(key: string, fallback: T) {
  const value = signal<T>(load(key, fallback));
  effect(() => save(key, value.value));
  return value;
}

export type Theme = "system" | "light" | "dark";

export const theme = kept<Theme>("theme", "system");
/** Where the glass lies over the chat it is opened for a look, and that is not remembered. */
const wanted = () => roomy.peek() && load<boolean>("glass", false);
export const glassOpen = signal<boolean>(wanted());
effect(() => {
  const open = glassOpen.value;
  if (roomy.peek()) save("glass", open);
});
roomy.subscribe(() => (glassOpen.value = wanted()));
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
/** Where there is no room beside the chat, the list of conversations lies over it. */
export const sidebarOpen = signal(false);
/** Where there is room, it may be a rail of signs all the same. */
export const railed = kept<boolean>("rail", false);
/** Pixels. */
export const SIDEBAR = { least: 200, most: 360, usual: 248 } as const;
export const sidebarWidth = kept<number>("sidebar", SIDEBAR.usual);
/** The list is opened to search in it. */
export const sidebarSearch = signal(false);
/** Shows the list of conversations, or makes room for the chat. */
export function toggleSidebar(): void {
  if (roomy.value) railed.value = !railed.value;
  else sidebarOpen.value = !sidebarOpen.value;
}
roomy.subscribe(() => (sidebarOpen.value = false));
export const offline = signal(false);
/** The disk of the store has no room for anything new. */
export const diskFull = signal(false);

export function heardDisk(told: unknown): void {
  diskFull.value = typeof told === "object" && told !== null && "state" in told && told.state === "full";
}
/** The server has another version of this page, and whoever looks at it has not said to leave it. */
export const newerPage = signal(false);
/** When the server is asked for again, in milliseconds since 1970; of meaning while `offline`. */
export const nextTry = signal(0);
/** How often the event stream was connected: what could not be fetched before is fetched again with the next. */
export const connections = signal(0);

/** A comparison, and where it was asked. */
export interface Shown {
  readonly conversationId: string;
  readonly comparisonId: string;
}

export type Dialog =
  | { readonly name: "palette" | "help" | "conversation" | "again" | "share" | "schedules" | "hands" }
  /** `file`: what is taken in, where it is chosen already. */
  | { readonly name: "import"; readonly file?: File }
  /** `text`: what is asked, as far as it was written, with `files`; `asked`: it was put to a panel. */
  | { readonly name: "panel"; readonly text: string; readonly files?: AttachingFiles; asked?(): void }
  | { readonly name: "saw"; readonly turnId: string }
  | { readonly name: "seen"; readonly messageId: string }
  /** `files`: where what is chosen goes. */
  | { readonly name: "offers"; readonly files: AttachingFiles }
  | { readonly name: "samples"; readonly messageId: string }
  /** `messageId`: of which something is expected. */
  | { readonly name: "checks"; readonly messageId?: string }
  /**
   * `text`: what is to be asked, with `files`, where it was written; without these and "": what was asked last is shown,
   * or `shown`. `asked`: it was.
   */
  | {
    readonly name: "compare";
    readonly text: string;
    readonly shown?: Shown;
    readonly files?: AttachingFiles;
    asked?(): void;
  }
  /** `label`: the kind of task; null: without one; absent: of what was judged last. */
  | { readonly name: "ranking"; readonly label?: string | null }
  /** `use`: of a tool in it, alone; `of`: the conversation it stands in, where that is not the one that is open. */
  | {
    readonly name: "erase";
    readonly messageId: string;
    readonly of?: string;
    readonly use?: { readonly attempt: number; readonly round: number; readonly callId: string };
  }
  /** `text`: what the note begins with. */
  | {
    readonly name: "remember";
    readonly text: string;
    readonly source: { readonly conversationId: string; readonly messageId: string };
  }
  | { readonly name: "model"; readonly turnId: string; readonly participantId: string }
  | {
    readonly name: "labels";
    readonly conversationId: string;
    readonly title: string;
    /** Those it has. */
    readonly given: readonly string[];
  }
  | {
    readonly name: "project";
    readonly conversationId: string;
    readonly title: string;
    /** The one it is in. */
    readonly projectId?: string | undefined;
  }
  | { readonly name: "rename"; readonly conversationId: string; readonly title: string }
  | {
    readonly name: "confirm";
    readonly title: string;
    readonly text: string;
    readonly action: string;
    /** What is done cannot be taken for anything else. */
    readonly danger?: boolean;
    /** A file one may want to have before. */
    readonly first?: { readonly label: string; readonly href: string };
    run(): void;
  };
export const dialog = signal<Dialog | null>(null);

/** Text that another part of the interface puts into the composer, e.g. a mention. */
export const insert = signal("");
/** Files that go onto the message being written. */
export const attach = signal<readonly File[]>([]);

effect(() => {
  const root = document.documentElement;
  if (theme.value === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme.value;
});

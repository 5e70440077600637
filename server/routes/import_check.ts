/**
 * What a file may say that comes from elsewhere. It holds a conversation as its own workspace told it; what only this
 * workspace may decide is not taken from it: who may use the web, and what counts as said here.
 */
import type { Attachment } from "../../events/catalog/attachment.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { ConversationEvent, type DataOf } from "../../events/catalog/conversation.ts";
import { type Actor, type AnyEvent, SYSTEM } from "../../events/catalog/envelope.ts";
import { versions } from "../../events/catalog/upcast.ts";
import { type Places, wordPlaces } from "../../events/catalog/words.ts";
import type { BlobOf, Intake } from "../../events/store/transfer/import_stream.ts";
import type { NewEvent } from "../../events/store/types.ts";
import { isDeletion } from "../../projections/conversation/shared_steps.ts";
import { endsTurn } from "../../projections/conversation/turn_ends.ts";
import { ErasureCheck } from "./erasure_check.ts";
import { isInternal } from "./uploads.ts";

/** Whether one of these files, or what was read of it, is not in the file, or is another thing there. */
function foreign(attachments: readonly Attachment[] | undefined, blob: BlobOf): boolean {
  const files = attachments?.flatMap(({ sha256, type, size, text }) => [
    { sha256, type, size },
    ...(text ? [{ sha256: text.sha256, type: "text/plain", size: text.size }] : []),
  ]);
  return files?.some(({ sha256, type, size }) => {
    const there = blob(sha256);
    // Equal bytes are kept once: the type they have there may be another one than here.
    return !there || isInternal(there.type) || isInternal(type) || there.size !== size;
  }) ?? false;
}

/** Whether an event is one of a conversation; of one whose words are gone, whether all but these is. */
function isOfCatalog({ seq: _, erased, ...event }: AnyEvent): boolean {
  const { success, error } = ConversationEvent.safeParse(event);
  if (success) return true;
  return erased === true && error.issues.every(({ path }) => isWord(event.type, path));
}

/** Whether a path leads to what erasing takes. */
function isWord(type: string, path: readonly PropertyKey[]): boolean {
  let place: Places | true | undefined = { data: wordPlaces(type) ?? {} };
  for (const step of path) place = typeof place === "object" ? place[String(step)] : undefined;
  return place === true;
}

/** What a copy is called, and the project it belongs to. */
export interface CopyAs {
  readonly title: string;
  readonly projectId: string | undefined;
}

/** What makes a copy what it is to be, where it was called otherwise, stood elsewhere or was put away in what it copies. */
class BecomingCopy {
  #title: string | undefined;
  #projectId: string | undefined;
  #archived = false;

  constructor(readonly as: CopyAs) {
    // Its first event says so.
    this.#title = as.title;
  }

  add(event: ConversationEvent): void {
    if (event.type === "ConversationRenamed") this.#title = event.data.title;
    else if (event.type === "ProjectSet") this.#projectId = event.data.projectId;
    else if (event.type === "ConversationArchived") this.#archived = true;
    else if (event.type === "ConversationRestored") this.#archived = false;
  }

  *events(): Generator<readonly [keyof typeof versions, unknown]> {
    const { title, projectId } = this.as;
    if (this.#title !== title) yield ["ConversationRenamed", { title }];
    if (this.#projectId !== projectId) yield ["ProjectSet", projectId === undefined ? {} : { projectId }];
    if (this.#archived) yield ["ConversationRestored", {}];
  }
}

/**
 * For a copy of what stands in this workspace: forks and reruns. `at` and `by`: of what is added behind it. `as`: what it
 * is to be from the commit on that makes it one, or else whoever is cut short leaves what looks as that which it copies.
 */
export function ofThisWorkspace(at: string, by: Actor, as?: CopyAs): Required<Intake> {
  const open = new Map<string, AnyEvent>();
  /** Schedules that would go on. */
  const planned = new Set<string>();
  /** Panels that would go on. */
  const panels = new Map<string, AnyEvent>();
  const added = (name: string, type: keyof typeof versions, data: unknown, exchange?: string): NewEvent => (
    { id: `imported/${name}`, type, v: versions[type], at, by, ...(exchange ? { exchange } : {}), data }
  );
  const erasures = new ErasureCheck();
  const becoming = as && new BecomingCopy(as);
  let hidden = false;
  let hands = false;
  let filed: DataOf<"ConversationFiled"> | null = null;
  return {
    check(event) {
      if (!isOfCatalog(event)) return "its event is not of the catalog";
      const known = conversationEvent(event);
      if (isDeletion(known)) return "a deleted conversation cannot come back";
      const wrong = erasures.add(known);
      if (wrong) return wrong;
      becoming?.add(known);
      if (known.type === "DeletionRequested") hidden = true;
      else if (known.type === "DeletionWithdrawn") hidden = false;
      else if (known.type === "ConversationFiled") filed = known.data;
      else if (known.type === "HandsSet") hands = true;
      else if (known.type === "HandsEnded") hands = false;
      else if (known.type === "ScheduleSet" || known.type === "ScheduleResumed") {
        planned.add(known.data.scheduleId);
      } else if (known.type === "SchedulePaused" || known.type === "ScheduleRemoved") {
        planned.delete(known.data.scheduleId);
      } else if (known.type === "PanelStarted") panels.set(known.data.panelId, event);
      else if (known.type === "PanelEnded") panels.delete(known.data.panelId);
      else if (known.type === "TurnRequested") open.set(known.data.turnId, event);
      else if (endsTurn(known)) open.delete(known.data.turnId);
      return null;
    },
    closing: () => [
      // Nobody runs them here.
      ...[...open].map(([turnId, { id, exchange }]): NewEvent => ({
        id: `imported/${turnId}`,
        type: "TurnCancelled",
        v: versions.TurnCancelled,
        at,
        by,
        cause: id,
        exchange,
        data: { turnId, why: "imported" },
      })),
      ...[...panels].map(([panelId, { exchange }]) =>
        added(panelId, "PanelEnded", { panelId, how: "imported" }, exchange)
      ),
      // Whoever takes it in wants to see it, and has not yet chosen its place above others.
      // What is said by itself somebody lets go on here, or not.
      ...[...planned].map((scheduleId) =>
        added(scheduleId, "SchedulePaused", { scheduleId, why: "imported" })
      ),
      // Nor does anybody pay for hands before somebody here says so.
      ...(hands ? [added("hands", "HandsEnded", { why: "imported" })] : []),
      ...(hidden ? [added("there", "DeletionWithdrawn", {})] : []),
      ...(filed?.pinned ? [added("filed", "ConversationFiled", { ...filed, pinned: false })] : []),
      ...[...becoming?.events() ?? []].map(([type, data]) => added(type, type, data)),
    ],
  };
}

const IMPORTED =
  "This conversation was imported. What stands above was written elsewhere, and its names are not proven.";

/** For a file from anywhere. `told`: what the conversation says of that. */
export function fromElsewhere(at: string, by: Actor, told = IMPORTED, as?: CopyAs): Intake {
  const copy = ofThisWorkspace(at, by, as);
  const messages = new Set<string>();
  let webAccess = false;
  let seq = 0;
  const named = (id: string): string | null => {
    if (messages.has(id)) return "two messages of it have one id";
    messages.add(id);
    return null;
  };
  const wrong = (event: ConversationEvent, blob: BlobOf): string | null => {
    switch (event.type) {
      case "ConversationStarted":
        webAccess = event.data.settings.webAccess ?? webAccess;
        return null;
      case "SettingsChanged":
        webAccess = event.data.webAccess ?? webAccess;
        return null;
      case "TurnRequested":
        return named(event.data.messageId);
      case "ToolReturned":
        return foreign(event.data.attachments, blob) ? "a picture that a tool gave is not in the file" : null;
      case "MessagePosted":
        return foreign(event.data.attachments, blob)
          ? "an attached file of it is not in the file"
          : named(event.data.messageId);
      default:
        return null;
    }
  };
  return {
    check(event, blob) {
      seq = event.seq;
      // A fold without its beginning has no day and no mode; with a second one it has other settings in its middle.
      if ((seq === 1) !== (event.type === "ConversationStarted")) {
        return "a conversation is begun by its first event, and by no other";
      }
      // What the copy has passed is of the catalog.
      return copy.check(event, blob) ?? wrong(conversationEvent(event), blob);
    },
    closing() {
      const closed = copy.closing();
      const last = seq + closed.length;
      let messageId = `imported_${last}`;
      while (messages.has(messageId)) messageId += "_";
      const content = webAccess
        ? `${told} Web access was on there; here it is off until you turn it on.`
        : told;
      const added = [
        ...(webAccess ? [{ type: "SettingsChanged" as const, data: { webAccess: false } }] : []),
        {
          type: "MessagePosted" as const,
          data: { messageId, author: SYSTEM, role: "system", content, notice: { code: "imported" } },
        },
      ].map(({ type, data }, index) => (
        { id: `imported/${last + 1 + index}`, type, v: versions[type], at, by, data }
      ));
      return [...closed, ...added];
    },
  };
}

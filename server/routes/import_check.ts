/**
 * What a file may say that comes from elsewhere. It holds a conversation as its own workspace told it; what only this
 * workspace may decide is not taken from it: who may use the web, and what counts as said here.
 */
import { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { BlobOf, Closing, ImportOptions } from "../../events/store/import_stream.ts";
import { isInternal } from "./uploads.ts";

type Checks = Required<Pick<ImportOptions, "check" | "closing">>;

/** What is wrong with an event, in a few words that hold nothing of it. */
function misshapen(event: AnyEvent): string | null {
  const { seq: _, prev: __, ...given } = event;
  return ConversationEvent.safeParse(given).success ? null : "its event is not of the catalog";
}

/** For a copy of what stands in this workspace: forks and reruns. */
export const ofThisWorkspace: Pick<ImportOptions, "check"> = { check: misshapen };

/** For a file from anywhere. One for each import: it remembers what it has seen. */
export function fromElsewhere(): Checks {
  const messages = new Set<string>();
  let webAccess = false;
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
      case "MessagePosted": {
        const foreign = event.data.attachments?.some(({ sha256, type, size }) => {
          const there = blob(sha256);
          // Equal bytes are kept once: the type they have there may be another one than here.
          return !there || isInternal(there.type) || isInternal(type) || there.size !== size;
        });
        return foreign ? "an attached file of it is not in the file" : named(event.data.messageId);
      }
      default:
        return null;
    }
  };
  return {
    // What the schema has passed is of the catalog.
    check: (event, blob) => misshapen(event) ?? wrong(event as unknown as ConversationEvent, blob),
    closing(seq) {
      const off: Closing[] = webAccess ? [{ type: "SettingsChanged", v: 1, data: { webAccess: false } }] : [];
      let messageId = `imported_${seq}`;
      while (messages.has(messageId)) messageId += "_";
      const content =
        "This conversation was imported. What stands above was written elsewhere, and its names are not proven." +
        (webAccess ? " Web access was on there; here it is off until you turn it on." : "");
      const author = { kind: "system", id: "system", name: "Fishbowl" };
      return [...off, {
        type: "MessagePosted",
        v: 1,
        data: { messageId, author, role: "system", content, notice: { code: "imported" } },
      }];
    },
  };
}

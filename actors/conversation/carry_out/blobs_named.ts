/** Blobs that events name: a reference row for each decides what a deletion may remove. */
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import type { NewWorkspaceEvent } from "../../../events/catalog/workspace.ts";

export function blobsNamed(events: readonly (NewConversationEvent | NewWorkspaceEvent)[]): string[] {
  const named = new Set<string>();
  for (const event of events) {
    if (event.type === "ProviderCalled") named.add(event.data.shellBlob);
    if (event.type === "MessagePosted") {
      for (const attachment of event.data.attachments ?? []) {
        named.add(attachment.sha256);
        if (attachment.text) named.add(attachment.text.sha256);
      }
    }
    if (event.type === "AgentCreated" || event.type === "AgentChanged") {
      // "": it was erased.
      if (event.data.picture) named.add(event.data.picture);
    }
  }
  return [...named];
}

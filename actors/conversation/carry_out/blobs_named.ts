/** Blobs that events name: a reference row for each decides what a deletion may remove. */
import type { Attachment } from "../../../events/catalog/attachment.ts";
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import type { NewWorkspaceEvent } from "../../../events/catalog/workspace.ts";

/** Files that go with a message, with the question of a comparison, with what a tool gave, or with all that is said in a project. */
function attachmentsOf(event: NewConversationEvent | NewWorkspaceEvent): readonly Attachment[] {
  if (event.type === "MessagePosted" || event.type === "ComparisonBegun" || event.type === "ToolReturned") {
    return event.data.attachments ?? [];
  }
  return event.type === "ProjectCreated" || event.type === "ProjectChanged" ? event.data.files : [];
}

export function blobsNamed(events: readonly (NewConversationEvent | NewWorkspaceEvent)[]): string[] {
  const named = new Set<string>();
  for (const event of events) {
    if (event.type === "ProviderCalled") named.add(event.data.shellBlob);
    for (const attachment of attachmentsOf(event)) {
      named.add(attachment.sha256);
      if (attachment.text) named.add(attachment.text.sha256);
    }
    if (event.type === "AgentCreated" || event.type === "AgentChanged") {
      // "": it was erased.
      if (event.data.picture) named.add(event.data.picture);
    }
  }
  return [...named];
}

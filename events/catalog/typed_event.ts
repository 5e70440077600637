/** Where an event that was read gets its type; browser-safe. */
import type { ConversationEvent } from "./conversation.ts";
import type { AnyEvent } from "./envelope.ts";
import type { WorkspaceEvent } from "./workspace.ts";

/** An event of a conversation: reading has brought it up to date. A type unknown here falls through every switch. */
export const conversationEvent = (event: AnyEvent): ConversationEvent => event as ConversationEvent;

/** The same of the settings. */
export const workspaceEvent = (event: AnyEvent): WorkspaceEvent => event as WorkspaceEvent;

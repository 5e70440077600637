/** The story of the open conversation: read once for all who show it. */
import { useEffect } from "preact/hooks";
import type { ConversationStore } from "../state/conversation_store.ts";
import { connections } from "../state/ui_state.ts";
import { Story } from "./read_story.ts";

const stories = new WeakMap<ConversationStore, Story>();

function storyOf(live: ConversationStore): Story {
  const known = stories.get(live) ?? new Story(live);
  stories.set(live, known);
  return known;
}

/** The log of the conversation, read from its end and kept up. */
export function useStory(live: ConversationStore): Story {
  const story = storyOf(live);
  // Opened while the server was away it has none; each conversation begins with one.
  const tries = story.sections.value.length === 0 ? connections.value : 0;
  useEffect(() => void story.readEnd(), [story, tries]);
  const heard = live.events.value;
  useEffect(() => story.hear(heard), [story, heard]);
  return story;
}

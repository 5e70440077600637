/** The story: everything that happened, newest first, as sentences; of a long one only what is in sight is in the page. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { replay } from "../state/replay.ts";
import { words } from "../words/behind.ts";
import { ChainLine } from "./chain_line.tsx";
import { filtering } from "./filtering.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { StoryList } from "./story_list.tsx";
import { toldOf } from "./told_now.ts";
import { useStory } from "./use_story.ts";
import { WhoSees } from "./who_sees.tsx";

const NONE: readonly AnyEvent[] = [];

export function StoryPanel({ live }: { live: ConversationStore }) {
  const story = useStory(live);
  const wanted = useSignal("");
  const past = replay.value;
  const all = past?.events ?? NONE;
  const told = toldOf(live);
  const before = useMemo<readonly Section[]>(() => sectionsOf(all, live.state), [all, live]);
  const sections = past ? before : story.sections.value;
  return (
    <>
      {filtering.value && <Filter wanted={wanted.value} onWant={(text) => (wanted.value = text)} />}
      <StoryList
        // The past of another moment is another list; what was opened in it is not.
        key={live.id}
        live={live}
        sections={sections}
        told={told}
        here={past?.at ?? null}
        wanted={filtering.value ? wanted.value.trim().toLowerCase() : ""}
        isWhole={past !== null || story.isWhole}
        loading={story.loading.value}
        onOlder={() => void story.readOlder()}
      />
      {!past && live.live && <ChainLine key={live.id} live={live} />}
      <WhoSees store={past?.store ?? live} />
    </>
  );
}

function Filter({ wanted, onWant }: { wanted: string; onWant: (text: string) => void }) {
  return (
    <input
      class="filter"
      type="search"
      placeholder={words.story.filterHint}
      aria-label={words.story.filter}
      value={wanted}
      ref={(input) => {
        if (input && wanted === "") input.focus();
      }}
      onInput={(event) => onWant(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Empties the field first, then puts it away.
        event.preventDefault();
        if (wanted === "") filtering.value = false;
        else onWant("");
      }}
    />
  );
}

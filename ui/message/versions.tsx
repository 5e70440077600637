/** ‹ 2/2 ›: the tries of one answer, each a message of its own, read one at a time in the same place. */
import { Icon } from "../parts/icon.tsx";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/answers.ts";

interface VersionsProps {
  readonly conversationId: string;
  readonly versions: readonly [string, ...string[]];
  /** The one that is shown. */
  readonly id: string;
}

/** The try that is shown: the one that was chosen, else the last. */
export function shownVersion(conversationId: string, versions: readonly [string, ...string[]]): string {
  const { version } = readingOf(conversationId).answers.of(versions[0]).value;
  return version !== null && versions.includes(version) ? version : versions.at(-1) ?? versions[0];
}

export function Versions({ conversationId, versions, id }: VersionsProps) {
  if (versions.length < 2) return null;
  const at = versions.indexOf(id);
  const go = (step: number) =>
    readingOf(conversationId).answers.change(versions[0], { version: versions[at + step] ?? null });
  return (
    <span class="versions num" role="group" aria-label={words.versionSaid(at + 1, versions.length)}>
      <button
        type="button"
        class="icon"
        aria-label={words.versionBefore}
        disabled={at === 0}
        onClick={() => go(-1)}
      >
        <Icon name="chevron-left" />
      </button>
      {at + 1}/{versions.length}
      <button
        type="button"
        class="icon"
        aria-label={words.versionAfter}
        disabled={at === versions.length - 1}
        onClick={() => go(1)}
      >
        <Icon name="chevron-right" />
      </button>
    </span>
  );
}

/** Words to begin with: a press puts them into the box, where they are finished. */
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { words } from "../words/home.ts";

interface Starter {
  readonly name: string;
  readonly icon: IconName;
  readonly text: string;
  /** It is about a file, which has to be chosen. */
  readonly file?: true;
}

export const STARTERS: readonly Starter[] = [
  { name: words.compare, icon: "git-compare", text: words.compareText },
  { name: words.attack, icon: "swords", text: words.attackText },
  { name: words.rewrite, icon: "pen-line", text: words.rewriteText },
  { name: words.read, icon: "file-text", text: words.readText, file: true },
];

/** The text of the box after a starter was chosen: before what one wrote, and in the place of another starter. */
export function begunWith(starter: string, written: string, starters = STARTERS): string {
  const before = starters.find(({ text }) => written.startsWith(text.trimEnd()))?.text.trimEnd() ?? "";
  return `${starter}${written.slice(before.length).trimStart()}`;
}

interface Props {
  begin(starter: Starter): void;
}

export const Starters = ({ begin }: Props) => (
  <div class="starters" role="group" aria-label={words.starters}>
    {STARTERS.map((starter) => (
      <button type="button" key={starter.name} onClick={() => begin(starter)}>
        <Icon name={starter.icon} />
        {starter.name}
      </button>
    ))}
  </div>
);

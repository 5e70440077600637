/**
 * Conversations out of a tree of messages, whichever product drew it: the path that was shown last, and behind it the
 * other ones where they are wanted, as forks.
 */
import { Fingerprint, madeId } from "./fingerprint.ts";
import { count, type Counts, idOf, type Reading, type Said, type Talk } from "./talks.ts";
import { endsOf, type Node, pathTo, sharedLength, type Tree } from "./tree.ts";

/** Other branches of one conversation that are taken in, where they are asked for. */
export const BRANCHES = 20;

export interface Drawn<T> extends Pick<Talk, "from" | "title" | "at"> {
  /** "" where the file tells none. */
  readonly id: string;
  readonly tree: Tree<T>;
  /** The end of the path that was shown last. */
  readonly head: string;
  /** What a node says, with what is left out; `before`: when the last one was said. */
  readonly say: (value: T, before: string, left: Counts) => Said | null;
  /** What was said side by side in a node's place, itself among it. */
  readonly beside?: (node: Node<T>) => readonly Node<T>[];
}

interface Word {
  readonly id: string;
  readonly said: Said;
}

/** The words on the way to a node, with the nodes that say them; `seen` is told of every node. */
function wordsTo<T>(
  { tree, at, say, beside = (node) => [node] }: Drawn<T>,
  end: string,
  left: Counts,
  seen?: Set<string>,
): Word[] {
  const words: Word[] = [];
  for (const node of pathTo(tree, end)) {
    for (const one of beside(node)) {
      seen?.add(one.id);
      const said = say(one.value, words.at(-1)?.said.at ?? at, left);
      if (said) words.push({ id: one.id, said });
    }
  }
  return words;
}

/** What was said, for an id of what has none. */
const printOf = (title: string, words: readonly Word[]): Fingerprint =>
  words.reduce((print, { said }) => print.add(JSON.stringify(said)), new Fingerprint().add(title));

export function talksIn<T>(drawn: Drawn<T>, branches: boolean, left: Counts = {}): Reading {
  const { from, title, at, tree, head } = drawn;
  if (!idOf(head)) {
    count(left, "unknown");
    return { talks: [], left };
  }
  const shown = new Set<string>();
  const main = wordsTo(drawn, head, left, shown);
  if (main.length === 0) count(left, "blank_talks");
  const id = idOf(drawn.id) || madeId(printOf(title, main));
  const talkOf = (end: string, words: readonly Word[]): Talk => ({
    from,
    id,
    // A place says nothing of what stands there.
    head: tree.get(end)?.made ? madeId(printOf("", words)) : end,
    title,
    at,
    messages: words.map(({ said }) => said),
  });
  const talk = talkOf(head, main);
  const others = endsOf(tree).filter((end) => !shown.has(end) && idOf(end));
  const taken = branches && main.length > 0 ? others.slice(0, BRANCHES) : [];
  count(left, "branches", others.length - taken.length);
  const forks = taken.flatMap((end) => {
    const words = wordsTo(drawn, end, {});
    const messages = sharedLength(main, words);
    const fork = { ...talkOf(end, words), fork: { id, head: talk.head, messages } };
    // It differs in what is left out alone, or in nothing that it says.
    return messages === words.length || fork.head === talk.head ? [] : [fork];
  });
  return { talks: main.length > 0 ? [talk, ...forks] : [], left };
}

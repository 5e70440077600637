/**
 * Messages that stand in a tree, each naming the one before it: the path to one of them, and the ends of all others.
 * What a file says of it is not believed: a ring of parents ends where it began.
 */

export interface Node<T> {
  readonly id: string;
  readonly parent: string;
  readonly value: T;
  /** Its id is its place: the file tells none. */
  readonly made?: boolean;
}
export type Tree<T> = ReadonlyMap<string, Node<T>>;

/** Of one of a list that has none of its own. */
export const placeId = (index: number): string => `message ${index + 1}`;

/**
 * Those of a list: each behind the one before it, unless it names another. One without an id gets one by its place, and
 * twice the same id is once a message: none goes before itself.
 * @param parentOf undefined: it names none
 */
export function treeOfList<T>(
  values: readonly T[],
  idOf: (value: T) => string,
  parentOf: (value: T) => string | undefined = () => undefined,
): Map<string, Node<T>> {
  const tree = new Map<string, Node<T>>();
  let before = "";
  for (const [index, value] of values.entries()) {
    const own = idOf(value);
    const id = own || placeId(index);
    if (tree.has(id)) continue;
    tree.set(id, { id, parent: parentOf(value) ?? before, value, made: own === "" });
    before = id;
  }
  return tree;
}

/** From the first to the one with `id`; empty where there is none. */
export function pathTo<T>(tree: Tree<T>, id: string): Node<T>[] {
  const path: Node<T>[] = [];
  const seen = new Set<string>();
  for (let node = tree.get(id); node && !seen.has(node.id); node = tree.get(node.parent)) {
    seen.add(node.id);
    path.push(node);
  }
  return path.reverse();
}

/** Those that nobody follows, in the order of the file. */
export function endsOf<T>(tree: Tree<T>): string[] {
  const followed = new Set<string>();
  for (const { id, parent } of tree.values()) if (parent !== id) followed.add(parent);
  return [...tree.keys()].filter((id) => !followed.has(id));
}

/** How many two paths have in common at their beginning. */
export function sharedLength(one: readonly { id: string }[], other: readonly { id: string }[]): number {
  let length = 0;
  while (length < one.length && one[length]?.id === other[length]?.id) length++;
  return length;
}

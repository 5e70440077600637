/** What the suite needs of the interface: its modules ask for a page as they load. */
import "../ui/page.ts";
import { type ComponentChildren, Fragment, isValidElement, type VNode } from "preact";
import { Code } from "../../ui/rich/code.tsx";
import { Formula } from "../../ui/rich/formula.tsx";
import { Picture } from "../../ui/rich/picture.tsx";
import { Formatted } from "../../ui/rich/rich_text.tsx";

export { Formatted };
/** What remembers something by itself, and is carried out by a page alone. */
const LEAVES = new Set<unknown>([Code, Formula, Picture]);

/** Carries every component out, as a page would, and counts what comes of it. */
export function nodesOf(root: ComponentChildren): number {
  let count = 0;
  const rest: ComponentChildren[] = [root];
  while (rest.length > 0) {
    const node = rest.pop();
    count++;
    if (Array.isArray(node)) { for (const child of node) rest.push(child); }
    if (!isValidElement(node)) continue;
    const { type, props } = node as VNode<Record<string, unknown>>;
    if (LEAVES.has(type)) continue;
    if (typeof type === "function" && type !== Fragment) {
      rest.push((type as (props: unknown) => ComponentChildren)(props));
    } else rest.push(props["children"] as ComponentChildren);
  }
  return count;
}

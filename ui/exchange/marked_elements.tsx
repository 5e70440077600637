/** Words of elements, and the same elements with some of their words marked. */
import { cloneElement, type ComponentChild, isValidElement } from "preact";
import type { Range } from "./differing.ts";

const childrenOf = (node: ComponentChild): ComponentChild =>
  isValidElement(node) ? (node.props as { children?: ComponentChild }).children : undefined;

/**
 * The texts in elements, piece by piece, in their order. What a component makes by itself, as of code, is not looked into.
 * @outside
 */
export function textsIn(node: ComponentChild): string[] {
  if (typeof node === "string") return [node];
  if (typeof node === "number") return [String(node)];
  if (Array.isArray(node)) return node.flatMap((child: ComponentChild) => textsIn(child));
  const children = childrenOf(node);
  return children === undefined ? [] : textsIn(children);
}

/** The elements, with `ranges` of each of their pieces marked; those are used up in their order. */
export function marked(node: ComponentChild, ranges: Range[][]): ComponentChild {
  if (typeof node === "string" || typeof node === "number") {
    return markedText(String(node), ranges.shift() ?? []);
  }
  if (Array.isArray(node)) return node.map((child: ComponentChild) => marked(child, ranges));
  const children = childrenOf(node);
  if (!isValidElement(node) || children === undefined) return node;
  return cloneElement(node, null, marked(children, ranges));
}

function markedText(text: string, ranges: readonly Range[]): ComponentChild {
  if (ranges.length === 0) return text;
  const parts: ComponentChild[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
}

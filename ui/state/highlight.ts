/** highlight.js' own tree of scopes, never its HTML. Runs in the worker that colours code. */
import hljs from "highlight.js/lib/common";
import type { Span } from "./colours.ts";

/** Levels of scopes in scopes that are kept: deeper ones would be elements in elements without end. */
const DEPTH = 20;

interface Result {
  readonly _emitter: { readonly rootNode: Node };
}
interface Node {
  readonly scope?: string;
  readonly children: readonly (Node | string)[];
}

function spanOf(node: Node, depth: number): Span {
  return {
    scope: node.scope ?? null,
    children: depth === 0
      ? [wordsOf(node)]
      : node.children.map((child) => (typeof child === "string" ? child : spanOf(child, depth - 1))),
  };
}

/** The words of a node however deep it goes: walked by hand, a stack of calls would end first. */
function wordsOf(node: Node): string {
  const words: string[] = [];
  const rest: (Node | string)[] = [node];
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (typeof one === "string") words.push(one);
    else for (let index = one.children.length - 1; index >= 0; index--) rest.push(one.children[index] ?? "");
  }
  return words.join("");
}

/** Null for a language it does not know. */
export function highlight(text: string, language: string): Span | null {
  if (!hljs.getLanguage(language)) return null;
  // The emitter is not part of the published type; it is the only way to the tree without HTML.
  const result = hljs.highlight(text, { language, ignoreIllegals: true }) as unknown as Result;
  return spanOf(result._emitter.rootNode, DEPTH);
}

/** highlight.js' own tree of scopes, never its HTML. */
import hljs from "highlight.js/lib/common";
import type { Span } from "./code.tsx";

interface Result {
  readonly _emitter: { readonly rootNode: Node };
}
interface Node {
  readonly scope?: string;
  readonly children: readonly (Node | string)[];
}

function spanOf(node: Node): Span {
  return {
    scope: node.scope ?? null,
    children: node.children.map((child) => (typeof child === "string" ? child : spanOf(child))),
  };
}

/** Null for a language it does not know. */
export function highlight(text: string, language: string): Span | null {
  if (!hljs.getLanguage(language)) return null;
  // The emitter is not part of the published type; it is the only way to the tree without HTML.
  const result = hljs.highlight(text, { language, ignoreIllegals: true }) as unknown as Result;
  return spanOf(result._emitter.rootNode);
}

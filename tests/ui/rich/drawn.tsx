/** A text as its elements, written down in short: `<p>a <em>b</em></p>`, without what only looks differ by. */
import "../page.ts";
import { type ComponentChildren, Fragment, isValidElement, type VNode } from "preact";
import { Code } from "../../../ui/rich/code.tsx";
import { elementOf, Formula } from "../../../ui/rich/formula.tsx";
import { Picture } from "../../../ui/rich/picture.tsx";
import { Growth } from "../../../ui/rich/growing.tsx";
import { Formatted } from "../../../ui/rich/rich_text.tsx";

export { Code, elementOf, Formatted, Formula, Picture };

/** Remember something by themselves, so that only a page carries them out; and what is told of each. */
export const LEAVES = new Map<unknown, (props: Readonly<Record<string, unknown>>) => string>([
  [Code, ({ language, text }) => `[code ${language}: ${text}]`],
  [Formula, ({ markup, tex, set }) => `[${set ? "" : "unset "}formula ${markup} ${tex}]`],
  [Picture, ({ address, label }) => `[picture ${label} ${address}]`],
]);
/** Attributes that say something of a text. */
const TOLD = ["class", "href", "start", "value"];
/** The class of what is being written. */
export const PEN = "pen";
/** What stands beside the words. */
const BESIDE = new Set(["svg", "button"]);

function short(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(short).join("");
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (!isValidElement(node)) return "";
  const { type, props } = node as VNode<Record<string, unknown>>;
  const told = LEAVES.get(type);
  if (told) return told(props);
  if (type === Fragment) return short(props["children"] as ComponentChildren);
  if (typeof type === "function") return short((type as (props: unknown) => ComponentChildren)(props));
  if (BESIDE.has(type)) return "";
  const attributes = TOLD.filter((name) => props[name] !== undefined && props[name] !== PEN).map((name) =>
    ` ${name}=${String(props[name]).replace(` ${PEN}`, "")}`
  );
  return `<${type}${attributes.join("")}>${short(props["children"] as ComponentChildren)}</${type}>`;
}

/** Its elements, without the one around all of them; of `growth` what was made of it before. */
export function drawn(text: string, writing = false, growth = new Growth()): string {
  return short(Formatted({ text, writing, growth })).replace(
    /^<div class=text rich(?: writing)?>(.*)<\/div>$/s,
    "$1",
  );
}

/** The same as a page would hold it: nodes with names, attributes and children, for what reads a page. */
export interface Node {
  readonly nodeName: string;
  readonly textContent: string;
  readonly childNodes: readonly Node[];
  getAttribute(name: string): string | null;
}

const nodeOf = (
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  childNodes: readonly Node[],
): Node => ({
  nodeName: name,
  textContent: childNodes.map(({ textContent }) => textContent).join(""),
  childNodes,
  getAttribute: (wanted) => attributes[wanted] === undefined ? null : String(attributes[wanted]),
});
const textNode = (text: string): Node => ({ ...nodeOf("#text", {}, []), textContent: text });

/** What a page would make of those it carries out alone. */
function leafNode(type: unknown, props: Readonly<Record<string, unknown>>): Node {
  const text = textNode(String(props["text"] ?? props["tex"] ?? ""));
  if (type === Code) {
    const head = nodeOf("DIV", { class: "block-head" }, [textNode("Copy")]);
    return nodeOf("DIV", { class: "code" }, [
      head,
      nodeOf("PRE", { "data-language": props["language"] }, [text]),
    ]);
  }
  const closers: Record<string, string> = { "$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]" };
  const markup = String(props["markup"] ?? "");
  return type === Formula
    ? nodeOf("SPAN", {
      class: /^(?:\$|\\\()$/.test(markup) ? "formula" : "formula display",
      "data-md": `${markup}${props["tex"]}${closers[markup] ?? ""}`,
    }, [text])
    : nodeOf("SPAN", { class: "remote", "data-md": `![${props["label"]}](${props["address"]})` }, [text]);
}

function nodesIn(node: ComponentChildren): Node[] {
  if (Array.isArray(node)) return node.flatMap(nodesIn);
  if (typeof node === "string" || typeof node === "number") return [textNode(String(node))];
  if (!isValidElement(node)) return [];
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (LEAVES.has(type)) return [leafNode(type, props)];
  const children = () => nodesIn(props["children"] as ComponentChildren);
  if (type === Fragment) return children();
  if (typeof type === "function") return nodesIn((type as (props: unknown) => ComponentChildren)(props));
  return [nodeOf(type === "svg" ? "svg" : type.toUpperCase(), props, children())];
}

/** The page's nodes of a text. */
export const nodesOf = (text: string): Node[] => [...nodesIn(Formatted({ text }))[0]?.childNodes ?? []];

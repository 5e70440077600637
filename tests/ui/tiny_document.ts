/**
 * A document of nothing but elements in each other, enough for components to be rendered into it without a browser: nothing
 * is laid out, and nobody is told of anything. Imported before what is rendered; frames come, and what changed is rendered,
 * when a test says so.
 */
import "./page.ts";
import { Fragment, options, type VNode } from "preact";

class TinyNode {
  parentNode: TinyNode | null = null;
  readonly childNodes: TinyNode[] = [];
  readonly attributes: { name: string; value: string }[] = [];
  readonly style = { setProperty: () => {}, removeProperty: () => {} };
  readonly classList = { add: () => {}, remove: () => {}, contains: () => false };
  readonly dataset = {};
  readonly ownerDocument = globalThis.document;
  readonly namespaceURI = "http://www.w3.org/1999/xhtml";
  readonly nodeType: number;
  data: string;

  constructor(readonly localName: string, text = "") {
    this.nodeType = localName === "#text" ? 3 : 1;
    this.data = text;
  }

  get firstChild(): TinyNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): TinyNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get children(): TinyNode[] {
    return this.childNodes.filter(({ nodeType }) => nodeType === 1);
  }

  get isConnected(): boolean {
    return true;
  }

  get textContent(): string {
    return this.data + this.childNodes.map(({ textContent }) => textContent).join("");
  }

  insertBefore(node: TinyNode, before: TinyNode | null): TinyNode {
    node.remove();
    node.parentNode = this;
    const at = before ? this.childNodes.indexOf(before) : -1;
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, node);
    return node;
  }

  appendChild(node: TinyNode): TinyNode {
    return this.insertBefore(node, null);
  }

  removeChild(node: TinyNode): TinyNode {
    node.remove();
    return node;
  }

  remove(): void {
    const all = this.parentNode?.childNodes;
    if (all) all.splice(all.indexOf(this), 1);
    this.parentNode = null;
  }

  contains(node: TinyNode | null): boolean {
    return node !== null && (node === this || this.contains(node.parentNode));
  }

  setAttribute(name: string, value: string): void {
    this.removeAttribute(name);
    this.attributes.push({ name, value });
  }

  removeAttribute(wanted: string): void {
    const at = this.attributes.findIndex(({ name }) => name === wanted);
    if (at >= 0) this.attributes.splice(at, 1);
  }

  addEventListener(): void {}
  removeEventListener(): void {}
  querySelector = () => null;
  querySelectorAll = () => [];
  closest = () => null;
  matches = () => false;
  getBoundingClientRect = () => ({ top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 });
}

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const frames: (() => void)[] = [];
const renderings: (() => void)[] = [];
options.debounceRendering = (render) => void renderings.push(render);
// Effects, which otherwise wait for a frame or some milliseconds.
options.requestAnimationFrame = (does) => void frames.push(does);

/** The page's next frame, and all that is rendered because of it. */
export function nextFrame(): void {
  for (const does of frames.splice(0)) does();
  while (renderings.length > 0) renderings.shift()?.();
}

/** Tells of each component that is rendered from now on, until what is returned is called. */
export function watchRenders(
  told: (name: string, props: Readonly<Record<string, unknown>>) => void,
): () => void {
  // What preact calls before it renders a component has no name outside of it.
  const hooks = options as { __r?: (node: VNode<Record<string, unknown>>) => void };
  const before = hooks.__r;
  hooks.__r = (node) => {
    if (typeof node.type === "function" && node.type !== Fragment) told(node.type.name, node.props);
    before?.(node);
  };
  return () => {
    if (before) hooks.__r = before;
    else delete hooks.__r;
  };
}

Object.assign(globalThis.document, {
  createElement: (name: string) => new TinyNode(name),
  createElementNS: (_: string, name: string) => new TinyNode(name),
  createTextNode: (text: string) => new TinyNode("#text", text),
  removeEventListener() {},
  visibilityState: "visible",
  getElementById: () => null,
  querySelector: () => null,
});
Object.assign(globalThis, {
  HTMLElement: TinyNode,
  requestAnimationFrame: (does: () => void) => frames.push(does),
  cancelAnimationFrame: () => {},
  ResizeObserver: Observer,
  MutationObserver: Observer,
  IntersectionObserver: Observer,
});

/** The elements of a class within another, in their order. */
export const ofClass = (root: Element, wanted: string): Element[] =>
  [...root.children].flatMap((child) => {
    const classes = [...child.attributes].find(({ name }) => name === "class")?.value.split(" ") ?? [];
    return [...classes.includes(wanted) ? [child] : [], ...ofClass(child, wanted)];
  });

/** Where something is rendered. */
export const place = (): Element => new TinyNode("div") as unknown as Element;

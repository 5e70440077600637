/**
 * Markdown as elements: markdown-it's tokens become nodes one by one, so nothing a model writes is ever parsed
 * as HTML. Blocks that are closed are kept as they are; only the last one is made again while text arrives.
 */
import MarkdownIt from "markdown-it";
import type { ComponentChild, ComponentChildren } from "preact";
import { h } from "preact";
import { Code } from "./code.tsx";

interface Token {
  readonly type: string;
  readonly tag: string;
  readonly nesting: number;
  readonly content: string;
  readonly info: string;
  readonly map: [number, number] | null;
  readonly children: Token[] | null;
  readonly hidden: boolean;
  attrGet(name: string): string | number | null;
}

const parser: { parse(text: string, env: object): Token[] } = new MarkdownIt({ html: false, linkify: false });

/** Elements a token may become; anything else stays text. */
const TAGS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s".split(" "),
);
/** Headings of an answer stand below those of the page. */
const HEADING = /^h([1-6])$/;

/**
 * Where a link may lead.
 * @outside
 */
export function safeLink(href: string | number | null): string | null {
  if (typeof href !== "string") return null;
  try {
    const url = new URL(href);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** Where a link leads, in plain letters and by itself: no words before it can turn it round. */
function Host({ href }: { href: string }) {
  // The name of the server in ASCII, as browsers ask for it: letters that look like others are seen.
  const host = href.startsWith("mailto:") ? href.slice(7) : new URL(href).host;
  return <small class="host" dir="ltr">{host}</small>;
}

/** Turns a run of tokens into nodes; the parser closes all that it opens. */
function nodes(tokens: readonly Token[], closed: boolean): ComponentChild[] {
  const made: ComponentChild[] = [];
  const open: { readonly token: Token; readonly children: ComponentChild[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === 1) {
      open.push({ token, children: [] });
      continue;
    }
    const done = token.nesting === -1 ? open.pop() : undefined;
    const node = done ? element(done.token, done.children) : leaf(token, closed || index < tokens.length - 1);
    (open.at(-1)?.children ?? made).push(node);
  }
  return made;
}

function element(token: Token, children: ComponentChildren): ComponentChild {
  if (token.type === "link_open") {
    const href = safeLink(token.attrGet("href"));
    if (href === null) return <span>{children}</span>;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
        {children}
        <Host href={href} />
      </a>
    );
  }
  // Hidden paragraphs are the ones of tight lists.
  if (token.hidden) return <>{children}</>;
  const heading = HEADING.exec(token.tag)?.[1];
  const tag = heading ? `h${Math.min(6, Number(heading) + 2)}` : token.tag;
  if (!TAGS.has(tag)) return <span>{children}</span>;
  const start = tag === "ol" ? token.attrGet("start") : null;
  const made = h(tag as "p", start ? { start: Number(start) } as object : null, children);
  return tag === "table" ? <div class="scroll">{made}</div> : made;
}

function leaf(token: Token, closed: boolean): ComponentChild {
  switch (token.type) {
    case "inline":
      return <>{nodes(token.children ?? [], true)}</>;
    case "text":
      return token.content;
    case "softbreak":
      return "\n";
    case "hardbreak":
      return <br />;
    case "hr":
      return <hr />;
    case "code_inline":
      return <code>{token.content}</code>;
    case "fence":
    case "code_block":
      return <Code text={token.content} language={token.info.trim().split(/\s+/)[0] ?? ""} closed={closed} />;
    case "image":
      return <Picture token={token} />;
    default:
      return token.content;
  }
}

/** Pictures from elsewhere never load by themselves: loading one tells its server what was said here. */
function Picture({ token }: { token: Token }) {
  const href = safeLink(token.attrGet("src"));
  const label = token.content || "picture";
  if (href === null) return <span>[{label}]</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
      [{label}]<Host href={href} />
    </a>
  );
}

/**
 * The end of the last block that cannot change any more: a blank line outside of a fence.
 * @outside
 */
export function closedUpTo(text: string): number {
  let fence = "";
  let end = 0;
  let at = 0;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "" && mark !== "") fence = mark;
    else if (fence !== "" && mark.startsWith(fence) && line.trim() === mark) fence = "";
    at += line.length + 1;
    // A list or quote may go on after a blank line; only plain starts close what stands before.
    if (fence === "" && line.trim() === "" && /^[^\s>*+\-\d|]/.test(text.slice(at))) end = at;
  }
  return Math.min(end, text.length);
}

const kept = new Map<string, ComponentChild[]>();
/** Texts whose nodes are kept. */
const KEPT = 500;

function parsed(text: string, closed: boolean): ComponentChild[] {
  const known = closed ? kept.get(text) : undefined;
  if (known) return known;
  const made = nodes(parser.parse(text, {}), closed);
  if (closed) {
    kept.set(text, made);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  }
  return made;
}

/** @outside */
export function RichText({ text, writing = false }: { text: string; writing?: boolean }) {
  const end = writing ? closedUpTo(text) : text.length;
  return (
    <div class={`text rich${writing ? " writing" : ""}`}>
      <Block key="closed" text={text.slice(0, end)} />
      {end < text.length && <div key="tail" class="tail">{parsed(text.slice(end), false)}</div>}
    </div>
  );
}

function Block({ text }: { text: string }) {
  return <>{text && parsed(text, true)}</>;
}

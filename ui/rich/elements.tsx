/**
 * Markdown's tokens as elements, one by one, so that nothing a model writes is ever parsed as HTML. Only the elements
 * named here come of them.
 */
import type { Token } from "markdown-it";
import type { ComponentChild, ComponentChildren } from "preact";
import { h } from "preact";
import { unpiled } from "../parts/piled_marks.tsx";
import { words } from "../words/content.ts";
import type { Meaning } from "./block_rules.ts";
import { CalloutBox, NoteMark, Task } from "./block_elements.tsx";
import { Code } from "./code.tsx";
import { Formula } from "./formula.tsx";
import { Address, holds, Host, Link, safeLink } from "./links.tsx";
import { NESTING } from "./parser.ts";
import { Picture } from "./picture.tsx";
import { sideOf } from "./text_direction.ts";
import { Table } from "./table.tsx";

/** Elements a token may become; anything else stays text. */
const TAGS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s".split(" "),
);
/** Those whose words have a direction of their own. */
const DIRECTED = new Set("p h2 h3 h4 h5 h6 li th td".split(" "));
/** Those that hold such blocks: they go by the first letter in them. */
const BOXES = new Set("ul ol blockquote".split(" "));
const HEADING = /^h([1-6])$/;

export interface Manner {
  /** The last block is closed: nothing will be added to it. */
  readonly closed: boolean;
  /** Formulas are set, rather than shown by their source. */
  readonly formulas: boolean;
}

/** An element whose end did not come yet. */
interface Open {
  readonly token: Token;
  readonly children: ComponentChild[];
  /** From which side the first letter in it is read. */
  side: "ltr" | "rtl" | null;
}

/** Turns a run of tokens into nodes; the parser closes all that it opens. */
export function elementsOf(tokens: readonly Token[], manner: Manner): ComponentChild[] {
  const made: ComponentChild[] = [];
  const open: Open[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === 1) {
      open.push({ token, children: [], side: null });
      continue;
    }
    const done = token.nesting === -1 ? open.pop() : undefined;
    const last = index === tokens.length - 1;
    // Who holds a box that knows its side knows its own.
    const side = token.type === "inline" && open.at(-1)?.side === null ? sideOf(token.content) : null;
    if (side) { for (const around of open) around.side ??= side; }
    const node = done ? element(done) : leaf(token, { ...manner, closed: manner.closed || !last });
    (open.at(-1)?.children ?? made).push(node);
  }
  return made;
}

const meaningOf = ({ meta }: Token): Meaning => (meta ?? {}) as Meaning;

function element({ token, children, side }: Open): ComponentChild {
  if (token.type === "link_open") return linked(token, children);
  // Hidden paragraphs are the ones of tight lists.
  if (token.hidden) return <>{children}</>;
  const size = HEADING.exec(token.tag)?.[1];
  const tag = size ? `h${meaningOf(token).level ?? 6}` : token.tag;
  if (!TAGS.has(tag)) return <span>{children}</span>;
  // Where the parser stopped there is nothing inside, and that is said.
  if (children.length === 0 && token.level >= NESTING - 1) children.push(<small>{words.tooDeep}</small>);
  const { callout, title, done } = meaningOf(token);
  if (callout) return <CalloutBox kind={callout} title={title ?? ""} side={side}>{children}</CalloutBox>;
  if (done !== undefined) return <Task done={done}>{children}</Task>;
  if (tag === "table") return <Table side={side}>{children}</Table>;
  const attributes = attributesOf(token, tag, side);
  return h(tag as "p", size ? { ...attributes, "data-size": Number(size) } : attributes, children);
}

function attributesOf(token: Token, tag: string, dir: Open["side"]): Record<string, string | number> {
  const start = tag === "ol" ? token.attrGet("start") : null;
  const [, side] = /^text-align:(center|right)$/.exec(String(token.attrGet("style") ?? "")) ?? [];
  const broken = meaningOf(token).long ? "many-words" : undefined;
  const classes = [side, broken].filter((name) => name !== undefined);
  return {
    ...(DIRECTED.has(tag) ? { dir: "auto" } : {}),
    ...(BOXES.has(tag) && dir ? { dir } : {}),
    ...(start === null ? {} : { start: Number(start) }),
    ...(classes.length === 0 ? {} : { class: classes.join(" ") }),
  };
}

function linked(token: Token, children: ComponentChildren): ComponentChild {
  const href = safeLink(token.attrGet("href"));
  if (href === null) return <span>{children}</span>;
  if (token.info === "auto" && /^https?:/.test(href)) return <Address href={href} />;
  // A picture has a button, and nothing that is pressed stands in a link.
  if (holds(children, Picture)) {
    return (
      <>
        {children}
        <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
          <Host href={href} />
        </a>
      </>
    );
  }
  return <Link href={href}>{children}</Link>;
}

function leaf(token: Token, manner: Manner): ComponentChild {
  switch (token.type) {
    case "inline":
      return <>{elementsOf(token.children ?? [], { ...manner, closed: true })}</>;
    case "softbreak":
      return "\n";
    case "hardbreak":
      return <br />;
    case "hr":
      return <hr />;
    case "code_inline":
      return <code dir="ltr">{unpiled(token.content)}</code>;
    case "fence":
    case "code_block":
      return (
        <Code
          text={token.content}
          language={token.info.trim().split(/\s+/, 1)[0] ?? ""}
          closed={manner.closed}
        />
      );
    case "formula":
      return <Formula tex={token.content} markup={token.markup} set={manner.formulas} />;
    case "note":
      return <NoteMark number={meaningOf(token).note ?? 0} label={token.content} />;
    case "image":
      return <Picture address={String(token.attrGet("src") ?? "")} label={token.content} />;
    // Text.
    default:
      return unpiled(token.content);
  }
}

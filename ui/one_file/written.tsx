/**
 * What somebody wrote, as elements: paragraphs, headings, lists, quotes, code, and words that are strong, slanted or
 * code. Nothing of it ever becomes HTML, and no address is followed: it is shown as it was written.
 */
import type { ComponentChildren } from "preact";
import { sideOf } from "../rich/text_direction.ts";

export type Block =
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "text" | "quote"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: string[] };

const FENCE = /^ {0,3}(```+|~~~+)/;
const HEADING = /^(#{1,6}) +(\S.*)$/;
const ITEM = /^ {0,5}([-*+]|\d{1,4}[.)]) +(\S.*)$/;

/**
 * A text by its lines.
 * @outside
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let kind: "text" | "quote" = "text";
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ kind, text: open.join("\n") });
    open = [];
  };
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line)?.[1];
    if (fence) {
      close();
      const code: string[] = [];
      for (at++; at < lines.length && !(lines[at] ?? "").trimStart().startsWith(fence); at++) {
        code.push(lines[at] ?? "");
      }
      blocks.push({ kind: "code", text: code.join("\n") });
      continue;
    }
    const [, level, title] = HEADING.exec(line) ?? [];
    const [, sign, item] = ITEM.exec(line) ?? [];
    if (level !== undefined && title !== undefined) {
      close();
      blocks.push({ kind: "heading", level: level.length, text: title });
    } else if (sign !== undefined && item !== undefined) {
      close();
      const last = blocks.at(-1);
      const ordered = /\d/.test(sign);
      if (last?.kind === "list" && last.ordered === ordered && (lines[at - 1] ?? "").trim() !== "") {
        last.items.push(item);
      } else blocks.push({ kind: "list", ordered, items: [item] });
    } else if (line.trim() === "") close();
    else {
      const next = line.startsWith(">") ? "quote" : "text";
      if (next !== kind) close();
      kind = next;
      open.push(kind === "quote" ? line.replace(/^> ?/, "") : line);
    }
  }
  close();
  return blocks;
}

const MARKS = [["`", "code"], ["**", "strong"], ["*", "em"]] as const;
export interface Piece {
  readonly tag: "code" | "strong" | "em" | null;
  readonly text: string;
}

/**
 * A line's words, and those of them that are marked.
 * @outside
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const found = MARKS.find(([sign]) => text.startsWith(sign, at));
    if (!found) {
      at++;
      continue;
    }
    const [sign, tag] = found;
    const end = text.indexOf(sign, at + sign.length);
    const inner = text.slice(at + sign.length, end < 0 ? at : end);
    if (end < 0 || inner === "" || (tag !== "code" && /^\s/.test(inner))) {
      at += sign.length;
      continue;
    }
    if (at > from) pieces.push({ tag: null, text: text.slice(from, at) });
    pieces.push({ tag, text: inner });
    at = from = end + sign.length;
  }
  if (from < text.length) pieces.push({ tag: null, text: text.slice(from) });
  return pieces;
}

function Line({ text }: { text: string }) {
  return (
    <>
      {piecesOf(text).map(({ tag: Tag, text }, index) => Tag ? <Tag key={index}>{text}</Tag> : text)}
    </>
  );
}

/** @outside */
export function Written({ text }: { text: string }): ComponentChildren {
  return blocksOf(text).map((block, index) => {
    if (block.kind === "list") {
      const List = block.ordered ? "ol" : "ul";
      const items = block.items.map((item, at) => (
        <li key={at} dir="auto">
          <Line text={item} />
        </li>
      ));
      return <List key={index} dir={sideOf(block.items.join("\n")) ?? undefined}>{items}</List>;
    }
    if (block.kind === "code") return <pre key={index}><code>{block.text}</code></pre>;
    const Tag = block.kind === "heading" ? "h4" : block.kind === "quote" ? "blockquote" : "p";
    return (
      <Tag key={index} dir="auto">
        <Line text={block.text} />
      </Tag>
    );
  });
}

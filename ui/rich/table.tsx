/** A table in a box that scrolls by itself; its cells keep their words whole. */
import { type ComponentChild, isValidElement, toChildArray } from "preact";
import { words } from "../words/content.ts";
import { watchEdges } from "./edges.ts";
import { rowsShown } from "./long_table.ts";

const childrenOf = (node: ComponentChild): ComponentChild[] =>
  isValidElement(node) ? toChildArray(node.props.children) : [];

export function Table({ children, side }: { children: ComponentChild[]; side: "ltr" | "rtl" | null }) {
  const [head, body] = children;
  const rows = childrenOf(body);
  const columns = Math.max(1, childrenOf(childrenOf(head)[0]).length);
  const shown = rowsShown(columns);
  return (
    <>
      <div
        class="scroll"
        dir={side ?? undefined}
        ref={watchEdges}
        role="group"
        aria-label={words.table}
      >
        <table>
          {head}
          {rows.length <= shown ? body : <tbody>{rows.slice(0, shown)}</tbody>}
        </table>
      </div>
      {rows.length > shown && <p class="cut-off" data-md="">{words.rowsCut(shown, rows.length)}</p>}
    </>
  );
}

/** Copying from answers: as Markdown where words are wanted, as a page where one is. */
import { markdownOf } from "./markdown_of.ts";

/** Elements that mean nothing without the ones around them. */
const NEEDS = new Set(["UL", "OL", "TABLE", "THEAD", "TBODY", "TR", "BLOCKQUOTE"]);

/** What is selected, with what it needs around it; a formula is selected whole or not at all. */
function selectedIn(range: Range): Element | null {
  const { commonAncestorContainer: common } = range;
  let around = common instanceof Element ? common : common.parentElement;
  const holder = document.createElement("div");
  const formula = around?.closest(".formula, [data-md]:not([data-md=''])");
  if (formula) {
    holder.append(formula.cloneNode(true));
    return holder;
  }
  if (!around?.closest(".rich") && !isAmong(range, around)) return null;
  let content: Node = range.cloneContents();
  for (; around && NEEDS.has(around.nodeName); around = around.parentElement) {
    const outer = around.cloneNode(false);
    outer.appendChild(content);
    content = outer;
  }
  holder.append(content);
  return holder;
}

/** Whether some of an answer is among what is selected. */
const isAmong = (range: Range, around: Element | null): boolean =>
  [...around?.querySelectorAll(".rich") ?? []].some((answer) => range.intersectsNode(answer));

/** What a page elsewhere is given: without what is pressed here; formulas as MathML, which others know. */
function pageOf(selected: Element): string {
  for (const formula of selected.querySelectorAll(".formula")) {
    const maths = formula.querySelector("math");
    if (maths) formula.replaceChildren(maths);
  }
  for (const one of selected.querySelectorAll("button, svg, iframe, dialog, .block-head, [data-md='']")) {
    one.remove();
  }
  return selected.innerHTML;
}

function copied(event: ClipboardEvent): void {
  const selection = getSelection();
  const field = event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
  if (!selection || selection.isCollapsed || selection.rangeCount === 0 || field || !event.clipboardData) {
    return;
  }
  const selected = selectedIn(selection.getRangeAt(0));
  if (!selected) return;
  const text = markdownOf(selected.childNodes);
  if (text === "") return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", text);
  event.clipboardData.setData("text/html", pageOf(selected));
}

let listens = false;

/** From the first formatted answer on. */
export function listenForCopies(): void {
  if (listens) return;
  listens = true;
  document.addEventListener("copy", copied);
}

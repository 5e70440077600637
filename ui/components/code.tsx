/** A code block: its language, a copy button, and colours once it is closed. */
import { signal } from "@preact/signals";
import { copyText } from "../store/clipboard.ts";
import { say } from "../store/ui_store.ts";

export interface Span {
  readonly scope: string | null;
  readonly children: readonly (Span | string)[];
}
type Highlight = (text: string, language: string) => Span | null;

const highlight = signal<Highlight | null>(null);
let asked = false;

export function Code({ text, language, closed }: { text: string; language: string; closed: boolean }) {
  if (closed && language && !asked) {
    asked = true;
    import("./highlight.ts").then((part) => (highlight.value = part.highlight), () => (asked = false));
  }
  const spans = closed && language ? highlight.value?.(text, language) ?? null : null;
  const copy = async () => say(await copyText(text) ? "Copied." : "Copying is not allowed here.");
  return (
    <div class="code">
      <header>
        <span>{language || "text"}</span>
        <button type="button" onClick={() => void copy()}>Copy</button>
      </header>
      <pre tabIndex={0}><code>{spans ? shown(spans) : text}</code></pre>
    </div>
  );
}

function shown(span: Span) {
  return span.children.map((child, index) =>
    typeof child === "string"
      ? child
      : <span key={index} class={`hl-${(child.scope ?? "").split(".")[0]}`}>{shown(child)}</span>
  );
}

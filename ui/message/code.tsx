/** A code block: its language, a copy button, and colours once it is closed. */
import { copyText } from "../state/clipboard.ts";
import { colours, type Span } from "../state/colours.ts";
import { say } from "../state/toast.ts";

export function Code({ text, language, closed }: { text: string; language: string; closed: boolean }) {
  const spans = closed && language ? colours.of(text, language).value : null;
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

/** Code as it was written: its language, its colours once it is closed, and what can be done with it. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Copy, Download, Eye, WrapText } from "lucide";
import { Drawing } from "../parts/icon.tsx";
import { unpiled } from "../parts/piled_marks.tsx";
import { RawText } from "../parts/raw_text.tsx";
import { copyText } from "../state/clipboard.ts";
import { colours, type Span } from "../state/colours.ts";
import { saveText } from "../state/saving.ts";
import { say } from "../state/toast.ts";
import { words } from "../words/content.ts";
import { fileOf, labelOf } from "./languages.ts";
import { isPage, Preview } from "./preview.tsx";

interface Props {
  readonly text: string;
  readonly language: string;
  /** Nothing will be added to it. */
  readonly closed: boolean;
  /** What it can be shown as instead. */
  readonly back?: { readonly label: string; go(): void };
  /** Why it is shown as code. */
  readonly note?: string;
}

export function CodeBlock({ text, language, closed, back, note }: Props) {
  const wraps = useSignal(false);
  const previews = useSignal(false);
  const spans = closed && language ? colours.of(text, language).value : null;
  const copy = async () => say(await copyText(text) ? words.copied : words.notCopied);
  return (
    <div class="code">
      {note && <p class="code-note">{note}</p>}
      <div class="block-head">
        <span>{labelOf(language) || words.plainText}</span>
        {back && <button type="button" onClick={back.go}>{back.label}</button>}
        {closed && isPage(language) && (
          <button
            type="button"
            aria-pressed={previews.value}
            onClick={() => (previews.value = !previews.value)}
          >
            <Drawing nodes={Eye} />
            {words.preview}
          </button>
        )}
        {!previews.value && (
          <Tool label={words.wrap} pressed={wraps.value} press={() => (wraps.value = !wraps.value)}>
            <Drawing nodes={WrapText} />
          </Tool>
        )}
        {closed && (
          <Tool label={words.download} press={() => saveText(fileOf(language), text)}>
            <Drawing nodes={Download} />
          </Tool>
        )}
        <button type="button" onClick={() => void copy()}>
          <Drawing nodes={Copy} />
          {words.copy}
        </button>
      </div>
      {previews.value && <Preview text={text} language={language} />}
      <pre
        class={wraps.value ? "wraps" : undefined}
        hidden={previews.value}
        tabIndex={0}
        dir="ltr"
        data-language={language}
      ><code>{spans ? shown(spans) : <RawText text={text} />}</code></pre>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly pressed?: boolean;
  press(): void;
  readonly children: ComponentChildren;
}

function Tool({ label, pressed, press, children }: ToolProps) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={pressed} onClick={press}>
      {children}
    </button>
  );
}

function shown(span: Span): ComponentChildren {
  return span.children.map((child, index) =>
    typeof child === "string"
      ? unpiled(child)
      : <span key={index} class={`hl-${(child.scope ?? "").split(".", 1)[0]}`}>{shown(child)}</span>
  );
}

/** A diagram: its picture, and its source one click away. */
import { useComputed, useSignal } from "@preact/signals";
import { Code2, Maximize2, Workflow } from "lucide";
import { useRef } from "preact/hooks";
import type { Drawn } from "../frames/messages.ts";
import { Drawing } from "../parts/icon.tsx";
import { DIAGRAM_UNITS, diagrams } from "../state/diagrams.ts";
import { onPaper } from "../state/on_paper.ts";
import { words } from "../words/content.ts";
import { coloursNow } from "./diagram_colours.ts";
import { CodeBlock } from "./code_block.tsx";
import { seen } from "./seen.ts";

/** The languages that are diagrams. */
export const isDiagram = (language: string): boolean => language.toLowerCase() === "mermaid";

/** An address that is the picture itself: as a picture it runs nothing and loads nothing. */
const addressOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** A picture, and the colour it was drawn for. */
type Picture = Exclude<Drawn, { readonly wrong: string }> & { readonly back: string };

/** What kind it is, by its first word. */
function kindOf(text: string): string {
  const [first = ""] = /^[ \t]*[A-Za-z][\w-]{2,30}/m.exec(text.slice(0, 2_000)) ?? [];
  return first.trim();
}

function wrongOf(text: string, drawn: Drawn | null | undefined): string | null {
  if (drawn === null) {
    return text.length > DIAGRAM_UNITS ? words.diagramTooLong(DIAGRAM_UNITS) : words.diagramTooSlow;
  }
  if (!drawn || !("wrong" in drawn)) return null;
  return /no diagram type detected/i.test(drawn.wrong) ? words.diagramUnknown : words.diagramWrong;
}

export function Diagram({ text, language }: { text: string; language: string }) {
  const near = useSignal(false);
  const wantsSource = useSignal(false);
  const coming = useComputed(() => (near.value || onPaper.value ? diagrams.of(text, coloursNow()) : null));
  const drawn = coming.value?.value;
  const wrong = wrongOf(text, drawn);
  // While it is drawn anew in other colours the one before stands.
  const before = useRef<Picture | null>(null);
  if (drawn && "svg" in drawn) before.current = { ...drawn, back: coloursNow().back };
  const picture = before.current;
  if (wrong !== null || wantsSource.value) {
    return (
      <CodeBlock
        text={text}
        language={language}
        closed
        {...(wrong === null ? { back: { label: words.diagram, go: () => (wantsSource.value = false) } } : {})}
        {...(wrong === null ? {} : { note: wrong })}
      />
    );
  }
  return (
    <figure
      class="diagram"
      aria-busy={drawn === undefined}
      data-md={`\`\`\`mermaid\n${text.trimEnd()}\n\`\`\``}
      ref={seen(() => (near.value = true))}
    >
      <div class="block-head">
        <Drawing nodes={Workflow} />
        <span>{words.diagram}</span>
        {picture && <Larger text={text} picture={picture} />}
        <button type="button" onClick={() => (wantsSource.value = true)}>
          <Drawing nodes={Code2} />
          {words.source}
        </button>
      </div>
      {picture
        ? (
          <img
            src={addressOf(picture.svg)}
            width={picture.width}
            height={picture.height}
            style={{ background: picture.back }}
            alt={words.diagramOf(kindOf(text))}
          />
        )
        : <p class="hint">{words.drawing}</p>}
    </figure>
  );
}

/** The same picture over the page, in its own size. */
function Larger({ text, picture }: { text: string; picture: Picture }) {
  const isOpen = useSignal(false);
  const show = (box: HTMLDialogElement | null) => {
    if (box && !box.open) box.showModal();
  };
  return (
    <>
      <button
        type="button"
        aria-label={words.larger}
        title={words.larger}
        onClick={() => (isOpen.value = true)}
      >
        <Drawing nodes={Maximize2} />
      </button>
      {isOpen.value && (
        <dialog
          class="larger"
          ref={show}
          aria-label={words.diagram}
          // It closes itself; nothing else is meant.
          onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
          onClose={() => (isOpen.value = false)}
          onClick={({ currentTarget }) => currentTarget.close()}
        >
          <img src={addressOf(picture.svg)} alt={words.diagramOf(kindOf(text))} />
          <button type="button">{words.close}</button>
        </dialog>
      )}
    </>
  );
}

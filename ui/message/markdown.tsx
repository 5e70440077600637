/** Formatted text. Until the parser is there, and where it fails, the text itself. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { RawText } from "../parts/raw_text.tsx";

interface Props {
  readonly text: string;
  /** More is coming: the last block is not closed. */
  readonly writing?: boolean;
}

const rich = signal<ComponentType<Props> | null>(null);
let asked = false;

export function Markdown(props: Props) {
  if (!asked) {
    asked = true;
    import("../rich/rich_text.tsx").then((part) => {
      part.listenForCopies();
      rich.value = part.RichText;
    }, () => (asked = false));
  }
  const Rich = rich.value;
  return Rich ? <Rich {...props} /> : (
    <div class={`text${props.writing ? " writing" : ""}`} dir="auto">
      <RawText text={props.text} />
    </div>
  );
}

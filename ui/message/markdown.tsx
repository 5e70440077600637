/** Formatted text. Until the parser is there, and where it fails, the text itself. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

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
    import("./rich_text.tsx").then((part) => (rich.value = part.RichText), () => (asked = false));
  }
  const Rich = rich.value;
  return Rich
    ? <Rich {...props} />
    : <div class={`text${props.writing ? " writing" : ""}`}>{props.text}</div>;
}

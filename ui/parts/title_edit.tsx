/** A title being changed where it stands. What somebody else makes of it meanwhile is neither put over what is typed nor taken back. */
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly title: string;
  readonly most?: number;
  /** What it is to be now; null: nobody said otherwise. */
  done(wanted: string | null): void;
}

export function TitleEdit({ label, title, most, done }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // As it was when one began.
  const before = useRef(title);
  // Taken away, it may lose the focus once more.
  const over = useRef(false);
  const end = (wanted: string | null) => {
    if (!over.current) done(wanted);
    over.current = true;
  };
  // As it is drawn, not after: what is typed next is meant for it.
  useLayoutEffect(() => input.current?.select(), []);
  return (
    <input
      ref={input}
      class="title-edit"
      aria-label={label}
      defaultValue={before.current}
      {...(most === undefined ? {} : { maxLength: most })}
      onBlur={({ currentTarget: { value } }) => {
        const wanted = value.trim();
        end(wanted === "" || wanted === before.current ? null : wanted);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key !== "Escape") return;
        event.preventDefault();
        end(null);
      }}
    />
  );
}

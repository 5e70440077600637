/** A password to type: the present one, or a new one that is long enough. */
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { PASSWORD_CHARACTERS } from "../../events/catalog/limits.ts";
import { words } from "../words/door.ts";
import { SecretInput } from "./secret_input.tsx";

interface Props {
  readonly label: string;
  readonly value: Signal<string>;
  /** The one in use, of any length. */
  readonly present?: boolean;
  readonly autofocus?: boolean;
  /** Says how long it has to be; not under the field that repeats it. */
  readonly hint?: boolean;
}

export function PasswordField({ label, value, present = false, autofocus = false, hint = false }: Props) {
  const id = useId();
  // The hint is no part of the field's name.
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <SecretInput
        id={id}
        value={value.value}
        least={present ? 1 : PASSWORD_CHARACTERS}
        autocomplete={present ? "current-password" : "new-password"}
        autofocus={autofocus}
        {...(hint ? { describedBy: `${id}-hint` } : {})}
        show={words.show}
        hide={words.hide}
        set={(typed) => (value.value = typed)}
      />
      {hint && <small class="hint" id={`${id}-hint`}>{words.atLeast(PASSWORD_CHARACTERS)}</small>}
    </div>
  );
}

/** A password to type: the present one, or a new one that is long enough. */
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { PASSWORD_CHARACTERS } from "../../events/catalog/limits.ts";

export function PasswordField({ label, value, present = false, autofocus = false, hint = false }: {
  label: string;
  value: Signal<string>;
  /** The one in use, of any length. */
  present?: boolean;
  autofocus?: boolean;
  /** Says how long it has to be; not under the field that repeats it. */
  hint?: boolean;
}) {
  const id = useId();
  // The hint is no part of the field's name.
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="password"
        required
        minLength={present ? 1 : PASSWORD_CHARACTERS}
        autocomplete={present ? "current-password" : "new-password"}
        autofocus={autofocus}
        {...(hint ? { "aria-describedby": `${id}-hint` } : {})}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
      {hint && <small class="hint" id={`${id}-hint`}>At least {PASSWORD_CHARACTERS} characters.</small>}
    </div>
  );
}

/** A password to type: the present one, or a new one that is long enough. */
import type { Signal } from "@preact/signals";

/** Characters of a password, at least; the server says so too. */
const PASSWORD_CHARACTERS = 8;

export function PasswordField({ label, value, present = false, autofocus = false }: {
  label: string;
  value: Signal<string>;
  /** The one in use, of any length. */
  present?: boolean;
  autofocus?: boolean;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="password"
        required
        minLength={present ? 1 : PASSWORD_CHARACTERS}
        autocomplete={present ? "current-password" : "new-password"}
        autofocus={autofocus}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </label>
  );
}

/** A field for a secret: dots, until one looks at what one typed. */
import { useSignal } from "@preact/signals";
import { Icon } from "../parts/icon.tsx";

interface Props {
  readonly id: string;
  readonly value: string;
  readonly autocomplete: "off" | "current-password" | "new-password";
  readonly placeholder?: string;
  /** Characters it has at least; absent: it may be empty. */
  readonly least?: number;
  readonly autofocus?: boolean;
  readonly describedBy?: string;
  /** A key of a service rather than a password of a person. */
  readonly isKey?: true;
  readonly show: string;
  readonly hide: string;
  set(value: string): void;
}

export function SecretInput({ describedBy, least, isKey, show, hide, set, ...given }: Props) {
  const shown = useSignal(false);
  const input = {
    ...given,
    spellcheck: false,
    ...(least === undefined ? {} : { required: true, minLength: least }),
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(event.currentTarget.value),
  };
  return (
    <span class="key">
      {isKey && <Icon name="key-round" />}
      {shown.value ? <input {...input} type="text" /> : <input {...input} type="password" />}
      <button
        type="button"
        class="icon"
        aria-label={shown.value ? hide : show}
        onClick={() => (shown.value = !shown.value)}
      >
        <Icon name={shown.value ? "eye-off" : "eye"} />
      </button>
    </span>
  );
}

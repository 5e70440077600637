/** Inputs of the form of a format, each with what is wrong with it beside it. */

/** Where the server finds the field, and what is wrong there; "" for nothing. */
export interface Told {
  readonly path: string;
  readonly wrong: string;
}

const noteOf = (path: string) => `note-${path}`;

/** What an input says of itself where something is wrong. */
export const noted = ({ path, wrong }: Told, hint?: string) => ({
  "aria-invalid": wrong !== "",
  ...(wrong || hint ? { "aria-describedby": noteOf(path) } : {}),
});

/** What is wrong with a field, or how it is filled in. */
export function Note({ path, wrong, hint }: Told & { readonly hint?: string | undefined }) {
  if (wrong) return <small class="wrong" role="alert" id={noteOf(path)}>{wrong}</small>;
  return hint ? <small class="hint" id={noteOf(path)}>{hint}</small> : null;
}

interface TextProps extends Told {
  readonly label: string;
  readonly value: string;
  readonly long?: true;
  set(value: string): void;
}

export const Text = ({ label, value, long, set, ...told }: TextProps) => (
  <div class="field">
    <label for={told.path}>{label}</label>
    {long
      ? (
        <textarea
          {...noted(told)}
          id={told.path}
          rows={3}
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )
      : (
        <input
          {...noted(told)}
          id={told.path}
          required
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    <Note {...told} />
  </div>
);

interface ChoiceProps extends Told {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  set(value: string): void;
}

export const Choice = ({ label, value, options, set, ...told }: ChoiceProps) => (
  <div class="field">
    <label for={told.path}>{label}</label>
    <select
      {...noted(told)}
      id={told.path}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    >
      {options.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
    </select>
    <Note {...told} />
  </div>
);

interface TicksProps extends Told {
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly ticked: readonly string[];
  set(value: string, on: boolean): void;
}

/** Several of a list, each with a box. */
export const Ticks = ({ label, hint, options, ticked, set, ...told }: TicksProps) => (
  <fieldset class="field">
    <legend>{label}</legend>
    {options.map(([one, name]) => (
      <label key={one} class="check">
        <input
          {...noted(told, hint)}
          type="checkbox"
          checked={ticked.includes(one)}
          onChange={(event) => set(one, event.currentTarget.checked)}
        />{" "}
        {name}
      </label>
    ))}
    <Note {...told} hint={hint} />
  </fieldset>
);

/** Rows of preferences: what it is on the left, and a choice among a few or a switch on the right. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface RowProps {
  readonly label: string;
  readonly hint?: string;
  /** Where a link may lead. */
  readonly id?: string;
}

interface Props<C extends string> extends RowProps {
  readonly choices: Readonly<Record<C, string>>;
  readonly chosen: C;
  /** Drawn before a choice's words. */
  before?(choice: C): ComponentChildren;
  choose(choice: C): void;
}

/** Radio buttons that look like one control. */
export function Segments<C extends string>({ choices, chosen, before, choose, ...row }: Props<C>) {
  const name = useId();
  // Of a record of C the keys are C.
  const all = Object.keys(choices) as C[];
  return (
    <div class="preference" id={row.id}>
      <Words of={row} name={name} />
      <span class="segments" role="radiogroup" {...named(row, name)}>
        {all.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === chosen} onChange={() => choose(choice)} />
            <span>
              {before?.(choice)}
              {choices[choice]}
            </span>
          </label>
        ))}
      </span>
    </div>
  );
}

interface SwitchProps extends RowProps {
  readonly on: boolean;
  readonly disabled?: boolean;
  set(on: boolean): void;
}

/** On or off. */
export function SwitchRow({ on, disabled = false, set, ...row }: SwitchProps) {
  const name = useId();
  return (
    <div class="preference" id={row.id}>
      <Words of={row} name={name} />
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={on}
        disabled={disabled}
        {...named(row, name)}
        onClick={() => set(!on)}
      />
    </div>
  );
}

const Words = ({ of: { label, hint }, name }: { of: RowProps; name: string }) => (
  <span class="what">
    <b id={`${name}-label`}>{label}</b>
    {hint && <small class="hint" id={`${name}-hint`}>{hint}</small>}
  </span>
);

/** What readers are told of a control: its words stand beside it. */
const named = ({ hint }: RowProps, name: string) => ({
  "aria-labelledby": `${name}-label`,
  ...(hint ? { "aria-describedby": `${name}-hint` } : {}),
});

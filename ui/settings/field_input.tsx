/** One field of a form. */
import { BOUNDS, COLORS } from "../../events/catalog/limits.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { words as all } from "../words/settings.ts";
import { MarkField } from "./mark_field.tsx";
import { ModelField } from "./model_field.tsx";
import { PictureField } from "./picture_field.tsx";
import { Choices, ToolsField } from "./tools_field.tsx";
import type { Choice, Field } from "./forms.ts";

const words = all.fields;
const TRAITS = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"] as const;

/** Kinds of several inputs under one name. */
const GROUPS: ReadonlySet<Field["kind"]> = new Set([
  "traits",
  "many",
  "tools",
  "color",
  "shape",
  "motif",
  "picture",
]);

interface Props {
  readonly field: Field;
  readonly value: unknown;
  readonly wrong: string;
  readonly options: readonly Choice[];
  readonly models: readonly OfferedModel[];
  set(value: unknown): void;
}

export function FieldInput(props: Props) {
  const { field, wrong } = props;
  const group = GROUPS.has(field.kind);
  const note = wrong
    ? <small class="wrong" role="alert" id={noteId(field)}>{wrong}</small>
    : field.hint
    ? <small class="hint" id={noteId(field)}>{field.hint}</small>
    : null;
  if (group) {
    return (
      <fieldset class="field">
        <legend>{field.label}</legend>
        <Group {...props} />
        {note}
      </fieldset>
    );
  }
  return (
    <div class={`field ${field.kind}`}>
      <label for={inputId(field)}>{field.label}</label>
      <Single {...props} />
      {note}
    </div>
  );
}

/** One form is open at a time, so a field's key is unique on the page. */
const inputId = (field: Field) => `field-${field.key}`;
const noteId = (field: Field) => `note-${field.key}`;

function Single({ field, value, options, models, wrong, set }: Props) {
  const noted = wrong !== "" || field.hint !== undefined;
  const common = {
    id: inputId(field),
    "aria-invalid": wrong !== "",
    ...(noted ? { "aria-describedby": noteId(field) } : {}),
  };
  const text = {
    ...common,
    dir: "auto" as const,
    value: String(value ?? ""),
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      set(event.currentTarget.value),
  };
  switch (field.kind) {
    case "long":
      return <textarea {...text} rows={5} />;
    case "json":
    case "headers":
    case "lines":
      return <Area common={common} kind={field.kind} value={value} set={set} />;
    case "number":
      return (
        <input
          {...common}
          type="number"
          min={field.min}
          max={field.max}
          step={field.step ?? 1}
          value={value === undefined ? "" : String(value)}
          onInput={(event) => {
            const text = event.currentTarget.value;
            set(text === "" ? undefined : Number(text));
          }}
        />
      );
    case "choice":
      return (
        <select
          {...common}
          value={String(value ?? "")}
          onChange={(event) => set(event.currentTarget.value || undefined)}
        >
          {field.required && !value && <option value="">{words.choose}</option>}
          {options.map((one) => <option key={one.value} value={one.value}>{one.label}</option>)}
        </select>
      );
    case "model":
      return (
        <ModelField
          id={common.id}
          value={text.value}
          models={models}
          invalid={wrong !== ""}
          describedBy={noted ? noteId(field) : undefined}
          set={set}
        />
      );
    case "secret":
      return <input {...text} type="password" autocomplete="off" />;
    default:
      return <input {...text} autocomplete="off" />;
  }
}

interface AreaProps extends Pick<Props, "value" | "set"> {
  readonly common: { readonly id: string; readonly "aria-invalid": boolean };
  readonly kind: Field["kind"];
}

/** What is typed as text and means more: lines of a list, JSON, headers. */
function Area({ common, kind, value, set }: AreaProps) {
  if (kind === "lines") {
    return (
      <textarea
        {...common}
        dir="auto"
        rows={2}
        value={Array.isArray(value) ? value.join("\n") : ""}
        onInput={({ currentTarget: { value } }) => set(value === "" ? undefined : value.split("\n"))}
      />
    );
  }
  return (
    <textarea
      {...common}
      dir="ltr"
      class="code"
      rows={3}
      spellcheck={false}
      autocomplete="off"
      value={typeof value === "object" ? JSON.stringify(value, null, 2) : String(value ?? "")}
      onInput={({ currentTarget: { value } }) => set(value)}
    />
  );
}

function Group({ field, value, options, set }: Props) {
  if (field.kind === "color") return <Swatches label={field.label} value={value} set={set} />;
  if (field.kind === "shape" || field.kind === "motif") {
    return <MarkField label={field.label} part={field.kind} value={value} set={set} />;
  }
  if (field.kind === "picture") return <PictureField value={value} set={set} />;
  if (field.kind === "traits") return <Traits value={value} set={set} />;
  if (field.kind === "tools") return <ToolsField value={value} options={options} set={set} />;
  return <Choices value={value} options={options} set={set} />;
}

function Swatches({ label, value, set }: { label: string } & Pick<Props, "value" | "set">) {
  return (
    <span class="swatches" role="radiogroup" aria-label={label}>
      {Array.from({ length: COLORS }, (_, index) => index + 1).map((color) => (
        <label key={color} data-color={color}>
          <input
            type="radio"
            name="color"
            aria-label={words.colour(color)}
            checked={value === color}
            onChange={() =>
              set(color)}
          />
        </label>
      ))}
    </span>
  );
}

function Traits({ value, set }: Pick<Props, "value" | "set">) {
  const traits = (value ?? {}) as Record<string, number>;
  return (
    <>
      {TRAITS.map((name) => {
        const [label, low, high] = words.trait[name] ?? [name, "", ""];
        const degree = traits[name] ?? 50;
        return (
          <label class="trait" key={name}>
            <span class="head">
              {label} <output>{degree}</output>
            </span>
            <input
              type="range"
              {...BOUNDS.trait}
              value={degree}
              onInput={(event) => set({ ...traits, [name]: Number(event.currentTarget.value) })}
            />
            <span class="ends" aria-hidden="true">
              <small>{low}</small>
              <small>{high}</small>
            </span>
          </label>
        );
      })}
    </>
  );
}

/** What a server asks a person for while its tool runs: a small form or an address, and afterwards what became of it. */
import "./asked_inputs.css";
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { fault, type InputField } from "../../projections/conversation/inputs.ts";
import type { AskedInput, ToolUse } from "../../projections/shapes/folds.ts";
import type { GiveInput } from "../../server/contract/input_shapes.ts";
import { giveInput } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { now, watchTime } from "../state/ticking.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/inputs.ts";
import { type Filled, firstFilled, shownValue, valuesOf, wordsOf } from "./asked_values.ts";
import { remaining } from "./remaining.ts";

interface AskedProps {
  readonly store: ConversationStore;
  readonly turnId: string;
  readonly use: ToolUse;
  /** The call runs, so that an answer reaches its server. */
  readonly runs: boolean;
}

export function AskedInputs({ use, ...around }: AskedProps) {
  return (
    <>
      {use.inputs?.map((asked) =>
        asked.outcome === undefined && around.runs
          ? <Asking key={asked.input} use={use} asked={asked} {...around} />
          : <Over key={asked.input} use={use} asked={asked} />
      )}
    </>
  );
}

interface OneProps {
  readonly use: ToolUse;
  readonly asked: AskedInput;
}

/** The server's own words: lines of them, each shown as what it is. */
function Message({ of }: { of: string }) {
  if (of.trim() === "") return null;
  const lines = of.split(/\r?\n/).map((line) => line.trim() === "" ? "" : clearText(line, ""));
  return <p class="said" dir="auto">{lines.join("\n")}</p>;
}

function Asking({ store, turnId, use, asked }: OneProps & Pick<AskedProps, "store" | "turnId">) {
  const sent = useSignal(false);
  const host = use.host ?? "";
  const give = async (given: Pick<GiveInput, "outcome" | "values">) => {
    sent.value = true;
    const { ok } = await orSay(
      giveInput(store.id, turnId, { callId: use.callId, input: asked.input, ...given }),
    );
    if (!ok) sent.value = false;
  };
  const blocked = !store.live || sent.value;
  const refuse = (
    <>
      <button
        type="button"
        class="outline"
        disabled={blocked}
        onClick={() => void give({ outcome: "declined" })}
      >
        {words.decline}
      </button>
      <button
        type="button"
        class="outline"
        disabled={blocked}
        onClick={() => void give({ outcome: "cancelled" })}
      >
        {words.dismiss}
      </button>
    </>
  );
  return (
    <div class="asked-input" role="group" aria-label={words.asks(host)}>
      <b>
        <bdi dir="ltr">{words.asks(host)}</bdi>
      </b>
      <Message of={asked.message} />
      {asked.url === undefined
        ? (
          <AskedForm fields={asked.fields ?? []} host={host} blocked={blocked} give={give}>
            {refuse}
          </AskedForm>
        )
        : (
          <AskedAddress
            url={asked.url}
            again={asked.again === true}
            blocked={blocked}
            agree={() => void give({ outcome: "accepted" })}
          >
            {refuse}
          </AskedAddress>
        )}
      {store.live && <Ends at={asked.endsAt} />}
    </div>
  );
}

interface AddressProps {
  readonly url: string;
  /** The call waits until the person says that they have been there. */
  readonly again: boolean;
  readonly blocked: boolean;
  readonly agree: () => void;
  readonly children: preact.ComponentChildren;
}

/** The whole address is in sight before anything opens it, and only a person does. */
function AskedAddress({ url, again, blocked, agree, children }: AddressProps) {
  const host = URL.parse(url)?.host ?? "";
  return (
    <>
      <code class="address" dir="ltr">{url}</code>
      <small class="means">{words.opens(host)} {again && words.again}</small>
      <div class="decide">
        {!blocked && (
          <a
            class="button primary"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={again ? undefined : agree}
          >
            {words.open(host)}
          </a>
        )}
        {again && (
          <button type="button" class="outline" disabled={blocked} onClick={agree}>{words.beenThere}</button>
        )}
        {children}
      </div>
    </>
  );
}

interface FormProps {
  readonly fields: readonly InputField[];
  readonly host: string;
  readonly blocked: boolean;
  readonly give: (given: Pick<GiveInput, "outcome" | "values">) => Promise<void>;
  readonly children: preact.ComponentChildren;
}

function AskedForm({ fields, host, blocked, give, children }: FormProps) {
  const filled = useSignal<Filled>(firstFilled(fields));
  const wrong = useSignal<ReturnType<typeof fault>>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    if (blocked) return;
    const values = valuesOf(fields, filled.value);
    wrong.value = fault(fields, values);
    const at = fields.findIndex(({ name }) => name === wrong.value?.name);
    if (at < 0) return void give({ outcome: "accepted", ...(fields.length > 0 ? { values } : {}) });
    form.current?.querySelectorAll<HTMLElement>(".field")[at]
      ?.querySelector<HTMLElement>("input, select")?.focus();
  };
  return (
    <form ref={form} class="form" noValidate onSubmit={submit}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={filled.value[field.name] ?? ""}
          fill={(value) => (filled.value = { ...filled.value, [field.name]: value })}
          wrong={wrong.value?.name === field.name ? wordsOf(field, wrong.value.fault) : ""}
        />
      ))}
      {fields.length > 0 && <small class="means">{words.sentTo(host)}</small>}
      <div class="decide">
        <button type="submit" class="primary" disabled={blocked}>
          {fields.length > 0 ? words.send : words.agree}
        </button>
        {children}
      </div>
    </form>
  );
}

interface FieldProps {
  readonly field: InputField;
  readonly value: Filled[string];
  readonly fill: (value: Filled[string]) => void;
  /** "" where nothing is. */
  readonly wrong: string;
}

function Field({ field, value, fill, wrong }: FieldProps) {
  const id = useId();
  const more = [
    ...(field.description === undefined ? [] : [`${id}-more`]),
    ...(wrong === "" ? [] : [`${id}-wrong`]),
  ].join(" ");
  const about = {
    "aria-describedby": more === "" ? undefined : more,
    "aria-invalid": wrong === "" ? undefined : true as const,
  };
  const label = (
    <>
      <bdi>{field.label}</bdi>
      {!field.required && field.kind !== "boolean" && <small>{` (${words.optional})`}</small>}
    </>
  );
  const below = (
    <>
      {field.description !== undefined && (
        <small id={`${id}-more`} class="hint" dir="auto">{field.description}</small>
      )}
      {wrong !== "" && <small id={`${id}-wrong`} class="problem" role="alert">{wrong}</small>}
    </>
  );
  if (field.kind === "choice" && field.many) {
    return (
      <fieldset class="field" {...about}>
        <legend>{label}</legend>
        <Several field={field} chosen={Array.isArray(value) ? value : []} fill={fill} />
        {below}
      </fieldset>
    );
  }
  if (field.kind === "boolean") {
    return (
      <div class="field">
        <label class="check">
          <input
            type="checkbox"
            {...about}
            checked={value === true}
            onChange={(event) => fill(event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  }
  const control = { ...about, id, required: field.required, value: String(value) };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {field.kind === "choice" ? <One field={field} control={control} fill={fill} /> : (
        <input
          {...control}
          {...kindOf(field)}
          autocomplete="off"
          onInput={(event) => fill(event.currentTarget.value)}
        />
      )}
      {below}
    </div>
  );
}

type Choice = Extract<InputField, { kind: "choice" }>;

interface OneChoiceProps {
  readonly field: Choice;
  readonly control: { readonly id: string; readonly required: boolean; readonly value: string };
  readonly fill: FieldProps["fill"];
}

function One({ field, control, fill }: OneChoiceProps) {
  return (
    <select {...control} onChange={(event) => fill(event.currentTarget.value)}>
      <option value="">{words.choose}</option>
      {field.options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
    </select>
  );
}

function Several(
  { field, chosen, fill }: { field: Choice; chosen: readonly string[]; fill: FieldProps["fill"] },
) {
  return (
    <>
      {field.options.map(({ value, label }) => (
        <label class="check" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              fill(
                field.options.map((option) => option.value).filter((one) =>
                  one === value ? on : chosen.includes(one)
                ),
              );
            }}
          />
          <span>
            <bdi>{label}</bdi>
          </span>
        </label>
      ))}
    </>
  );
}

const TYPES = {
  email: { type: "email" },
  uri: { type: "url" },
  date: { type: "date" },
  "date-time": { type: "datetime-local" },
} as const;

/** What kind of field the browser makes of it. */
function kindOf(field: Extract<InputField, { kind: "text" | "number" }>) {
  if (field.kind === "number") {
    const { min, max, whole } = field;
    return { type: "number", step: whole ? 1 : "any", min, max } as const;
  }
  return field.format ? TYPES[field.format] : { type: "text" } as const;
}

/** Said before a person looks away. */
function Ends({ at }: { at: string }) {
  useEffect(watchTime, []);
  return <small class="refuses num">{words.endsIn(remaining(Date.parse(at) - now.value))}</small>;
}

/** What was asked, and what its server was given. */
function Over(
  { use: { host = "" }, asked: { message, fields, url, again, outcome, values = {} } }: OneProps,
) {
  const given = fields?.filter(({ name }) => Object.hasOwn(values, name)) ?? [];
  const ended = url !== undefined && outcome === "accepted"
    ? again ? words.wasThere : words.opened
    : words.outcomes[outcome ?? "lost"];
  return (
    <div class="asked-over">
      <small>
        <bdi dir="ltr">{host}</bdi> {words.asked}: {ended}
      </small>
      <Message of={message} />
      {url !== undefined && <code class="address" dir="ltr">{url}</code>}
      {given.length > 0 && (
        <dl class="given">
          {given.map((field) => (
            <div key={field.name}>
              <dt dir="auto">{field.label}</dt>
              <dd dir="auto">{shownValue(field, values[field.name] ?? "")}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

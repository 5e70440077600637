/** The workspace's own prices, and the dated list they come before. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Price } from "../../events/catalog/workspace.ts";
import { useSubmit } from "../parts/form.tsx";
import { date, rate, typedNumber } from "../parts/format.ts";
import type { Prices as Known } from "../../server/contract/resources.ts";
import { setPrice } from "../state/commands.ts";
import { prices } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";

const RATES = [
  ["input", "Input"],
  ["cacheRead", "Cached"],
  ["cacheWrite", "Cache write"],
  ["output", "Output"],
] as const;
const EMPTY = { model: "", input: "", cacheRead: "", cacheWrite: "", output: "" };

/** What is wrong with the form, in words; else the price it says. Cache prices left empty are those of input. */
export function priceOf(form: typeof EMPTY): Price | string {
  if (!form.model.trim()) return "Which model?";
  const parsed = (text: string) => text.trim() === "" ? undefined : typedNumber(text);
  const rates = Object.fromEntries(RATES.map(([key]) => [key, parsed(form[key])]));
  if (Object.values(rates).some((n) => n !== undefined && !(n >= 0 && n < Infinity))) {
    return "Prices are numbers from 0, in US dollars per million tokens.";
  }
  const { input, cacheRead, cacheWrite, output } = rates;
  if (input === undefined || output === undefined) return "Input and output both need a price.";
  return {
    input,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    output,
  };
}

export function Prices() {
  const known = useSignal<Known | null>(null);
  const form = useSignal(EMPTY);
  const own = settings.value?.settings.prices ?? {};
  useEffect(() => {
    void orSay(prices()).then((answer) => {
      if (answer.ok) known.value = answer.value;
    });
  }, []);
  const edit = (model: string, price: Price) => {
    const rates = Object.fromEntries(RATES.map(([key]) => [key, `${price[key] ?? ""}`]));
    form.value = { ...EMPTY, ...rates, model };
    document.getElementById("price-model")?.focus();
  };
  return (
    <>
      {Object.keys(own).length === 0
        ? <p class="hint">No prices of your own yet. Add one below, or change one of the list.</p>
        : (
          <Table
            caption="Your prices"
            prices={own}
            edit={edit}
            remove={(model) => void orSay(setPrice(model, null), "Saved.")}
          />
        )}
      <PriceForm form={form} />
      {known.value
        ? (
          <Table
            caption={`List prices of ${date(known.value.asOf)}`}
            prices={known.value.listed}
            edit={edit}
          />
        )
        : <p aria-busy="true">Loading…</p>}
    </>
  );
}

function PriceForm({ form }: { form: Signal<typeof EMPTY> }) {
  const { wrong, onSubmit } = useSubmit(async () => {
    const price = priceOf(form.value);
    if (typeof price === "string") return price;
    wrong.value = "";
    const { ok } = await orSay(setPrice(form.value.model.trim(), price), "Saved.");
    if (ok) form.value = EMPTY;
    return "";
  });
  return (
    <form class="resource form" onSubmit={onSubmit}>
      <div class="price-form">
        {([["model", "Model"], ...RATES] as const).map(([key, label]) => (
          <div class="field" key={key}>
            <label for={`price-${key}`}>{label}</label>
            <input
              id={`price-${key}`}
              inputMode={key === "model" ? undefined : "decimal"}
              value={form.value[key]}
              onInput={(event) => (form.value = { ...form.value, [key]: event.currentTarget.value })}
            />
          </div>
        ))}
      </div>
      {wrong.value && <small class="wrong" role="alert">{wrong.value}</small>}
      <p>
        <button type="submit" class="primary">Save the price</button>
      </p>
    </form>
  );
}

function Table({ caption, prices, edit, remove }: {
  caption: string;
  prices: Readonly<Record<string, Price>>;
  edit(model: string, price: Price): void;
  remove?(model: string): void;
}) {
  const button = (does: string, model: string, run: () => void) => (
    <button type="button" class="quiet" aria-label={`${does} the price of ${model}`} onClick={run}>
      {does}
    </button>
  );
  return (
    <table class="prices">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {["Model", "Input", "Cached", "Output"].map((name) => <th scope="col" key={name}>{name}</th>)}
          <th scope="col">
            <span class="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(prices).map(([model, price]) => (
          <tr key={model}>
            <th scope="row">{model}</th>
            <td>{rate(price.input)}</td>
            <td>{rate(price.cacheRead ?? price.input)}</td>
            <td>{rate(price.output)}</td>
            <td>
              {button("Change", model, () => edit(model, price))}
              {remove && button("Remove", model, () => remove(model))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

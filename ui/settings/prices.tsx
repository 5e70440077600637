/** The workspace's own prices, and the dated list they come before. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Price } from "../../events/catalog/workspace.ts";
import { date, rate, typedNumber } from "../parts/format.ts";
import { get, write } from "../state/api.ts";
import { settings } from "../state/server_state.ts";
import { say } from "../state/ui_state.ts";
import { submits } from "../parts/submits.ts";

interface Answer {
  readonly asOf: string;
  readonly listed: Readonly<Record<string, Price>>;
  readonly own: Readonly<Record<string, Price>>;
}

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
  const answer = useSignal<Answer | null>(null);
  const form = useSignal(EMPTY);
  const wrong = useSignal("");
  const own = settings.value?.settings.prices ?? {};
  useEffect(() => {
    void get<Answer>("/api/prices").then((got) => {
      if (got.ok) answer.value = got.value;
      else say(got.message, true);
    });
  }, []);
  const change = async (model: string, price: Price | null) => {
    const done = await write("PATCH", "/api/prices", { prices: { [model]: price } });
    say(done.ok ? "Saved." : done.message, !done.ok);
    return done.ok;
  };
  const save = async () => {
    const price = priceOf(form.value);
    wrong.value = typeof price === "string" ? price : "";
    if (typeof price === "string") return;
    if (await change(form.value.model.trim(), price)) form.value = EMPTY;
  };
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
            remove={(model) => void change(model, null)}
          />
        )}
      <form
        class="resource form"
        onSubmit={submits(save)}
      >
        <div class="price-form">
          <div class="field">
            <label for="price-model">Model</label>
            <input
              id="price-model"
              value={form.value.model}
              onInput={(event) => (form.value = { ...form.value, model: event.currentTarget.value })}
            />
          </div>
          {RATES.map(([key, label]) => (
            <div class="field" key={key}>
              <label for={`price-${key}`}>{label}</label>
              <input
                id={`price-${key}`}
                inputMode="decimal"
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
      {answer.value
        ? (
          <Table
            caption={`List prices of ${date(answer.value.asOf)}`}
            prices={answer.value.listed}
            edit={edit}
          />
        )
        : <p aria-busy="true">Loading…</p>}
    </>
  );
}

function Table({ caption, prices, edit, remove }: {
  caption: string;
  prices: Readonly<Record<string, Price>>;
  edit(model: string, price: Price): void;
  remove?(model: string): void;
}) {
  return (
    <table class="prices">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Input</th>
          <th scope="col">Cached</th>
          <th scope="col">Output</th>
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
              <button
                type="button"
                class="quiet"
                aria-label={`Change the price of ${model}`}
                onClick={() => edit(model, price)}
              >
                Change
              </button>
              {remove && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Remove the price of ${model}`}
                  onClick={() => remove(model)}
                >
                  Remove
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The workspace's own prices, and the dated list they come before. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Price } from "../../events/catalog/workspace.ts";
import type { Prices as Known } from "../../server/contract/resources.ts";
import { useSubmit } from "../parts/form.tsx";
import { date, rate, typedNumber } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { setPrice } from "../state/settings_commands.ts";
import { prices } from "../state/queries.ts";
import { prices as inForce } from "../state/prices_now.ts";
import { settings } from "../state/server_state.ts";
import { orSay, orUndo } from "../state/toast.ts";
import { words as all } from "../words/settings.ts";

const words = all.prices;
const RATES = ["input", "cacheRead", "cacheWrite", "output"] as const;
const EMPTY = { model: "", input: "", cacheRead: "", cacheWrite: "", output: "" };

/** What is wrong with the form, in words; else the price it says. Cache prices left empty are those of input. */
export function priceOf(form: typeof EMPTY): Price | string {
  if (!form.model.trim()) return words.which;
  const parsed = (text: string) => text.trim() === "" ? undefined : typedNumber(text);
  const rates = Object.fromEntries(RATES.map((key) => [key, parsed(form[key])]));
  if (Object.values(rates).some((n) => n !== undefined && !(n >= 0 && n < Infinity))) return words.numbers;
  const { input, cacheRead, cacheWrite, output } = rates;
  if (input === undefined || output === undefined) return words.both;
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
  const query = useSignal("");
  const own = settings.value?.settings.prices ?? {};
  const told = Object.fromEntries(
    Object.entries(inForce.value).filter(([model]) => !Object.hasOwn(own, model)),
  );
  useEffect(() => {
    return unlessLate(orSay(prices()), (answer) => {
      if (answer.ok) known.value = answer.value;
    });
  }, []);
  const edit = (model: string, price: Price) => {
    const rates = Object.fromEntries(RATES.map((key) => [key, `${price[key] ?? ""}`]));
    form.value = { ...EMPTY, ...rates, model };
    document.getElementById("price-model")?.focus();
  };
  const remove = (model: string) => {
    const before = own[model];
    const back = () => void orSay(setPrice(model, before ?? null));
    void orUndo(setPrice(model, null), words.removed(model), back);
  };
  return (
    <>
      {Object.keys(own).length === 0
        ? <p class="hint">{words.none}</p>
        : <Table caption={words.yours} prices={own} edit={edit} remove={remove} />}
      <PriceForm form={form} />
      {Object.keys(told).length > 0 && <Table caption={words.told} prices={told} edit={edit} />}
      {known.value
        ? (
          <>
            <label class="search-field">
              <Icon name="search" />
              <input
                type="search"
                placeholder={words.filter}
                aria-label={words.filter}
                value={query.value}
                onInput={(event) => (query.value = event.currentTarget.value)}
              />
            </label>
            <Table
              caption={words.list(date(known.value.asOf))}
              prices={Object.fromEntries(
                Object.entries(known.value.listed).filter(([model]) =>
                  model.includes(query.value.trim().toLowerCase())
                ),
              )}
              edit={edit}
            />
            <p class="hint">
              {known.value.searches.map(({ maker, usd }) => words.searches(maker, rate(usd))).join(" ")}
            </p>
          </>
        )
        : <p aria-busy="true">{all.loading}</p>}
    </>
  );
}

function PriceForm({ form }: { form: Signal<typeof EMPTY> }) {
  const { wrong, onSubmit } = useSubmit(async () => {
    const price = priceOf(form.value);
    if (typeof price === "string") return price;
    wrong.value = "";
    const { ok } = await orSay(setPrice(form.value.model.trim(), price), all.saved);
    if (ok) form.value = EMPTY;
    return "";
  });
  return (
    <form class="resource form" onSubmit={onSubmit}>
      <div class="price-form">
        {(["model", ...RATES] as const).map((key) => (
          <div class="field" key={key}>
            <label for={`price-${key}`}>{words[key]}</label>
            <input
              id={`price-${key}`}
              inputMode={key === "model" ? undefined : "decimal"}
              autocomplete="off"
              value={form.value[key]}
              onInput={(event) => (form.value = { ...form.value, [key]: event.currentTarget.value })}
            />
          </div>
        ))}
      </div>
      {wrong.value && <small class="wrong" role="alert">{wrong.value}</small>}
      <div class="buttons">
        <button type="submit" class="primary">{words.save}</button>
      </div>
    </form>
  );
}

interface TableProps {
  readonly caption: string;
  readonly prices: Readonly<Record<string, Price>>;
  edit(model: string, price: Price): void;
  remove?(model: string): void;
}

function Table({ caption, prices, edit, remove }: TableProps) {
  const rows = Object.entries(prices);
  return (
    <div class="table">
      <table class="prices">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[words.model, words.input, words.cacheRead, words.output].map((name) => (
              <th scope="col" key={name}>{name}</th>
            ))}
            <th scope="col">
              <span class="sr">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([model, price]) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td>{rate(price.input)}</td>
              <td>{rate(price.cacheRead ?? price.input)}</td>
              <td>{rate(price.output)}</td>
              <td>
                <button
                  type="button"
                  class="quiet small"
                  aria-label={words.changeOf(model)}
                  onClick={() => edit(model, price)}
                >
                  {words.change}
                </button>
                {remove && (
                  <button
                    type="button"
                    class="quiet small danger"
                    aria-label={words.removeOf(model)}
                    onClick={() => remove(model)}
                  >
                    {words.remove}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="hint">{words.nothing}</p>}
    </div>
  );
}

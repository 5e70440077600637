/**
 * Models as a provider's server lists them, and what is known of each: what the server says of it comes before the
 * dated table of this program. What nobody says is left out.
 */
import type { Price } from "../../events/catalog/workspace.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { capabilitiesOf } from "./models.ts";

/** UTF-16 units of a name that can be set for an agent; a longer one is of no use. */
const NAME_UNITS = 200;
/** Tokens: beyond, a server does not mean a window. */
const MOST_TOKENS = 100_000_000;
/** Entries of a list that are looked at: no server has more kinds of input or parameters. */
const LISTED = 100;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? value as Fields : {};

/** The first of these fields that holds a number of tokens. */
function tokensOf(entry: Fields, ...names: readonly string[]): number | undefined {
  return names.map((name) => entry[name]).find((value): value is number =>
    typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MOST_TOKENS
  );
}

/** Whether a list has a word; undefined where there is no list. */
function listed(list: unknown, ...wanted: readonly string[]): boolean | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.slice(0, LISTED).some((one) => wanted.includes(one));
}

/** `true`, or `{ supported: true }`; undefined for what is neither yes nor no. */
function said(value: unknown): boolean | undefined {
  const told = typeof value === "boolean" ? value : fieldsOf(value)["supported"];
  return typeof told === "boolean" ? told : undefined;
}

/** Dollars a token, as a number or in digits, in dollars a million; undefined for anything else. */
function perMillion(value: unknown): number | undefined {
  const dollars = typeof value === "number"
    ? value
    : typeof value === "string" && value
    ? Number(value)
    : NaN;
  return dollars >= 0 && dollars < 1 ? Number((dollars * 1e6).toPrecision(6)) : undefined;
}

function priceIn(entry: Fields): Price | undefined {
  const pricing = fieldsOf(entry["pricing"]);
  const [input, output] = [perMillion(pricing["prompt"]), perMillion(pricing["completion"])];
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = perMillion(pricing["input_cache_read"]);
  return { input, ...(cacheRead === undefined ? {} : { cacheRead }), output };
}

const known = <T>(value: T | "unknown"): T | undefined => value === "unknown" ? undefined : value;

/**
 * An entry of a server's list with what is known of it; null for one without a name that can be used.
 * @outside
 */
export function offeredModel(entry: unknown): OfferedModel | null {
  const fields = fieldsOf(entry);
  const name = fields["id"];
  if (typeof name !== "string" || name.trim() === "" || name.length > NAME_UNITS) return null;
  const abilities = fieldsOf(fields["capabilities"]);
  const inputs = fieldsOf(fields["architecture"])["input_modalities"];
  const parameters = fields["supported_parameters"];
  const table = capabilitiesOf(name);
  const window = tokensOf(
    fields,
    "max_input_tokens",
    "context_length",
    "max_context_length",
    "context_window",
    "max_model_len",
  );
  const told: Omit<OfferedModel, "name"> = {
    ...given("contextWindow", window ?? known(table.contextWindow)),
    ...given(
      "images",
      said(abilities["image_input"]) ?? said(abilities["vision"]) ?? listed(inputs, "image") ??
        known(table.images),
    ),
    ...given(
      "tools",
      said(abilities["function_calling"]) ?? listed(parameters, "tools") ?? known(table.tools),
    ),
    ...given(
      "thinks",
      said(abilities["thinking"]) ?? listed(parameters, "reasoning", "include_reasoning") ??
        known(table.thinks),
    ),
    ...given("price", priceIn(fields)),
  };
  return { name, ...told };
}

/** A field with its value, or none. */
const given = <K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } =>
  value === undefined ? {} : { [key]: value } as { readonly [key in K]: V };

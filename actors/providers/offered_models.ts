/**
 * Models as a provider's server lists them: what it says of each, in the words of Anthropic, OpenRouter, LiteLLM, Ollama,
 * Mistral, Groq and vLLM. What it does not say is left out here, and taken from the dated table where that is shown.
 */
import { EFFORTS } from "../../events/catalog/efforts.ts";
import { clearText, firstCharacters, isClear } from "../../events/catalog/clear_text.ts";
import type { Price, ToldModel } from "../../events/catalog/workspace.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { fieldsOf } from "../runtime/json.ts";
import { capabilitiesOf } from "./models.ts";

/** UTF-16 units of a name that can be set for an agent; a longer one is of no use. */
const NAME_UNITS = 200;
/** Code points of what people call it: a line of a list. */
const LABEL_CHARACTERS = 80;
/** Tokens: beyond, a server does not mean a window. */
const MOST_TOKENS = 100_000_000;
/** Entries of a list that are looked at: no server has more kinds of input or parameters. */
const LISTED = 100;
/** Characters of the settings that Ollama gives as a text: there are a dozen lines. */
const SETTINGS_CHARS = 4_000;

type Fields = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => typeof value === "string" ? value : "";

/** The first of these values that is a number of tokens. */
const tokensOf = (...values: readonly unknown[]): number | undefined =>
  values.find((value): value is number =>
    typeof value === "number" && Number.isInteger(value) && value > 0 && value <= MOST_TOKENS
  );

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

function priceIn(entry: Fields, more: Fields): Price | undefined {
  const pricing = fieldsOf(entry["pricing"]);
  const rate = (own: string, proxy: string) => perMillion(pricing[own] ?? more[proxy]);
  const input = rate("prompt", "input_cost_per_token");
  const output = rate("completion", "output_cost_per_token");
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    ...given("cacheRead", rate("input_cache_read", "cache_read_input_token_cost")),
    ...given("cacheWrite", rate("input_cache_write", "cache_creation_input_token_cost")),
    output,
  };
}

/** The words for how long it may think: Anthropic's, OpenRouter's, Ollama's; none where it takes no such word. */
function effortsIn(entry: Fields, shown: Fields, thinks: boolean | undefined): ToldModel["efforts"] {
  const anthropic = fieldsOf(fieldsOf(entry["capabilities"])["effort"]);
  if (said(anthropic) !== undefined) {
    return said(anthropic) ? EFFORTS.filter((one) => said(anthropic[one])) : [];
  }
  const lists = [fieldsOf(entry["reasoning"])["supported_efforts"], fieldsOf(shown["thinking"])["values"]];
  const list = lists.find((one): one is unknown[] => Array.isArray(one))?.slice(0, LISTED);
  const words = EFFORTS.filter((one) => list?.includes(one));
  if (words.length > 0) return words;
  return thinks === false ? [] : undefined;
}

/** Tokens that a model of Ollama takes in: as it is set up, else as it was made. */
function windowIn(shown: Fields): number | undefined {
  const made = fieldsOf(shown["model_info"]);
  const [, set] = /^num_ctx\s+(\d{1,9})\s*$/m.exec(textOf(shown["parameters"]).slice(0, SETTINGS_CHARS)) ??
    [];
  return tokensOf(set && Number(set), made[`${textOf(made["general.architecture"])}.context_length`]);
}

/** LM Studio tells models that see from those that do not by their type. */
const seesIn = ({ type }: Fields): boolean | undefined =>
  type === "vlm" ? true : type === "llm" ? false : undefined;

/** The words of a name for people; none where it is the name itself. */
function labelIn(entry: Fields, name: string): string | undefined {
  const text = textOf(entry["display_name"]) || textOf(entry["name"]);
  const label = clearText(firstCharacters(text, LABEL_CHARACTERS).trim(), "");
  return label === "" || label === name ? undefined : label;
}

/**
 * An entry of a server's list: its name, and what the server says of it. Null for one without a name that can be used,
 * and for one whose name would show as another. What LiteLLM, Ollama and LM Studio say elsewhere stands in `model_info`, `show` and
 * `studio`.
 * @outside
 */
export function offeredModel(entry: unknown): OfferedModel | null {
  const fields = fieldsOf(entry);
  const name = textOf(fields["id"]);
  if (name.trim() !== name || name.length > NAME_UNITS || !isClear(name)) return null;
  const abilities = fieldsOf(fields["capabilities"]);
  const [proxy, shown] = [fieldsOf(fields["model_info"]), fieldsOf(fields["show"])];
  const inputs = fieldsOf(fields["architecture"])["input_modalities"];
  const parameters = fields["supported_parameters"] ?? proxy["supported_openai_params"];
  const can = shown["capabilities"];
  const studio = fieldsOf(fields["studio"]);
  const thinks = said(abilities["thinking"]) ?? said(proxy["supports_reasoning"]) ??
    listed(can, "thinking") ??
    listed(fields["supported_parameters"], "reasoning", "include_reasoning");
  return {
    name,
    ...given("label", labelIn(fields, name)),
    ...given(
      "contextWindow",
      tokensOf(
        ...["max_input_tokens", "context_length", "max_context_length", "context_window", "max_model_len"]
          .map((one) => fields[one]),
        proxy["max_input_tokens"],
        // As it is loaded, else as it was made.
        studio["loaded_context_length"],
        studio["max_context_length"],
      ) ?? windowIn(shown),
    ),
    ...given(
      "maxOutput",
      tokensOf(
        fields["max_tokens"],
        fields["max_output_tokens"],
        fieldsOf(fields["top_provider"])["max_completion_tokens"],
        proxy["max_output_tokens"],
      ),
    ),
    ...given(
      "images",
      said(abilities["image_input"]) ?? said(abilities["vision"]) ?? listed(inputs, "image") ??
        said(proxy["supports_vision"]) ?? listed(can, "vision") ??
        seesIn(studio),
    ),
    ...given(
      "pdf",
      said(abilities["pdf_input"]) ?? listed(inputs, "file") ?? said(proxy["supports_pdf_input"]),
    ),
    ...given(
      "tools",
      said(abilities["function_calling"]) ?? listed(fields["supported_parameters"], "tools") ??
        said(proxy["supports_function_calling"]) ?? listed(can, "tools") ??
        (listed(studio["capabilities"], "tool_use") || undefined),
    ),
    ...given("thinks", thinks),
    ...given("efforts", effortsIn(fields, shown, thinks)),
    ...given("adaptiveThinking", said(fieldsOf(fieldsOf(abilities["thinking"])["types"])["adaptive"])),
    ...given(
      "structured",
      said(abilities["structured_outputs"]) ?? listed(fields["supported_parameters"], "structured_outputs") ??
        said(proxy["supports_response_schema"]),
    ),
    ...given("temperature", listed(parameters, "temperature")),
    ...given("price", priceIn(fields, proxy)),
  };
}

const known = <T>(value: T | "unknown"): T | undefined => value === "unknown" ? undefined : value;

/** The same with what the dated table says where the server does not. */
export function withKnown(model: OfferedModel): OfferedModel {
  const table = capabilitiesOf(model.name);
  return {
    ...given("contextWindow", known(table.contextWindow)),
    ...given("maxOutput", known(table.maxOutput)),
    ...given("images", known(table.images)),
    ...given("pdf", known(table.pdf)),
    ...given("tools", known(table.tools)),
    ...given("thinks", known(table.thinks)),
    ...given("efforts", known(table.efforts)),
    ...given("structured", known(table.structured)),
    ...given("temperature", known(table.temperature)),
    ...model,
  };
}

/** A field with its value, or none. */
const given = <K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } =>
  value === undefined ? {} : { [key]: value } as { readonly [key in K]: V };

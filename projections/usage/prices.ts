/**
 * What a model costs, in US dollars per million tokens. List prices age, so the table is dated and the
 * workspace's own prices come first. A model that is not listed costs "unknown" (null), never 0.
 */
import type { Usage } from "../../events/catalog/conversation.ts";
import type { Listed } from "../shapes/views.ts";
import type { Price } from "../../events/catalog/workspace.ts";

/** When the table was last compared with the makers' price lists. */
export const PRICES_AS_OF = "2026-10-24";

const price = (input: number, cacheRead: number, output: number, cacheWrite = input): Price => ({
  input,
  cacheRead,
  cacheWrite,
  output,
});
/** Anthropic: keeping a prefix for five minutes costs a quarter more than sending it. */
const claude = (input: number, cacheRead: number, output: number) =>
  price(input, cacheRead, output, 1.25 * input);

/** The makers' list prices, by model name without its date. */
export const LISTED_PRICES: Readonly<Record<string, Listed>> = {
  "claude-fable-5-1": claude(10, 0.25, 50),
  "claude-fable-5": claude(10, 1, 50),
  "claude-opus-5-5": claude(4, 0.2, 20),
  "claude-opus-5": claude(5, 0.5, 25),
  "claude-opus-4-8": claude(5, 0.5, 25),
  "claude-opus-4-7": claude(5, 0.5, 25),
  "claude-opus-4-6": claude(5, 0.5, 25),
  "claude-opus-4-5": claude(5, 0.5, 25),
  "claude-sonnet-5-5": claude(2, 0.1, 10),
  "claude-sonnet-5": claude(2, 0.2, 10),
  "claude-sonnet-4-6": { ...claude(3, 0.3, 15), long: { above: 200_000, price: null } },
  "claude-sonnet-4-5": { ...claude(3, 0.3, 15), long: { above: 200_000, price: null } },
  "claude-haiku-5-5": {
    ...claude(0.1, 0.01, 0.5),
    long: { above: 100_000, price: claude(0.5, 0.05, 2.5) },
  },
  "claude-haiku-4-5": claude(1, 0.1, 5),
  "gpt-5.5": { ...price(5, 0.5, 30), long: { above: 272_000, price: null } },
  "gpt-5.4": { ...price(2.5, 0.25, 15), long: { above: 272_000, price: null } },
  "gpt-5.4-mini": price(0.75, 0.075, 4.5),
  "gpt-5.4-nano": price(0.2, 0.02, 1.25),
  "gpt-5.1": price(1.25, 0.125, 10),
  "gpt-5": price(1.25, 0.125, 10),
  "gpt-5-mini": price(0.25, 0.025, 2),
  "gpt-5-nano": price(0.05, 0.005, 0.4),
  "gpt-4.1": price(2, 0.5, 8),
  "gpt-4.1-mini": price(0.4, 0.1, 1.6),
  "gpt-4.1-nano": price(0.1, 0.025, 0.4),
  "gpt-4o": price(2.5, 1.25, 10),
  "gpt-4o-mini": price(0.15, 0.075, 0.6),
  // This snapshot kept the price of its first day.
  "gpt-4o-2024-05-13": price(5, 5, 15),
  "o3": price(2, 0.5, 8),
  "o4-mini": price(1.1, 0.275, 4.4),
};

/**
 * What makers ask for a thousand searches of the web that they run themselves, in US dollars, by how names of their models
 * begin; what is read of the pages counts as tokens besides.
 */
export const LISTED_SEARCHES: readonly {
  readonly maker: string;
  readonly models: readonly string[];
  readonly usd: number;
}[] = [
  { maker: "Anthropic", models: ["claude-"], usd: 10 },
  { maker: "OpenAI", models: ["gpt-", "o3", "o4-"], usd: 10 },
];

/** US dollars for so many searches by a model; null where nobody knows. */
function searchCost(model: string, searches: number): number | null {
  if (searches === 0) return 0;
  const listed = LISTED_SEARCHES.find(({ models }) => models.some((begins) => model.startsWith(begins)));
  return listed ? searches * listed.usd / 1_000 : null;
}

/** Prices set in the workspace, by model name. */
export type PriceOverrides = Readonly<Record<string, Price>>;

/** The name without the date of its snapshot: `gpt-4o-2024-08-06`, `claude-opus-4-5-20251101`, `…-latest`. */
function undated(model: string): string {
  return model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, "");
}

/** The price of a model, the workspace's own first; undefined where neither has it. */
export function priceFor(model: string, overrides: PriceOverrides = {}): Listed | undefined {
  for (const table of [overrides, LISTED_PRICES]) {
    for (const name of [model, undated(model)]) if (Object.hasOwn(table, name)) return table[name];
  }
  return undefined;
}

const MILLION = 1_000_000;
/** What an hour in a cache costs beyond five minutes, as part of these: twice the input's price in place of 1¼ times. */
const HOUR_MORE = 2 / 1.25 - 1;

/**
 * What `usage` cost in US dollars, or null where that is not known. `calls` is how many requests it adds up:
 * a higher price for long prompts is only known to apply where there was one.
 */
export function costOf(
  usage: Usage,
  model: string,
  overrides: PriceOverrides = {},
  calls = 1,
): number | null {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return costOfSums(usage, model, overrides, { calls, isOver: (tokens) => prompt > tokens });
}

/** Tokens of a prompt above which a listed model may have another price, ascending. */
export const LONG_PROMPTS: readonly number[] = [
  ...new Set(Object.values(LISTED_PRICES).flatMap(({ long }) => long ? [long.above] : [])),
].sort((a, b) => a - b);

/** The same of a sum over turns of one model that are alike: of so many calls each, with prompts over a bound or not. */
export function costOfSums(
  usage: Usage,
  model: string,
  overrides: PriceOverrides,
  { calls, isOver }: { readonly calls: number; readonly isOver: (tokens: number) => boolean },
): number | null {
  const found = priceFor(model, overrides);
  if (!found) return null;
  const { long } = found;
  const isLong = long !== undefined && isOver(long.above);
  const applied = !isLong ? found : calls === 1 ? long.price : null;
  const searched = searchCost(model, usage.searches ?? 0);
  if (!applied || searched === null) return null;
  const { input, cacheRead = input, cacheWrite = input, output } = applied;
  return searched + (usage.input * input + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite +
        (usage.cacheWriteHour ?? 0) * cacheWrite * HOUR_MORE + usage.output * output) / MILLION;
}

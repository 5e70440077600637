/**
 * What the three kinds of search services are sent, and what is read of their answers. What they document:
 * - SearXNG (docs.searxng.org/dev/search_api): `GET /search?q=…&format=json`; a format that its settings do not list is
 *   answered 403. `{ query, results: [{ url, title, content, engine, … }], answers, … }`. It has no key of its own; one that
 *   is set goes as a Bearer, for a proxy before it.
 * - Brave (api.search.brave.com, Web Search): `GET /res/v1/web/search?q=…&count=…`, the key in `X-Subscription-Token`;
 *   `q` has 400 characters and 50 words at most, `count` 20. `{ type: "search", web: { results: [{ title, url, description,
 *   extra_snippets?, … }] } }`; without `text_decorations=false` words are marked up.
 * - Tavily (docs.tavily.com, Search): `POST /search` with a Bearer, `{ query, max_results, search_depth, … }`.
 *   `{ query, results: [{ title, url, content, score, … }], response_time, … }`.
 */
import { z } from "zod";
import type { WebSearch } from "../../events/catalog/workspace.ts";
import { addressOf } from "../../projections/conversation/addresses.ts";

/** Results of one search, and code points of the title and of the text of each. */
export const RESULTS = 8;
const TITLE_POINTS = 200;
const TEXT_POINTS = 1_000;
/** Characters and words of a search: what Brave takes, the narrowest of the three. */
export const QUERY_CHARS = 400;
export const QUERY_WORDS = 50;

/** A page that was found. */
export interface Found {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

export interface Asking {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The request for a search. The path of the address stays before the service's own. */
export function askingFor({ kind, url }: WebSearch, key: string | null, query: string): Asking {
  const base = url.replace(/\/+$/, "");
  const bearer: Readonly<Record<string, string>> = key === null ? {} : { authorization: `Bearer ${key}` };
  switch (kind) {
    case "searxng":
      return { url: `${base}/search?${new URLSearchParams({ q: query, format: "json" })}`, headers: bearer };
    case "brave": {
      const asked = new URLSearchParams({ q: query, count: String(RESULTS), text_decorations: "false" });
      const token: Readonly<Record<string, string>> = key === null ? {} : { "x-subscription-token": key };
      return { url: `${base}/res/v1/web/search?${asked}`, headers: token };
    }
    case "tavily":
      return {
        url: `${base}/search`,
        headers: bearer,
        body: { query, max_results: RESULTS, search_depth: "basic" },
      };
    default:
      return kind satisfies never;
  }
}

const Text = z.string().catch("");
const Page = z.object({ url: z.string(), title: Text, content: Text, description: Text });
const Plain = z.object({ results: z.array(z.unknown()) });
/** Brave leaves `web` out where it found nothing. */
const Brave = z.object({
  type: z.literal("search"),
  web: z.object({ results: z.array(z.unknown()) }).optional(),
});

/**
 * The pages of an answer, the first `RESULTS`; null where it is none. What has no address of the web is left out.
 * @outside
 */
export function foundIn(kind: WebSearch["kind"], answer: unknown): Found[] | null {
  const results = kind === "brave" ? readBrave(answer) : Plain.safeParse(answer).data?.results;
  if (!results) return null;
  const found: Found[] = [];
  for (const one of results) {
    if (found.length >= RESULTS) break;
    const page = Page.safeParse(one).data;
    const url = page && addressOf(page.url);
    if (!page || !url || found.some((other) => other.url === url)) continue;
    const text = kind === "brave" ? page.description : page.content;
    found.push({ url, title: cut(page.title, TITLE_POINTS), text: cut(text, TEXT_POINTS) });
  }
  return found;
}

function readBrave(answer: unknown): readonly unknown[] | undefined {
  const read = Brave.safeParse(answer).data;
  return read && (read.web?.results ?? []);
}

/** Its first `points` code points in one line, without signs that are not seen. */
function cut(text: string, points: number): string {
  const seen = text.slice(0, 4 * points).toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return [...seen].slice(0, points).join("");
}

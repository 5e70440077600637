/**
 * Search services as their documents describe them, on this machine: SearXNG (JSON, 403 for a format that is not listed), Brave
 * (`X-Subscription-Token`, 422 for a search that is too long) and Tavily (a Bearer, `POST` with JSON).
 */
import type { WebSearch } from "../../../events/catalog/workspace.ts";

export interface Page {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}
export const PAGES: readonly Page[] = [
  { url: "https://fish.example/gold", title: "Goldfish", text: "A goldfish remembers for months." },
  { url: "https://water.example/bowl#care", title: "Bowls", text: "A bowl is small." },
];

interface Options {
  readonly key?: string;
  readonly pages?: readonly Page[];
  /** In place of all of that. */
  readonly answer?: (request: Request) => Response | Promise<Response>;
}

export interface FakeSearch extends AsyncDisposable {
  readonly url: string;
  readonly requests: {
    readonly method: string;
    readonly url: URL;
    readonly headers: Headers;
    readonly body: string;
  }[];
}

export function fakeSearch(kind: WebSearch["kind"], options: Options = {}): FakeSearch {
  const { key, pages = PAGES } = options;
  const requests: FakeSearch["requests"] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const url = new URL(request.url);
    const body = await request.clone().text();
    requests.push({ method: request.method, url, headers: request.headers, body });
    return await options.answer?.(request) ?? told(kind, { request, url, body, pages, key });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

interface Asked {
  readonly request: Request;
  readonly url: URL;
  readonly body: string;
  readonly pages: readonly Page[];
  readonly key: string | undefined;
}

function told(kind: WebSearch["kind"], { request, url, body, pages, key }: Asked): Response {
  const bearer = request.headers.get("authorization") === `Bearer ${key}`;
  switch (kind) {
    case "searxng": {
      if (url.pathname !== "/search") return new Response("", { status: 404 });
      if (url.searchParams.get("format") !== "json") return new Response("", { status: 403 });
      return Response.json({
        query: url.searchParams.get("q"),
        number_of_results: 0,
        results: pages.map(({ text, ...page }) => ({
          ...page,
          content: text,
          engine: "duckduckgo",
          engines: ["duckduckgo"],
          parsed_url: ["https", "", "", "", "", ""],
          template: "default.html",
          score: 1,
          category: "general",
          publishedDate: null,
        })),
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: [["google", "timeout"]],
      });
    }
    case "brave":
      if (url.pathname !== "/res/v1/web/search") return new Response("", { status: 404 });
      if (key !== undefined && request.headers.get("x-subscription-token") !== key) {
        return Response.json({ type: "ErrorResponse", error: { code: "SUBSCRIPTION_TOKEN_INVALID" } }, {
          status: 422,
        });
      }
      return Response.json({
        type: "search",
        query: { original: url.searchParams.get("q"), more_results_available: true },
        ...(pages.length === 0 ? {} : {
          web: {
            type: "search",
            results: pages.map(({ text, ...page }) => ({
              type: "search_result",
              ...page,
              description: text,
              profile: { name: "A" },
              family_friendly: true,
            })),
          },
        }),
      });
    case "tavily": {
      if (url.pathname !== "/search" || request.method !== "POST") return new Response("", { status: 404 });
      if (key !== undefined && !bearer) {
        return Response.json({ detail: { error: "Unauthorized: missing or invalid API key." } }, {
          status: 401,
        });
      }
      const { query } = JSON.parse(body);
      return Response.json({
        query,
        follow_up_questions: null,
        answer: null,
        images: [],
        results: pages.map(({ text, ...page }) => ({
          ...page,
          content: text,
          score: 0.9,
          raw_content: null,
        })),
        response_time: 1.1,
        request_id: "123",
      });
    }
    default:
      return kind satisfies never;
  }
}

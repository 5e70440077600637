/** What search services are sent, and what is read of what they say. */
import assert from "node:assert/strict";
import { askingFor, foundIn, RESULTS } from "../../../actors/websearch/wires.ts";

Deno.test("each kind of service is asked in its own words, with its key in one header and the search written for an address", () => {
  const query = "gold & fish?";
  assert.deepEqual(askingFor({ kind: "searxng", url: "http://localhost:8888/x/" }, null, query), {
    url: "http://localhost:8888/x/search?q=gold+%26+fish%3F&format=json",
    headers: {},
  });
  assert.deepEqual(askingFor({ kind: "searxng", url: "https://s.example" }, "k", query).headers, {
    authorization: "Bearer k",
  });
  assert.deepEqual(askingFor({ kind: "brave", url: "https://api.search.brave.com" }, "k", query), {
    url: "https://api.search.brave.com/res/v1/web/search?q=gold+%26+fish%3F&count=8&text_decorations=false",
    headers: { "x-subscription-token": "k" },
  });
  assert.deepEqual(askingFor({ kind: "tavily", url: "https://api.tavily.com" }, "k", query), {
    url: "https://api.tavily.com/search",
    headers: { authorization: "Bearer k" },
    body: { query, max_results: 8, search_depth: "basic" },
  });
});

Deno.test("of an answer pages of the web are kept, each once, in one line and bounded; the rest is left out", () => {
  const page = (url: unknown, more = {}) => ({ url, title: "T", content: "C", ...more });
  assert.deepEqual(
    foundIn("searxng", {
      results: [
        page("https://a.example/#part", { title: " a\n\u202e b ", content: "😀".repeat(2_000) }),
        page("https://a.example/"),
        page("javascript:alert(1)"),
        page("https://u:p@a.example/"),
        page(7),
        null,
        { url: "https://b.example/", title: null },
      ],
    }),
    [
      { url: "https://a.example/", title: "a b", text: "😀".repeat(1_000) },
      { url: "https://b.example/", title: "", text: "" },
    ],
  );
  const many = Array.from({ length: 30 }, (_, n) => page(`https://a.example/${n}`));
  assert.equal(foundIn("tavily", { results: many })?.length, RESULTS);
});

Deno.test("of Brave the pages stand under the web and may be missing; what is no answer is none", () => {
  const results = [{ url: "https://a.example/", title: "A", description: "D", content: "no" }];
  assert.deepEqual(foundIn("brave", { type: "search", web: { results } }), [
    { url: "https://a.example/", title: "A", text: "D" },
  ]);
  assert.deepEqual(foundIn("brave", { type: "search" }), []);
  assert.deepEqual(foundIn("searxng", { results: [] }), []);
  for (const answer of [null, [], "x", {}, { results: {} }, { web: { results } }]) {
    for (const kind of ["searxng", "brave", "tavily"] as const) assert.equal(foundIn(kind, answer), null);
  }
});

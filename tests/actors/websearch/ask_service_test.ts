/** A search over HTTP: what leaves, and how little of what comes is believed. */
import assert from "node:assert/strict";
import { askService, type Failure, SearchError } from "../../../actors/websearch/ask_service.ts";
import { fakeSearch } from "./fake_search.ts";

const never = new AbortController().signal;

async function failure(url: string): Promise<Failure | null> {
  try {
    await askService({ url, headers: {} }, never);
    return null;
  } catch (error) {
    assert.ok(error instanceof SearchError);
    return error.failure;
  }
}

Deno.test("a refusal, a redirect, too much and what is no JSON are told apart; nothing is followed", async () => {
  const deep = "[".repeat(40) + "]".repeat(40);
  const cases: readonly [() => Response, Failure | null][] = [
    [() => new Response("", { status: 401 }), "unauthorized"],
    [() => new Response("", { status: 403 }), "forbidden"],
    [() => new Response("", { status: 422 }), "forbidden"],
    [() => new Response("", { status: 429 }), "limited"],
    [() => new Response("", { status: 432 }), "limited"],
    [() => new Response("", { status: 404 }), "missing"],
    [() => new Response("", { status: 502 }), "unreachable"],
    [() => new Response("", { status: 302, headers: { location: "http://169.254.169.254/" } }), "missing"],
    [() => new Response(`"${"x".repeat(1_100_000)}"`), "too_large"],
    [() => Response.json(Array.from({ length: 10_001 }, () => 0)), "too_large"],
    [() => new Response(deep), "too_large"],
    [() => new Response("{}"), null],
  ];
  for (const [answer, expected] of cases) {
    await using service = fakeSearch("searxng", { answer });
    assert.equal(await failure(`${service.url}/search`), expected);
    assert.equal(service.requests.length, 1);
  }
});

Deno.test("this machine may be asked, a link-local address and nobody's never", async () => {
  await using service = fakeSearch("searxng");
  assert.equal(await failure(`${service.url}/search?format=json`), null);
  assert.equal(await failure("http://169.254.169.254/search"), "unreachable");
  assert.equal(await failure("http://[::ffff:169.254.169.254]/search"), "unreachable");
  assert.equal(await failure("http://127.0.0.1:9/search"), "unreachable");
});

Deno.test("who stops waiting is heard at once", async () => {
  const stop = new AbortController();
  await using service = fakeSearch("searxng", {
    answer: () => {
      stop.abort();
      return new Response(new ReadableStream());
    },
  });
  await assert.rejects(
    askService({ url: service.url, headers: {} }, stop.signal),
    (error) => !(error instanceof SearchError),
  );
});

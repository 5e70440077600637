import assert from "node:assert/strict";
import { type News, told } from "../../../actors/mcp/news.ts";

function hearing() {
  const heard: News[] = [];
  let now = 0;
  const hear = told(
    (news) => heard.push(news),
    () => now,
    (text) => text.replaceAll("secret-7Kq2", "[redacted]"),
  );
  return { heard, hear, pass: (ms: number) => (now += ms) };
}

Deno.test("how far a call is is told now and then, however often its server says so", () => {
  const { heard, hear, pass } = hearing();
  for (let n = 0; n < 1_000; n++) hear({ progress: n, total: 1_000 });
  pass(250);
  hear({ progress: 1_000, total: 1_000 });
  assert.deepEqual(heard.map(({ done, total }) => [done, total]), [[0, 1_000], [1_000, 1_000]]);
});

Deno.test("its words are a line of some length without secrets, and what is no number is nothing", () => {
  const { heard, hear, pass } = hearing();
  const says = (news: Parameters<typeof hear>[0]) => {
    pass(1_000);
    hear(news);
  };
  says({ progress: 1, total: 0, message: `Has secret-7Kq2 ${"x".repeat(100_000)}` });
  says({ progress: Number.NaN });
  says({ progress: 2, total: Number.POSITIVE_INFINITY });
  says({ progress: 3, total: -1 });
  assert.deepEqual(heard.map(({ done, total }) => [done, total]), [[1, null], [2, null], [3, null]]);
  assert.equal(heard[0]?.said.length, 200);
  assert.ok(heard[0]?.said.startsWith("Has [redacted] x"));
});

/** What `/metrics` tells, and to whom. */
import assert from "node:assert/strict";
import { bearer, PASSWORD } from "../credentials.ts";
import { TestServer, WELCOME } from "../harness.ts";

/** The figures by their names and labels. */
function figures(text: string): Map<string, number> {
  return new Map(
    text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line): [string, number] => {
      const cut = line.lastIndexOf(" ");
      return [line.slice(0, cut), Number(line.slice(cut + 1))];
    }),
  );
}

Deno.test("turns, commits and streams are told as figures, and no word of anybody", async () => {
  await using server = await TestServer.start();
  const asked = async () => await server.call("GET", "/metrics");
  const over = new Set<string>();
  let heard = () => {};
  const unsubscribe = server.system.subscribe((live) => {
    if (live.type !== "commit") return;
    for (const { event } of live.commit.events) {
      if (event.type === "ExchangeCompleted") over.add(event.exchange ?? "");
    }
    heard();
  });
  /** The figures once a message was answered, and that was told. */
  const answered = async (): Promise<Map<string, number>> => {
    const path = `/api/conversations/${WELCOME}/messages`;
    const { json } = await server.call("POST", path, { content: "Is quokka a word?" });
    while (!over.has(json.message.id)) await new Promise<void>((resolve) => (heard = resolve));
    return figures((await asked()).text);
  };
  const agents = (await server.system.conversation(WELCOME))?.participants.length ?? 0;
  assert.ok(agents > 0);
  const before = await answered();
  const now = await answered();
  unsubscribe();
  const { status, headers, text } = await asked();
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const rose = (name: string) => (now.get(name) ?? NaN) - (before.get(name) ?? NaN);
  assert.equal(rose('fishbowl_turns_ended_total{outcome="completed"}'), agents);
  assert.equal(rose("fishbowl_first_text_seconds_count"), agents);
  assert.equal(rose('fishbowl_first_text_seconds_bucket{le="+Inf"}'), agents);
  assert.ok(rose("fishbowl_commit_seconds_count") >= 1);
  assert.ok(rose("fishbowl_commit_seconds_sum") > 0);
  assert.ok(rose("fishbowl_events_total") >= 3);
  for (
    const name of [
      'fishbowl_turns{state="running"}',
      'fishbowl_turns{state="waiting"}',
      "fishbowl_streams",
      "fishbowl_conversations_due",
      "fishbowl_event_loop_lag_seconds",
    ]
  ) assert.equal(now.get(name), 0, name);
  for (const name of ["process_cpu_seconds_total", "process_resident_memory_bytes"]) {
    assert.ok((now.get(name) ?? 0) > 0, name);
  }
  assert.equal(now.get("fishbowl_disk_free_bytes"), undefined, "a store in memory lies on no disk");
  assert.ok(!/quokka|Editor|Welcome/.test(text), text);
  await server.call("DELETE", `/api/conversations/${WELCOME}`);
  assert.equal(figures((await asked()).text).get("fishbowl_conversations_due"), 1);
});

Deno.test("once there is a password the figures are for who signed in, and for tokens that may", async () => {
  await using server = await TestServer.start();
  const statusFor = async (headers?: Record<string, string>) =>
    (await server.call("GET", "/metrics", undefined, headers)).status;
  assert.equal(await statusFor(), 200);
  const may = await server.access.addToken("token_metrics", "metrics", { scope: "metrics" });
  const mayNot = await server.access.addToken("token_chat", "chat", { scope: "chat" });
  await server.access.setPassword(PASSWORD);
  assert.equal(await statusFor(), 401);
  assert.equal(await statusFor(bearer(may)), 200);
  assert.equal(await statusFor(bearer(mayNot)), 403);
});

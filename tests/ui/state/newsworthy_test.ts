/** What is told to somebody who looks elsewhere. */
import assert from "node:assert/strict";
import { evolveRow } from "../../../projections/conversation/list.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import { type News, newsOf, withNews } from "../../../ui/state/newsworthy.ts";
import { History } from "../../history.ts";

/** What was news, event by event, with the row as it was before each. */
function told(history: History): (News | null)[] {
  let row: ListRow | null = null;
  return history.events.map((event) => {
    const news = newsOf(event, row ?? undefined);
    row = evolveRow(row, history.id, event);
    return news;
  });
}
const place = { conversationId: "conv_1", title: "Is bread food?" };

Deno.test("answers are news once all of them are done, with how many failed", () => {
  const history = new History().started().joined("ada").answered("m1", "Is bread food?", { ada: "Yes." });
  assert.deepEqual(told(history).filter(Boolean), [{ kind: "done", ...place, answered: 1, failed: 0 }]);
});

Deno.test("what was stopped is no news", () => {
  const history = new History().started().joined("ada").posted("m1", "Is bread food?")
    .add("ExchangeCompleted", { completed: 0, failed: 0, cancelled: 2 }, { exchange: "m1" });
  assert.deepEqual(told(history).filter(Boolean), []);
  const mixed = new History().started().joined("ada").posted("m1", "Is bread food?")
    .add("ExchangeCompleted", { completed: 0, failed: 1, cancelled: 2 }, { exchange: "m1" });
  assert.deepEqual(told(mixed).filter(Boolean), [{ kind: "done", ...place, answered: 0, failed: 1 }]);
});

Deno.test("a tool that asks is news, by the name of who asks; one that does not is none", () => {
  const called = (asks?: true) =>
    new History().started().joined("ada").posted("m1", "Is bread food?").requested("ada", "m1")
      .claimed("t_ada").add("ToolCalled", {
        turnId: "t_ada",
        attempt: 1,
        round: 1,
        callId: "c",
        tool: "fetch_url",
        args: "{}",
        ...(asks ? { asks } : {}),
      });
  assert.deepEqual(told(called(true)).filter(Boolean), [{ kind: "waits", ...place, name: "ada" }]);
  assert.deepEqual(told(called()).filter(Boolean), []);
});

Deno.test("of each conversation the last news is kept, and of no more than fifty", () => {
  const done = (conversationId: string): News => ({
    kind: "done",
    conversationId,
    title: "",
    answered: 1,
    failed: 0,
  });
  const waits = (conversationId: string): News => ({ kind: "waits", conversationId, title: "", name: "ada" });
  const ids = (news: readonly News[]) => news.map(({ kind, conversationId }) => `${conversationId} ${kind}`);
  assert.deepEqual(ids(withNews([done("a"), done("b")], done("a"))), ["b done", "a done"]);
  assert.deepEqual(ids(withNews([done("a")], waits("a"))), ["a waits"]);
  assert.deepEqual(ids(withNews([waits("a")], done("a"))), ["a done"]);
  const many = Array.from({ length: 60 }, (_, at) => at).reduce(
    (news: readonly News[], at) => withNews(news, done(`c${at}`)),
    [],
  );
  assert.equal(many.length, 50);
});

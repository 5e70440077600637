/** What the server is asked: each question is one path. */
import assert from "node:assert/strict";
import * as queries from "../../../ui/state/queries.ts";
import { serving } from "../browser.ts";

const PLACE = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);

Deno.test("each question is one path, and says no more than was asked", async () => {
  const { signal } = new AbortController();
  const asked: [run: () => Promise<unknown>, path: string][] = [
    [queries.listed, "/api/conversations?limit=500"],
    [queries.listedFirst, "/api/conversations?limit=100"],
    [() => queries.listedNext("2026 a"), "/api/conversations?limit=400&cursor=2026%20a"],
    [queries.listedArchived, "/api/conversations?archived=true&limit=500"],
    [() => queries.opened("a b"), "/api/conversations/a%20b?view=fold"],
    [() => queries.openedEnd("a b"), "/api/conversations/a%20b?view=fold&headers=150"],
    [() => queries.bodiesBefore("c", 9), "/api/conversations/c/messages?view=fold&before=9&limit=50"],
    [() => queries.eventsAfter("c", 3, 200), "/api/conversations/c/events?after=3&limit=200"],
    [
      () => queries.found("50 % & more", signal),
      `/api/search?q=50+%25+%26+more&sort=best&zone=${-new Date().getTimezoneOffset()}&place=${PLACE}`,
    ],
    [() => queries.wouldSend("c", "p", null, signal), "/api/conversations/c/context/p"],
    [() => queries.wouldSend("c", "p", 4, signal), "/api/conversations/c/context/p?at=4"],
    [() => queries.wasSent("c", "t"), "/api/conversations/c/turns/t/request"],
    [() => queries.usage(null, signal), "/api/usage"],
    [() => queries.usage("c", signal), "/api/usage?conversationId=c"],
    [queries.workspace, "/api/workspace"],
    [queries.prices, "/api/prices"],
    [queries.tokens, "/api/tokens"],
    [() => queries.models("p"), "/api/providers/p/models"],
    [() => queries.session(), "/api/session"],
  ];
  for (const [run, path] of asked) {
    using server = serving(() => Response.json({}));
    await run();
    assert.deepEqual(server.asked.map((one) => [one.method, one.path]), [["GET", path]]);
  }
  assert.equal(queries.attachmentAddress({ sha256: "ab" }), "/api/attachments/ab");
  assert.equal(queries.exportAddress("c", "markdown"), "/api/conversations/c/export?format=markdown");
});

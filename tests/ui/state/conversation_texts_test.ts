/** The words of a whole conversation are fetched once, page by page, and not shown. */
import "../page.ts";
import assert from "node:assert/strict";
import { serving } from "../browser.ts";
import { History } from "../../history.ts";
import { ConversationTexts } from "../../../ui/state/conversation_texts.ts";
import { ConversationStore } from "../../../ui/state/conversation_store.ts";

/** A conversation of ten messages of which the page has read the last two. */
function opened() {
  const history = new History().started();
  for (let n = 0; n < 10; n++) history.posted(`m${n}`, `message ${n}`);
  const state = history.state();
  for (let n = 0; n < 8; n++) delete state.bodies[`m${n}`];
  return new ConversationStore(state);
}

/** Pages of three. */
const pages = ({ path }: { path: string }) => {
  const before = Number(new URL(path, "http://a").searchParams.get("before"));
  // The message m<n> stands at event n + 2.
  const ids = Array.from({ length: 10 }, (_, n) => n).filter((n) => n + 2 < before).slice(-3);
  return Response.json({
    bodies: Object.fromEntries(ids.map((n) => [`m${n}`, { content: `message ${n}` }])),
  });
};

Deno.test("all words are known in the end, none is fetched twice, and the page has read no more of them", async () => {
  using server = serving(pages);
  const store = opened();
  const texts = new ConversationTexts(store);
  assert.equal(texts.textOf("m9"), "message 9");
  assert.equal(texts.textOf("m0"), "");
  await Promise.all([texts.readAll(), texts.readAll()]);
  assert.equal(texts.complete.value, true);
  assert.deepEqual(
    store.state.order.map((id) => texts.textOf(id)),
    store.state.order.map((_, n) => `message ${n}`),
  );
  assert.equal(server.asked.length, 3);
  assert.equal(Object.keys(store.state.bodies).length, 2);
  await texts.readAll();
  assert.equal(server.asked.length, 3);
});

Deno.test("who stops looking fetches no further", async () => {
  const answer = Promise.withResolvers<Response>();
  using server = serving(() => answer.promise);
  const texts = new ConversationTexts(opened());
  const fetched = texts.readAll();
  texts.stop();
  answer.resolve(pages({ path: "/?before=10" }));
  await fetched;
  assert.equal(server.asked.length, 1);
  assert.equal(texts.complete.value, false);
});

Deno.test("a page that cannot be had ends it; the next search tries again", async () => {
  let up = false;
  using _ = serving((asked) => up ? pages(asked) : new Response("", { status: 503 }));
  const texts = new ConversationTexts(opened());
  await texts.readAll();
  assert.equal(texts.complete.value, false);
  up = true;
  await texts.readAll();
  assert.equal(texts.complete.value, true);
});

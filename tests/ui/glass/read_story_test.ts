/** The log of a conversation as a page reads it: from its end, on with what happens, and back page by page. */
import assert from "node:assert/strict";
import "../page.ts";
import { signal } from "@preact/signals";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { Story, STORY_PAGE } from "../../../ui/glass/read_story.ts";
import { History } from "../../history.ts";
import { heard, problem, serving } from "../browser.ts";

const long = (messages: number) => {
  const history = new History().started();
  for (let n = 1; n <= messages; n++) history.posted(`m${n}`, "x");
  return history;
};
const telling = ({ events }: History) =>
  serving(({ path }) => {
    const { searchParams } = new URL(path, "http://localhost");
    const [after, limit] = [Number(searchParams.get("after")), Number(searchParams.get("limit"))];
    return Response.json({ events: events.slice(after, after + limit), next: null });
  });
const liveOf = (history: History, known = history.seq) => ({
  id: "conv_1",
  state: { ...history.state(), seq: known },
  events: signal<readonly AnyEvent[]>([]),
});
const seqs = (story: Story) => story.sections.value.flatMap(({ events }) => events.map(({ seq }) => seq));
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

Deno.test("a short log is read at once, a long one from its end, and back page by page to its beginning", async () => {
  const history = long(2 * STORY_PAGE);
  using server = telling(history);
  const story = new Story(liveOf(history));
  await story.readEnd();
  assert.deepEqual(seqs(story), upTo(history.seq - STORY_PAGE + 1, history.seq));
  assert.equal(story.isWhole, false);
  await story.readOlder();
  assert.equal(seqs(story).length, 2 * STORY_PAGE);
  await story.readOlder();
  assert.deepEqual(seqs(story), upTo(1, history.seq));
  assert.equal(story.isWhole, true);
  await story.readOlder();
  await story.readEnd();
  assert.equal(server.asked.length, 3, "what is known is not asked for");
});

Deno.test("what happens is added where it follows; after a gap the end is read again", async () => {
  const history = long(9);
  using server = telling(history);
  const live = liveOf(history, 5);
  const story = new Story(live);
  await story.readEnd();
  // All of it is there by now.
  assert.deepEqual(seqs(story), upTo(1, 10));
  history.posted("m10", "x").posted("m11", "x");
  live.state = history.state();
  story.hear(history.events.slice(8));
  assert.deepEqual(seqs(story), upTo(1, 12));
  for (let n = 12; n < 20; n++) history.posted(`m${n}`, "x");
  live.state = history.state();
  story.hear(history.events.slice(15));
  await heard();
  assert.deepEqual(seqs(story), upTo(1, 20));
  assert.equal(server.asked.length, 2);
});

Deno.test("where the log cannot be had nothing is shown, and it may be asked for again", async () => {
  const history = long(3);
  const story = new Story(liveOf(history));
  {
    using _server = serving(() => problem(500, "Gone."));
    await story.readEnd();
    assert.deepEqual([story.isEmpty, seqs(story)], [true, []]);
    story.hear(history.events);
    assert.deepEqual(seqs(story), [], "no end without a beginning");
  }
  using _server = telling(history);
  await story.readEnd();
  assert.deepEqual(seqs(story), upTo(1, 4));
});

Deno.test("a page is asked for once, however often one scrolls", async () => {
  const history = long(2 * STORY_PAGE);
  using server = telling(history);
  const story = new Story(liveOf(history));
  await Promise.all([story.readEnd(), story.readEnd()]);
  await Promise.all([story.readOlder(), story.readOlder()]);
  assert.equal(server.asked.length, 2);
});

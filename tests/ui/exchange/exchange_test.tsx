/** What is rendered anew as the pieces of answers arrive: counted, not timed. */
import assert from "node:assert/strict";
import { nextFrame, ofClass, place, watchRenders } from "../tiny_document.ts";
import { render } from "preact";
import { useRef } from "preact/hooks";
import type { Exchange } from "../../../ui/exchange/grouping.ts";
import { clockwork } from "../browser.ts";
import { History } from "../../history.ts";

const { ExchangeView } = await import("../../../ui/exchange/exchange.tsx");
const { exchangesOf, keepingSame } = await import("../../../ui/exchange/grouping.ts");
const { ConversationStore } = await import("../../../ui/state/conversation_store.ts");
type Store = InstanceType<typeof ConversationStore>;

const NAMES = ["ada", "bob", "cyd"];

/** As the transcript does: it is rendered again with each event, and with what comes or goes. */
function Page({ store }: { store: Store }) {
  const before = useRef<readonly Exchange[]>([]);
  const exchanges = keepingSame(before.current, exchangesOf(store.now, store.order.value));
  before.current = exchanges;
  return exchanges.map((exchange, index) => (
    <ExchangeView
      key={exchange.key}
      store={store}
      exchange={exchange}
      last={index === exchanges.length - 1}
    />
  ));
}

Deno.test("what a schedule missed is told beside the exchange it happens to stand behind, which is folded", () => {
  const history = new History().started().joined("ada", "bob");
  history.answered("m1", "One?", { ada: "one", bob: "eins" });
  const said = (id: string, content: string, more: object = {}) =>
    history.posted(id, content, { kind: "system", id: "system", name: "System" }, {
      role: "system",
      ...more,
    });
  said("n1", "It is nearly full.", { notice: { code: "context_warning" } });
  said("n2", "Missed 1 run of a schedule (2026-11-27 08:00 UTC): nobody was there to run it.");
  history.answered("m2", "Two?", { ada: "two", bob: "zwei" });
  const root = place();
  render(<Page store={new ConversationStore(history.state())} />, root);
  assert.match(root.textContent ?? "", /Missed 1 run of a schedule/);
  assert.doesNotMatch(
    root.textContent ?? "",
    /nearly full/,
    "what was said of the exchange is folded with it",
  );
  render(null, root);
});

Deno.test("an earlier question without words is told by its files, not by an empty line", () => {
  const history = new History().started().joined("ada", "bob");
  const file = (name: string) => ({ name, type: "application/pdf", size: 9, sha256: "a".repeat(64) });
  history.posted("m1", "", undefined, { attachments: [file("oven.pdf"), file("bread.pdf")] });
  for (const name of ["ada", "bob"]) {
    history.requested(name, "m1").claimed(`t_${name}`).completed(`t_${name}`, "Fine.");
  }
  history.answered("m2", "Two?", { ada: "two", bob: "zwei" });
  const root = place();
  render(<Page store={new ConversationStore(history.state())} />, root);
  assert.match(root.textContent ?? "", /oven\.pdf, bread\.pdf/);
  render(null, root);
});

Deno.test("each answer has its mark, unless tiles show the same; with more than three what stands beside them gives way", () => {
  const marks = (count: number) => {
    const names = Array.from({ length: count }, (_, n) => `agent${n}`);
    const history = new History().started().joined(...names);
    history.answered("m1", "One?", Object.fromEntries(names.map((name) => [name, "one"])));
    const root = place();
    render(<Page store={new ConversationStore(history.state())} />, root);
    const found = [ofClass(root, "answer-mark").length, ofClass(root, "many").length];
    render(null, root);
    return found;
  };
  assert.deepEqual([2, 3, 4, 7, 8].map(marks), [[2, 0], [3, 0], [4, 1], [7, 1], [0, 0]]);
});

/** Three agents write their second answers; what is rendered from then on. */
async function writing() {
  const history = new History().started().joined(...NAMES);
  history.answered("m1", "One?", { ada: "one", bob: "eins", cyd: "un" }).posted("m2", "Two?");
  for (const name of NAMES) history.requested(name, "m2");
  for (const name of NAMES) history.claimed(`t_${name}`);
  const store = new ConversationStore(history.state());
  const root = place();
  render(<Page store={store} />, root);
  const write = (name: string, at: number, text: string) => {
    const messageId = `m_t_${name}`;
    assert.ok(store.write({ messageId, turnId: `t_${name}`, attempt: 1, at, text }));
  };
  for (const name of NAMES) write(name, 0, "Two ");
  nextFrame();
  // Its parser is there from the first text on.
  await import("../../../ui/rich/rich_text.tsx");
  nextFrame();
  const rendered: string[] = [];
  const stop = watchRenders((name, { shown, text }) => {
    const { message } = (shown ?? {}) as { message?: { id: string } };
    rendered.push([name, message?.id ?? text].join(" "));
  });
  return {
    root,
    write,
    ends(name: string, text: string) {
      assert.ok(store.apply(history.completed(`t_${name}`, text).events.at(-1) ?? assert.fail()));
      nextFrame();
    },
    rendered,
    [Symbol.dispose]() {
      stop();
      render(null, root);
    },
  };
}

/** What draws the text of an answer. */
const drawing = (name: string, text: string): string[] => [
  ...["Said", "Parts"].map((part) => `${part} m_t_${name}`),
  ...["Markdown", "RichText", "Formatted"].map((part) => `${part} ${text}`),
];

Deno.test("with a piece of an answer nothing is rendered but the text it belongs to, however many are being written", async () => {
  using page = await writing();
  page.write("bob", 4, "and more");
  nextFrame();
  assert.match(page.root.textContent ?? "", /Two and more/);
  assert.deepEqual(page.rendered, drawing("bob", "Two and more"));
});

Deno.test("pieces that come before a frame are rendered in it at once, each text once", async () => {
  using page = await writing();
  for (const at of [4, 8, 12]) for (const name of ["ada", "cyd"]) page.write(name, at, "more");
  nextFrame();
  const text = "Two moremoremore";
  assert.deepEqual(page.rendered, [...drawing("ada", text), ...drawing("cyd", text)]);
});

Deno.test("an answer that ends renders its own card, and what can be done with it some frames later, one a frame", async () => {
  using page = await writing();
  using clock = clockwork();
  const drawn = () => {
    for (let frame = 0; frame < 4; frame++) {
      clock.ring(0);
      nextFrame();
    }
  };
  const made = (what: RegExp) => page.rendered.filter((one) => what.test(one)).length;
  page.ends("ada", "Two ");
  drawn();
  page.rendered.splice(0);
  page.ends("bob", "Two ");
  const menus = made(/^More/);
  drawn();
  assert.deepEqual(
    [menus, made(/^More/)],
    [1, 3],
    "what can be done with both, not with the end of the second",
  );
  page.rendered.splice(0);
  page.ends("cyd", "Two ");
  const cards = () => page.rendered.filter((one) => /^Card /.test(one));
  const later = () => [/^ActionBar/, /^ActionMenu/, /^InContext/].map(made);
  assert.deepEqual([cards(), later()], [["Card m_t_cyd"], [0, 0, 0]], "none of those that ended before");
  for (let [frame, before] = [0, 0]; frame < 6; frame++) {
    clock.ring();
    nextFrame();
    const now = made(/^ActionBar/);
    assert.ok(now - before <= 1, "one a frame");
    before = now;
  }
  assert.deepEqual(later(), [3, 3, 3]);
});

/** The conversation in the browser: each message has a signal of its own, and nothing else stirs when one changes. */
import assert from "node:assert/strict";
import { effect } from "@preact/signals";
import { ConversationStore } from "../../../ui/state/conversation_store.ts";
import { OneAFrame } from "../../../ui/state/one_a_frame.ts";
import { History } from "../../history.ts";

/** Frames of a browser, shown when the test says so. */
class Screen implements Disposable {
  readonly #known = Reflect.get(globalThis, "requestAnimationFrame");
  #waiting: (() => void)[] = [];
  readonly oneEach = new OneAFrame((does) => void this.#waiting.push(does));

  constructor() {
    Reflect.set(globalThis, "requestAnimationFrame", (run: () => void) => this.#waiting.push(run));
  }
  /** Frames asked for. */
  get asked(): number {
    return this.#waiting.length;
  }
  show(): void {
    for (const run of this.#waiting.splice(0)) run();
  }
  [Symbol.dispose](): void {
    Reflect.set(globalThis, "requestAnimationFrame", this.#known);
  }
}

/** A store that has the story up to event `seq`, and how often each of its messages was rendered since. */
function watched(history: History, seq: number, screen?: Screen) {
  const until = new History();
  until.events.push(...history.events.slice(0, seq));
  const store = new ConversationStore(until.state(), true, null, 0, screen?.oneEach);
  const renders: Record<string, number> = {};
  for (const id of store.state.order) {
    effect(() => {
      void store.message(id)?.value;
      renders[id] = (renders[id] ?? -1) + 1;
    });
    effect(() => {
      void store.draft(id).value;
      renders[`draft of ${id}`] = (renders[`draft of ${id}`] ?? -1) + 1;
    });
  }
  let lists = -1;
  effect(() => {
    void store.order.value;
    lists++;
  });
  const changed = () => Object.entries(renders).filter(([, times]) => times > 0).map(([id]) => id);
  return { store, changed, lists: () => lists };
}

const talk = () =>
  new History().started().joined("Ada", "Ben").posted("m1", "Why?").requested("Ada", "m1").requested(
    "Ben",
    "m1",
  )
    .claimed("t_Ada").claimed("t_Ben");

// Shows S0-74.
Deno.test("text that streams in renders the one answer it belongs to, once a frame", () => {
  using screen = new Screen();
  const history = talk();
  const { store, changed, lists } = watched(history, history.seq, screen);
  const piece = (at: number, text: string) =>
    store.write({ turnId: "t_Ben", messageId: "m_t_Ben", attempt: 1, at, text });
  for (const [n, letter] of [..."because"].entries()) assert.equal(piece(n, letter), true);
  assert.equal(screen.asked, 1, "seven pieces, one frame");
  assert.deepEqual(changed(), []);
  screen.show();
  assert.deepEqual(changed(), ["draft of m_t_Ben"]);
  assert.equal(store.draft("m_t_Ben").value.text, "because");
  assert.equal(lists(), 0);
});

// Shows S0-74, S2-34, S0-46.
Deno.test("an event renders the message it is about, and no other", () => {
  using screen = new Screen();
  const history = talk();
  const { seq } = history;
  history.completed("t_Ada", "Because.").add("InclusionSet", { messageId: "m1", included: false })
    .add("ParticipantDisabled", { participantId: "p_Ben" });
  const steps: [string, string[]][] = [
    ["Ada answers", ["m_t_Ada"]],
    ["the question is left out", ["m1"]],
    ["an agent is turned off", []],
  ];
  for (const [n, [what, expected]] of steps.entries()) {
    const { store, changed, lists } = watched(history, seq + n, screen);
    const event = history.events[seq + n];
    assert.ok(event && store.apply(event));
    assert.deepEqual(changed().filter((id) => !id.startsWith("draft")), expected, what);
    assert.equal(lists(), 0, what);
  }
});

// Shows S2-30, S2-34.
Deno.test("each answer being written has its own text and state; one that ends leaves the others", () => {
  using screen = new Screen();
  const history = talk();
  const { store } = watched(history, history.seq, screen);
  for (const name of ["Ada", "Ben"]) {
    store.write({ turnId: `t_${name}`, messageId: `m_t_${name}`, attempt: 1, at: 0, text: `${name} thinks` });
  }
  screen.show();
  const end = history.completed("t_Ada", "Ada thinks.").events.at(-1);
  assert.ok(end && store.apply(end));
  assert.deepEqual(
    ["m_t_Ada", "m_t_Ben"].map((id) => store.message(id)?.value.message.status),
    ["complete", "streaming"],
  );
  assert.equal(store.draft("m_t_Ben").value.text, "Ben thinks");
});

Deno.test("answers that end together are shown one a frame", () => {
  using screen = new Screen();
  const history = talk();
  const { store } = watched(history, history.seq, screen);
  history.completed("t_Ada", "Because.").completed("t_Ben", "Why not?");
  for (const event of history.events) assert.equal(store.apply(event), true);
  const shown = () => ["m_t_Ada", "m_t_Ben"].map((id) => store.message(id)?.value.message.status);
  assert.deepEqual(shown(), ["complete", "streaming"]);
  screen.show();
  assert.deepEqual(shown(), ["complete", "complete"]);
});

Deno.test("the end of an answer waits for none that nobody looks at", () => {
  using screen = new Screen();
  const history = talk();
  const store = new ConversationStore(history.state(), true, null, 0, screen.oneEach);
  const shown = store.message("m_t_Ben");
  history.completed("t_Ada", "Because.").completed("t_Ben", "Why not?");
  for (const event of history.events) assert.equal(store.apply(event), true);
  assert.equal(shown?.value.message.status, "complete");
});

/** One answer of Ada's being written, and what a piece of it leaves on the screen. */
function answering(screen: Screen) {
  const history = talk();
  const { store } = watched(history, history.seq, screen);
  const piece = (at: number, text: string, attempt = 1) =>
    store.write({ turnId: "t_Ada", messageId: "m_t_Ada", attempt, at, text });
  return { history, store, piece, text: () => store.draft("m_t_Ada").value.text };
}

// Shows S2-34.
Deno.test("a piece after a gap is refused and not shown, so that the text is fetched; one known already adds nothing", () => {
  using screen = new Screen();
  const { piece, text } = answering(screen);
  assert.equal(piece(0, "Because"), true);
  assert.equal(piece(9, "is"), false, "a character between is missing");
  screen.show();
  assert.equal(text(), "Because");
  assert.equal(piece(7, " it"), true, "at the very end of what is known");
  assert.equal(piece(0, "Because"), true);
  assert.equal(piece(5, "se it is"), true, "overlapping");
  screen.show();
  assert.equal(text(), "Because it is");
});

// Shows S2-34.
Deno.test("an answer that is cut short begins anew: its first words are no part of its next try", () => {
  using screen = new Screen();
  const { history, store, piece, text } = answering(screen);
  piece(0, "First try");
  screen.show();
  assert.equal(text(), "First try");
  const cut = history.add("TurnInterrupted", {
    turnId: "t_Ada",
    attempt: 1,
    why: "lost",
    partial: "First try",
  })
    .events.at(-1);
  assert.ok(cut && store.apply(cut));
  assert.equal(text(), "", "at once, before anything new is written");
});

// Shows S2-34.
Deno.test("a piece of an earlier attempt changes nothing once a later one is being written", () => {
  using screen = new Screen();
  const { piece, text } = answering(screen);
  piece(0, "First try", 1);
  piece(0, "Second", 2);
  assert.equal(piece(0, "First try and more", 1), true);
  screen.show();
  assert.equal(text(), "Second");
  piece(6, " try", 2);
  screen.show();
  assert.equal(text(), "Second try");
});

for (const end of ["completed", "failed", "cancelled"] as const) {
  // Shows S2-30, S2-34.
  Deno.test(`a piece that comes after an answer was ${end} writes nothing`, () => {
    using screen = new Screen();
    const { history, store, piece, text } = answering(screen);
    piece(0, "Ada thinks");
    screen.show();
    // As a part of the page that has not been told yet.
    const held = store.draft("m_t_Ada");
    if (end === "completed") history.completed("t_Ada", "Ada thinks.");
    else if (end === "cancelled") history.add("TurnCancelled", { turnId: "t_Ada", why: "stopped" });
    else {
      const error = { code: "network", message: "Gone.", retryable: true } as const;
      history.add("TurnFailed", { turnId: "t_Ada", attempt: 1, error });
    }
    assert.equal(store.apply(history.events.at(-1) ?? assert.fail()), true);
    assert.equal(piece(0, "Ada thinks again and longer"), true, "nothing is missing: no fold is fetched");
    assert.equal(piece(99, " and on"), true, "nor behind a gap");
    screen.show();
    assert.equal(held.value.text, "Ada thinks");
    assert.equal(text(), store.state.bodies["m_t_Ada"]?.content ?? "", "what is in the fold");
    assert.ok(!store.drafted.includes("m_t_Ada"), "its draft is let go");
  });
}

Deno.test("an answer that ended while the page was away leaves no draft behind, one that goes on keeps its own", () => {
  using screen = new Screen();
  const { history, store, piece } = answering(screen);
  piece(0, "Ada thinks");
  store.write({ turnId: "t_Ben", messageId: "m_t_Ben", attempt: 1, at: 0, text: "Ben" });
  screen.show();
  store.become(history.completed("t_Ada", "Ada thinks.").state());
  assert.deepEqual(["m_t_Ada", "m_t_Ben"].filter((id) => store.drafted.includes(id)), ["m_t_Ben"]);
  assert.equal(store.draft("m_t_Ben").value.text, "Ben");
});

// Shows P1.
Deno.test("an event that is known changes nothing; one that leaves a gap is refused, so that the fold is fetched", () => {
  const history = talk();
  const { store, changed, lists } = watched(history, history.seq - 2);
  let changes = -1;
  effect(() => {
    void store.now;
    changes++;
  });
  // The fold is changed in place, so what it was is kept as a copy.
  const before = structuredClone(store.state);
  for (const known of history.events.slice(0, -2)) {
    assert.equal(store.apply(known), true);
    assert.deepEqual(store.state, before, known.type);
  }
  assert.equal(store.apply(history.events.at(-1) ?? assert.fail()), false);
  assert.deepEqual(store.state, before);
  assert.deepEqual([changes, lists(), changed()], [0, 0, []], "and nothing is drawn again");
});

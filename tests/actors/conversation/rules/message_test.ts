import assert from "node:assert/strict";
import { given, nothing } from "../../given.ts";
import { ATTACHMENTS_PER_MESSAGE } from "../../../../events/catalog/limits.ts";
import { BEN, History } from "../../../history.ts";

const three = () => new History().started().joined("Editor", "Critic", "Researcher");

// Shows S0-16, S2-7, S2-9.
Deno.test("a message asks every enabled agent at once, with the same context", () => {
  const decided = given(three()).when({ type: "post", content: "Hello" });
  decided.then("MessagePosted", "TurnRequested", "TurnRequested", "TurnRequested");
  assert.deepEqual(decided.speakers(), ["p_Editor", "p_Critic", "p_Researcher"]);
  const throughs = decided.all("TurnRequested").map((t) => t.through);
  assert.deepEqual(new Set(throughs), new Set([5]), "the log up to the message and nothing after it");
});

// Shows S0-A13, S2-4, S2-U4.
Deno.test("a disabled agent is not asked", () => {
  const history = three().add("ParticipantDisabled", { participantId: "p_Critic" });
  assert.deepEqual(given(history).when({ type: "post", content: "Hello" }).speakers(), [
    "p_Editor",
    "p_Researcher",
  ]);
});

// Shows S0-28, S0-A15, S2-14, C-5.
Deno.test("with nobody enabled the message is kept and one notice explains it", () => {
  const history = new History().started().joined("Editor")
    .add("ParticipantDisabled", { participantId: "p_Editor" });
  const decided = given(history).when({ type: "post", content: "A note to myself" });
  decided.then("MessagePosted", "MessagePosted");
  const [mine, notice] = decided.all("MessagePosted");
  assert.equal(mine?.content, "A note to myself");
  assert.equal(notice?.role, "system");
  assert.equal(notice?.content, "No agents are enabled for this conversation.");
});

// Shows C-5.
Deno.test("a conversation without any agent takes messages too", () => {
  given(new History().started()).when({ type: "post", content: "Hello" }).then(
    "MessagePosted",
    "MessagePosted",
  );
});

// Shows S0-15, S0-39, C-4.
Deno.test("5,000 code points pass, one more is refused, emoji count once", () => {
  given(three()).when({ type: "post", content: "😀".repeat(5_000) }).accepted;
  given(three()).when({ type: "post", content: "a".repeat(5_001) })
    .refused("validation", "The message has 5001 characters; at most 5000 are allowed.");
});

// Shows S0-77, S4-20.
Deno.test("a blank message is refused; with a file it is not", () => {
  given(three()).when({ type: "post", content: " \n\t " }).refused("validation", "The message is empty.");
  const file = { sha256: "a".repeat(64), name: "a.png", type: "image/png", size: 3 };
  const decided = given(three()).when({ type: "post", content: "", attachments: [file] });
  assert.deepEqual(decided.all("MessagePosted")[0]?.attachments, [file]);
});

// Shows S4-46.
Deno.test("as many files as a message takes are posted, and one more is refused", () => {
  const files = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      sha256: `${i}`.repeat(64).slice(0, 64),
      name: `${i}.png`,
      type: "image/png",
      size: 3,
    }));
  const post = (n: number) => given(three()).when({ type: "post", content: "Look", attachments: files(n) });
  assert.equal(
    post(ATTACHMENTS_PER_MESSAGE).all("MessagePosted")[0]?.attachments?.length,
    ATTACHMENTS_PER_MESSAGE,
  );
  post(ATTACHMENTS_PER_MESSAGE + 1).refused(
    "validation",
    `At most ${ATTACHMENTS_PER_MESSAGE} files can be attached.`,
  );
});

// Shows S3-5, C-3, P8.
Deno.test("placeholder ids and ids with odd characters are refused", () => {
  for (
    const id of [
      "__fake_id__",
      "no-id",
      "",
      "__x",
      "constructor",
      "toString",
      "a b",
      "a/b",
      "é",
      "x".repeat(65),
    ]
  ) {
    given(three()).when({ type: "post", id, content: "Hello" }).refused("validation");
  }
});

// Shows S3-8.
Deno.test("a person's message keeps the id its client chose", () => {
  const decided = given(three()).when({ type: "post", id: "client-1", content: "Hello" });
  assert.equal(decided.accepted.answer.messageId, "client-1");
});

// Shows S3-6, S3-7.
Deno.test("every answer has its own id in message_{12 hex} before anything is shown", () => {
  const ids = given(three()).when({ type: "post", content: "Hello" }).all("TurnRequested").map((t) =>
    t.messageId
  );
  for (const id of ids) assert.match(id, /^message_[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, 3);
});

// Shows C-3, S3-2, P8.
Deno.test("an id that is taken is minted again", () => {
  const digits = (n: number) => n.toString(16).padStart(12, "0");
  const history = new History().started().joined("Editor").posted(`message_${digits(1)}`, "Hi");
  const drawn = [1, 1, 2, 2, 3].map(digits);
  const decided = given(history, () => drawn.shift() ?? digits(9)).when({ type: "post", content: "Again" });
  assert.equal(decided.accepted.answer.messageId, `message_${digits(2)}`);
  assert.equal(decided.one("TurnRequested").messageId, `message_${digits(3)}`);
});

// Shows P17.
Deno.test("the same message twice is one message", () => {
  const history = three().posted("client-1", "Hello");
  given(history).when({ type: "post", id: "client-1", content: "Hello" }).then();
  given(history).when({ type: "post", id: "client-1", content: "Another" }).refused("conflict");
  given(history).when({ type: "post", id: "client-1", content: "Hello" }, BEN).refused("conflict");
});

// Shows S2-38, C-11.
Deno.test("a new message cancels what the same person's earlier message started", () => {
  const history = three().posted("m1", "First").requested("Editor", "m1").requested("Critic", "m1")
    .claimed("t_Editor").completed("t_Editor", "Done").claimed("t_Critic");
  const decided = given(history).when({ type: "post", content: "Second" });
  decided.then(
    "TurnCancelled",
    "ExchangeCompleted",
    "MessagePosted",
    "TurnRequested",
    "TurnRequested",
    "TurnRequested",
  );
  assert.deepEqual(decided.one("TurnCancelled"), { turnId: "t_Critic", why: "new_message" });
  assert.deepEqual(decided.one("ExchangeCompleted"), { completed: 1, failed: 0, cancelled: 1 });
});

// Shows S2-38.
Deno.test("another person's message cancels nothing", () => {
  const history = three().posted("m1", "First").requested("Editor", "m1").claimed("t_Editor");
  assert.equal(given(history).when({ type: "post", content: "Me too" }, BEN).all("TurnCancelled").length, 0);
});

// Shows S2-38.
Deno.test("a turn that was asked for by hand survives its asker's next message", () => {
  const history = three().add("ModeChanged", { mode: "manual" })
    .requested("Editor", "t_Editor", { mode: "manual" }).claimed("t_Editor");
  given(history).when({ type: "post", content: "More" }).then("MessagePosted");
});

// Shows C-11.
Deno.test("with the setting queue a message waits and speaks when the exchange is over", () => {
  const history = new History().started({ settings: { onNewMessage: "queue" } }).joined("Editor")
    .posted("m1", "First").requested("Editor", "m1").claimed("t_Editor");
  const waiting = given(history).when({ type: "post", id: "m2", content: "Second" }).then("MessagePosted");
  const done = given(waiting.next).when({
    type: "complete",
    data: { ...completionOf("t_Editor"), content: "Answer to the first" },
  });
  done.then("TurnCompleted", "ExchangeCompleted", "TurnRequested");
  const turn = done.one("TurnRequested");
  assert.equal(turn.through, waiting.next.seq + 2, "the agent sees its own previous answer");
  assert.equal(done.accepted.events.at(-1)?.exchange, "m2");
  assert.deepEqual(done.next.state().queue, []);
});

// Shows C-11.
Deno.test("queued messages for which nobody is left get their notices and block nothing", () => {
  const history = new History().started({ settings: { onNewMessage: "queue" } }).joined("Editor")
    .posted("m1", "First").requested("Editor", "m1").claimed("t_Editor").posted("m2", "Second")
    .posted("m3", "Third");
  const decided = given(history).when({
    type: "change_participant",
    participantId: "p_Editor",
    enabled: false,
  });
  decided.then("ParticipantDisabled", "TurnCancelled", "ExchangeCompleted", "MessagePosted", "MessagePosted");
  assert.deepEqual(decided.accepted.events.slice(-2).map(({ exchange }) => exchange), ["m2", "m3"]);
  assert.deepEqual(decided.next.state().queue, []);
});

// Shows P18.
Deno.test("a mention asks only the agents named, in roster order, and says so", () => {
  const decided = given(three()).when({ type: "post", content: "@researcher and @Editor, please" });
  assert.deepEqual(decided.speakers(), ["p_Editor", "p_Researcher"]);
  assert.deepEqual(decided.all("TurnRequested")[0]?.reason, { code: "mentioned", text: "mentioned by Ann" });
});

// Shows P18.
Deno.test("@dataclass and addresses are plain text and silence nobody", () => {
  const decided = given(three()).when({ type: "post", content: "Use @dataclass, mail a@editor.example" });
  assert.equal(decided.speakers().length, 3);
});

// Shows P18.
Deno.test("@all asks everyone who is enabled, also in manual mode", () => {
  const manual = three().add("ModeChanged", { mode: "manual" })
    .add("ParticipantDisabled", { participantId: "p_Critic" });
  const decided = given(manual).when({ type: "post", content: "@all what now?" });
  assert.deepEqual(decided.speakers(), ["p_Editor", "p_Researcher"]);
});

// Shows P18.
Deno.test("a mention of an agent that is off says why nobody answers", () => {
  const history = three().add("ParticipantDisabled", { participantId: "p_Critic" });
  const decided = given(history).when({ type: "post", content: "@Critic?" }).then(
    "MessagePosted",
    "MessagePosted",
  );
  assert.match(decided.all("MessagePosted")[1]?.content ?? "", /not enabled/);
});

// Shows P18.
Deno.test("a name that two agents share is plain text, and a notice says so; who is named clearly or picked answers", () => {
  const twins = (settings: object = {}) =>
    new History().started({ settings }).joined("Ann", "Ben").add("ParticipantAdded", {
      participantId: "p_other",
      agentId: "a_other",
      agentVersion: 1,
      number: 9,
      name: "ann",
      color: 1,
      model: "echo",
    });
  const alone = given(twins()).when({ type: "post", content: "@Ann?" });
  assert.match(
    alone.all("MessagePosted")[1]?.content ?? "",
    /^Several agents go by @Ann, so it named nobody/,
  );
  assert.deepEqual(alone.speakers(), ["p_Ann", "p_Ben", "p_other"], "nobody is silenced by it");
  const beside = given(twins()).when({ type: "post", content: "@ann and @Ben?" });
  assert.deepEqual(beside.then("MessagePosted", "MessagePosted", "TurnRequested").speakers(), ["p_Ben"]);
  const picked = given(twins()).when({ type: "post", content: "@Ann?", mentions: ["p_other"] });
  assert.deepEqual(picked.then("MessagePosted", "TurnRequested").speakers(), ["p_other"]);
});

// Shows S4-2, S4-T5, S4-47.
Deno.test("in manual mode a message asks nobody", () => {
  const history = three().add("ModeChanged", { mode: "manual" });
  given(history).when({ type: "post", content: "Hello" }).then("MessagePosted");
});

// Shows P13.
Deno.test("the cap in money stops who would speak once it is reached, and not a cent before", () => {
  const history = new History().started({ settings: { limits: { usd: 2 } } }).joined("Editor");
  const post = (spent: number) => given(history, undefined, spent).when({ type: "post", content: "Hello" });
  assert.deepEqual(post(1.99).speakers(), ["p_Editor"]);
  for (const spent of [2, 2.01]) {
    const [, notice] = post(spent).then("MessagePosted", "MessagePosted").all("MessagePosted");
    assert.equal(notice?.content, "Stopped: this conversation has used its 2 US dollars.");
  }
});

// Shows P13.
Deno.test("the token cap of a conversation is an event a person can read", () => {
  const history = new History().started({ settings: { limits: { tokens: 15 } } }).joined("Editor")
    .answered("m1", "Hi", { Editor: "Hello" });
  const decided = given(history).when({ type: "post", content: "More" }).then(
    "MessagePosted",
    "MessagePosted",
  );
  assert.equal(
    decided.all("MessagePosted")[1]?.content,
    "Stopped: this conversation has used its 15 tokens.",
  );
});

// Shows S4-19.
Deno.test("a conversation, its roster and its first message start in one decision", () => {
  const decided = given(nothing()).when({
    type: "start",
    title: "",
    mode: "parallel",
    settings: {},
    agents: [joining("Editor"), joining("Critic")],
    message: { content: "Hello you" },
  });
  decided.then(
    "ConversationStarted",
    "ParticipantAdded",
    "ParticipantAdded",
    "MessagePosted",
    "TurnRequested",
    "TurnRequested",
  );
  assert.equal(decided.next.state().title, "Hello you");
});

// Shows S4-5, S4-T7.
Deno.test("a manual conversation must include at least one agent", () => {
  given(nothing()).when({ type: "start", title: "", mode: "manual", settings: {}, agents: [] })
    .refused("validation", "must include at least one agent");
});

function joining(name: string) {
  return { agentId: `a_${name}`, agentVersion: 1, number: 1, name, color: 1, model: "echo" };
}

function completionOf(turnId: string) {
  return {
    turnId,
    attempt: 1,
    messageId: `m_${turnId}`,
    finishReason: "stop",
    usage: null,
    model: "echo",
    providerMessageId: null,
    toolsUsed: [],
    timing: { firstTextMs: 1, totalMs: 2 },
  };
}

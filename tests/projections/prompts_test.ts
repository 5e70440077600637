/** Golden system prompts: who the agent is, and with whom it talks. */
import assert from "node:assert/strict";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { agencyPrompt, customInstructions } from "../../projections/prompt/agency_prompt.ts";
import { speakerName } from "../../projections/prompt/names.ts";
import { personalityText } from "../../projections/prompt/personality_text.ts";
import { rosterText } from "../../projections/prompt/room_prompt.ts";
import { systemPrompt } from "../../projections/prompt/system_prompt.ts";
import { BEN, History } from "../history.ts";

const MIDDLE = { openness: 50, conscientiousness: 50, extraversion: 50, agreeableness: 50, neuroticism: 50 };
const group = () =>
  new History().started().joined("Zoë", "Ada", "Critic").posted("m1", "Hi").posted("m2", "Ho", BEN);

// Shows S4-12.
Deno.test("the agent's own prompt, or You are {name}. when it is blank", () => {
  assert.equal(systemPrompt({ agent: { name: "Ada", systemPrompt: " \n" } }), "You are Ada.");
  assert.equal(systemPrompt({ agent: { name: "Ada", systemPrompt: "Speak Latin.\n" } }), "Speak Latin.");
});

// Shows S4-13, S4-14, S4-15, S4-T3.
Deno.test("the group sentence, word for word, after a blank line", () => {
  const state = group().state();
  assert.equal(
    systemPrompt({ agent: { name: "Ada", systemPrompt: "" }, group: rosterText(state, "p_Ada") }),
    "You are Ada.\n\nYou are participating in a group conversation. " +
      "Other participants: Humans: Ann, Ben. AI Agents: Zoë, Critic.",
  );
});

// Shows S4-15.
Deno.test("each part only when there is somebody, and nothing at all where there is no group", () => {
  const alone = new History().started({ mode: "manual" }).joined("Ada");
  assert.equal(rosterText(alone.state(), "p_Ada"), "You are participating in a group conversation.");
  assert.equal(
    rosterText(alone.posted("m1", "Hi").state(), "p_Ada"),
    "You are participating in a group conversation. Other participants: Humans: Ann.",
  );
  const agents = new History().started().joined("Ada", "Critic").state();
  assert.equal(
    rosterText(agents, "p_Ada"),
    "You are participating in a group conversation. Other participants: AI Agents: Critic.",
  );
  assert.equal(rosterText(new History().started().joined("Ada").posted("m1", "Hi").state(), "p_Ada"), "");
});

// Shows S4-15.
Deno.test("humans are distinct and go by the local part of an address", () => {
  const history = new History().started({ mode: "manual" }).joined("Ada")
    .posted("m1", "Hi", { kind: "user", id: "u1", name: "ann@example.org" })
    .posted("m2", "Ho", { kind: "user", id: "u2", name: "ann@elsewhere.net" });
  assert.match(rosterText(history.state(), "p_Ada"), /Humans: ann\.$/);
});

// Shows D-4.
Deno.test("the roster's order and who is off do not change anybody's prompt", () => {
  const before = rosterText(group().state(), "p_Ada");
  const after = group().add("ParticipantsReordered", { participantIds: ["p_Critic", "p_Zoë"] })
    .add("ParticipantDisabled", { participantId: "p_Zoë" }).posted("m3", "Again", BEN);
  assert.equal(rosterText(after.state(), "p_Ada"), before);
});

// Shows S0-A20, S2-16.
Deno.test("role and personality stand between the agent's prompt and the group", () => {
  const prompt = systemPrompt({
    agent: { name: "Ada", systemPrompt: "Speak Latin." },
    role: { prompt: "You review code.\n" },
    personality: { traits: { ...MIDDLE, openness: 95, agreeableness: 20 }, instructions: "Be brief." },
    group: "You are participating in a group conversation.",
  });
  assert.equal(
    prompt,
    [
      "Speak Latin.",
      "You review code.",
      "Your personality: you are very curious and imaginative; critical and blunt.\nBe brief.",
      "You are participating in a group conversation.",
    ].join("\n\n"),
  );
});

// Shows S0-A20.
Deno.test("traits are put into words the same way every time; the middle is not worth a word", () => {
  assert.equal(personalityText({ traits: MIDDLE, instructions: "" }), "");
  const extremes = {
    openness: 0,
    conscientiousness: 100,
    extraversion: 35,
    agreeableness: 65,
    neuroticism: 75,
  };
  assert.equal(
    personalityText({ traits: extremes, instructions: "" }),
    "Your personality: you are very down-to-earth and conventional; very careful and well organised; " +
      "somewhat reserved and brief; somewhat warm and accommodating; anxious and sensitive to risks.",
  );
});

// Shows S1-11, S1-12, S1-13, S1-14, S1-15, S1-16.
Deno.test("the manager's system text: principles, the others by number, JSON", () => {
  const state = new History().started().joined("manager", "programmer", "designer").managed(
    "manager",
    "Be kind.",
  )
    .state();
  assert.equal(
    agencyPrompt(state, "p_manager"),
    [
      "Be kind.",
      "You are agent #101 (manager) in a group of agents that work for one user.",
      "The other agents are: #102 (programmer), #103 (designer).",
      'Answer with one JSON object and nothing else: {"to": number, "context": string}. ' +
      '"to" is the ID number of the agent you address; "context" is what you say to it.',
      'You are the manager: you alone speak with the user. To answer the user, write 0 in "to". Ask the ' +
      "other agents when their view helps, one at a time, and answer the user once you have what you need.",
    ].join("\n\n"),
  );
});

// Shows S1-8, S1-12.
Deno.test("a member's system text names the manager it can reach the user by, and not those who are off", () => {
  const state = new History().started().joined("manager", "programmer", "designer").managed(
    "manager",
    "Be kind.",
  )
    .add("ParticipantDisabled", { participantId: "p_designer" }).state();
  const text = agencyPrompt(state, "p_programmer");
  assert.match(text, /You are agent #102 \(programmer\) in a group/);
  assert.match(text, /You never address the user\. Answer whoever addressed you, usually #101 \(manager\)\./);
  assert.doesNotMatch(text, /designer/);
});

// Shows S1-29.
Deno.test("the caller's newest system message is appended to the manager's text, to nobody else's", () => {
  const history = new History().started().joined("manager", "programmer").managed("manager");
  const instruct = (messageId: string, content: string) =>
    history.add("MessagePosted", {
      messageId,
      author: { kind: "system", id: "system", name: "System" },
      role: "system",
      content,
      notice: { code: "custom_instructions" },
    });
  const state = instruct("n1", "In French.").state();
  assert.equal(customInstructions(state), "In French.");
  // The fold goes on in place.
  foldAll(conversation, state, instruct("n2", "In Latin.").events.slice(-1));
  const latest = customInstructions(state);
  assert.equal(latest, "In Latin.");
  assert.equal(customInstructions(state, state.messages["n1"]?.seq), "In French.");
  assert.match(agencyPrompt(state, "p_manager", latest), /\n\nIn Latin\.$/);
  assert.doesNotMatch(agencyPrompt(state, "p_programmer", latest), /Latin/);
});

// Shows S4-18, S4-25.
Deno.test("a person is called by the name given, of an address by its local part, without either User", () => {
  assert.equal(speakerName({ kind: "human", name: " Ann Boe " }), "Ann Boe");
  assert.equal(speakerName({ kind: "human", name: "ab@example.org" }), "ab");
  assert.equal(speakerName({ kind: "human", name: "" }), "User");
  assert.equal(speakerName({ kind: "system", name: "" }), "System");
});

Deno.test("a trait is told in steps, each of which ends where the next begins, and its middle is told by nothing", () => {
  const told = (openness: number) =>
    /^Your personality: you are (.*)\.$/.exec(
      personalityText({ traits: { ...MIDDLE, openness }, instructions: "" }),
    )?.[1] ?? "";
  const [low, high] = ["down-to-earth and conventional", "curious and imaginative"];
  for (
    const [from, to, words] of [
      [0, 10, `very ${low}`],
      [11, 30, low],
      [31, 39, `somewhat ${low}`],
      [40, 60, ""],
      [61, 69, `somewhat ${high}`],
      [70, 89, high],
      [90, 100, `very ${high}`],
    ] as const
  ) assert.deepEqual([told(from), told(to)], [words, words], `${from} to ${to}`);
});

/**
 * Records a golden log: `deno task golden NAME` writes four files into tests/golden: a conversation, the
 * settings and the room of a comparison with every type of event in its present version, and a conversation of another
 * product. The engine itself says them, in virtual time and with
 * drawn ids: the same program records the same bytes. What was recorded is never written again: a new type or
 * version is a new name.
 */
import assert from "node:assert/strict";
import { OFFERS_NOTHING } from "../actors/mcp/fake_mcp.ts";
import type { Look } from "../../actors/schedules/address_looks.ts";
import type { Connect } from "../../actors/mcp/connection.ts";
import { waits } from "../../projections/conversation/waiting.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Scripts } from "../actors/scripts.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import type { Script } from "../../actors/conversation/commands.ts";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import { ConversationEvent } from "../../events/catalog/conversation.ts";
import { type AnyEvent, SYSTEM, WORKSPACE } from "../../events/catalog/envelope.ts";
import { type NewWorkspaceEvent, WorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { madeStream } from "../../events/store/transfer/made_stream.ts";
import { exportStream, importStream } from "../../events/store/transfer/transfer.ts";
import type { MovedMessage } from "../../projections/shapes/moved.ts";
import { movedEvents, movedId } from "../../server/routes/moved_events.ts";
import { erasureOf } from "../arbitrary_history.ts";
import { PNG } from "../pictures.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { accepted, inWorld, ROOM, Room, type World } from "../actors/world.ts";

/** Nothing is left of a conversation after this one but itself: it is in no export. */
export const NEVER_EXPORTED = "ConversationDeleted";

/** The types in these events that are not in their present version, or not there at all. */
export function missing(events: readonly { readonly type: string; readonly v: number }[]): string[] {
  const there = new Set(events.map(({ type, v }) => `${type}@${v}`));
  return [...ConversationEvent.options, ...WorkspaceEvent.options]
    .map(({ shape }) => `${shape.type.value}@${shape.v.value}`)
    .filter((name) => !there.has(name) && !name.startsWith(`${NEVER_EXPORTED}@`));
}

/** Who judges. */
const JO = "agent_3";
const BY = { by: { kind: "user" as const, id: "ann", name: "Ann" } };

/** A page that is another each time it is read. */
function ringing(): Look {
  let rings = 0;
  return () => Promise.resolve("Ding. ".repeat(++rings));
}

/** A tool that asks; its first run never ends. */
function ring(): Tool {
  let runs = 0;
  return {
    idempotent: true,
    changes: true,
    schema: { name: "ring", description: "Rings.", parameters: { type: "object", properties: {} } },
    run: (_, signal) =>
      ++runs > 1
        ? Promise.resolve({ status: "ok", result: "rung" })
        : new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
  };
}

const SCRIPTS: Scripts = {
  jo: [
    { text: JSON.stringify({ reason: "Es läutet, naïve 日本語 😀.", holds: true }) },
    { text: "Die große, 日本語." },
    { text: JSON.stringify({ reason: "Lauter, naïve 日本語 😀.", best: "B" }) },
  ],
  ringer: [
    { text: "Es läutet, 日本語." },
    { text: "Shall I?", tools: [{ callId: "call_1", tool: "ring", args: "{}" }] },
    { text: "Done: naïve café, 日本語, 😀." },
    { text: "Rung." },
    { text: "I look, naïve.", paused: true },
    {
      text: "Rung, and done.",
      citations: [{ url: "https://bells.example/日本語", title: "Bells, naïve 😀" }],
      usage: {
        input: 9,
        cacheRead: 0,
        cacheWrite: 8,
        cacheWriteHour: 5,
        output: 3,
        reasoning: 0,
        searches: 2,
      },
    },
    { text: "Agree [1][2]: It rang. 😀" },
    { text: "Alone\n2: Rung." },
    { text: "Shall I?", tools: [{ callId: "call_1", tool: "ring", args: "{}" }] },
    { text: "Done: naïve café, 日本語, 😀." },
    { text: "Yours:", tools: [{ callId: "call_2", tool: "their_bell", args: '{"how":"日本語"}' }] },
    { text: "Rung by you." },
    { text: "Theirs:", tools: [{ callId: "call_4", tool: "bells__look", args: "{}" }] },
    { text: "Seen." },
    { text: "Alone, naïve 日本語." },
    {
      text: JSON.stringify({
        answer: "Läuten, naïve 😀",
        agreed: [{ text: "日本語", from: [{ answer: 1, words: "naïve 日本語" }] }],
        disputed: [],
        open: [],
      }),
    },
  ],
};

/** It begins as a run of a check, in which one can answer, and is judged. */
const RUN: Script = {
  questions: [
    { content: "Läutest du? 日本語 😀", mentions: ["agent_2"], left: true },
    { content: "Und du, naïve?", mentions: ["agent_1"] },
  ],
  expectations: [{
    expectationId: "expectation_9",
    kind: "like",
    text: "Es läutet … 😀",
    question: 1,
    agentId: "agent_1",
  }, {
    expectationId: "expectation_8",
    kind: "says",
    text: "Läuten … 😀",
    question: 0,
    agentId: "agent_2",
  }],
  cast: [{ agentId: "agent_2", systemPrompt: "Läute, naïve 日本語." }],
};

/** A file, a tool that a crash cuts short, a provider that fails, and everything a person does to a conversation. */
async function talk(world: World, first: Room): Promise<{ readonly room: Room; readonly asked: string }> {
  await first.open([
    { name: "Ada", model: "script:ringer", tools: ["ring"] },
    { name: "Bob", model: "error-401" },
    { name: "Jo", model: "script:jo" },
  ], { script: RUN, judge: "Jo" });
  await first.rest();
  const kept = { id: "note_8", version: 1, text: "Bells are loud, naïve 日本語." };
  accepted(
    await first.engine.system.changeWorkspace(
      () => ({ ok: true, answer: { id: "" }, events: [{ type: "NoteCreated", data: kept }] }),
      { by: SYSTEM },
    ),
  );
  const file = await first.engine.log.blobs.put(new TextEncoder().encode("ding ".repeat(20)), "text/plain");
  const shared = {
    id: "project_8",
    version: 1,
    name: "Glöckner 🔔",
    instructions: "Ring softly, naïve 日本語.",
    files: [{ sha256: file.sha256, name: "tower.txt", type: file.type, size: file.size }],
    agentIds: ["agent_1"],
  };
  accepted(
    await first.engine.system.changeWorkspace(
      () => ({ ok: true, answer: { id: "" }, events: [{ type: "ProjectCreated", data: shared }] }),
      { by: SYSTEM },
    ),
  );
  await first.do({ type: "change", projectId: shared.id });
  const attachments = [{ sha256: file.sha256, name: "bell.txt", type: file.type, size: file.size }];
  await first.do({ type: "post", content: "please ring", attachments });
  const asking = await world.until(async () => {
    const turn = await first.turnOf("Ada");
    return (await first.state()).bodies[turn?.messageId ?? ""]?.tools?.length ? turn : undefined;
  });
  await first.do({ type: "decide_tool", turnId: asking.id, callId: "call_1", allowed: true });
  await world.until(async () => (await first.turnOf("Bob"))?.status === "failed");
  await world.scheduler.sleep(1_000);
  const room = new Room(world, await world.engine());
  first.engine.process.crash();
  await room.rest();
  return { room, asked: await changes(room) };
}

/** Answers beside the talk: with a message and without, and several to the same, of which one is taken in. */
async function beside(room: Room, agentId: string): Promise<void> {
  const { messages } = await room.state();
  const turn = await room.turnOf("Ada");
  const question = messages[turn?.messageId ?? ""]?.question ?? "";
  const asked = { times: 1, limit: { tokens: 100_000, usd: 1 }, expected: 100 };
  await room.do({ type: "try_without", turnId: turn?.id ?? "", without: [question], ...asked });
  await room.rest();
  await room.do({ type: "try_samples", messageId: question, agentIds: [agentId], ...asked });
  const { turns } = await room.rest();
  await room.do({ type: "take_answer", messageId: Object.values(turns).at(-1)?.messageId ?? "" });
}

/** Agents are asked for hands: one is up, and it ends by its calls; then by a person. */
async function hands(room: Room): Promise<void> {
  await room.do({ type: "set_hands", calls: 2, usd: 1 });
  await room.post("Wer hätte etwas beizutragen, naïve 日本語 😀?");
  await room.rest();
  await room.post("Und jetzt?");
  await room.do({ type: "set_hands", calls: 100 });
  await room.do({ type: "end_hands" });
  await room.rest();
}

/** One question to two without it being known who answers what, judged, by one of them too, and revealed. Their room. */
async function compared(room: Room, agentIds: readonly string[]): Promise<string> {
  const { engine: { system }, world } = room;
  const { agents } = await system.workspace();
  const comparisonId = "comparison_8";
  const find = async () => (await room.state()).comparisons?.[comparisonId];
  accepted(
    await system.comparing.compare(ROOM, {
      comparisonId,
      content: "Which bell, naïve 日本語 😀?",
      agents: agentIds.flatMap((id) => agents[id] ? [joiningOf(agents[id])] : []),
      providers: ["provider_mock"],
      judge: joiningOf(agents[JO] ?? assert.fail("nobody judges")),
      label: "Glöckner 🔔",
      criteria: ["naïve", "日本語"],
    }, BY),
  );
  await world.until(async () => (await find())?.ready !== undefined);
  await room.do({ type: "vote_comparison", comparisonId, best: "none", criteria: ["tie", null] });
  accepted(await system.comparing.reveal(ROOM, comparisonId, BY));
  return (await find())?.roomId ?? "";
}

/** Another version of an answer, one that is written from both, one that is kept, and two that read them. */
async function versions(room: Room, agentId: string): Promise<void> {
  const turn = await room.turnOf("Ada");
  await room.do({ type: "retry", turnId: turn?.id ?? "" });
  await room.rest();
  const again = await room.turnOf("Ada");
  const messageIds = [turn?.messageId ?? "", again?.messageId ?? ""];
  const { answer } = await room.do({ type: "merge", agentId, messageIds });
  await room.rest();
  await room.do({ type: "keep", messageId: answer.messageId ?? "" });
  for (const task of ["gist", "claims"] as const) {
    await room.do({ type: "merge", agentId, messageIds, task });
    await room.rest();
  }
}

/** A program asks Ada, with everything it can want of her answer. */
const CALL: CallSettings = {
  maxTokens: 500,
  temperature: 0,
  topP: 0.5,
  stop: ["😀"],
  seed: 7,
  user: "naïve",
  metadata: { run: "日本語" },
};

/** A program's own tool, called here and in what it brings along. */
async function handed(room: Room, adaId: string): Promise<void> {
  const parameters = { type: "object", properties: {} };
  const call: CallSettings = {
    tools: JSON.stringify([{ name: "their_bell", description: "Rings, naïve.", parameters, strict: true }]),
    toolChoice: { name: "their_bell" },
    parallelTools: false,
  };
  const asked = { type: "post", program: true, call, mentions: [adaId] } as const;
  await room.do({ ...asked, content: "And with a bell of mine?" });
  await room.rest();
  await room.do({ ...asked, content: "", results: [{ callId: "call_2", result: "dóng 😀" }] });
  await room.rest();
  const calls = [{ callId: "call_3", tool: "their_bell", args: "{}" }];
  await room.do({
    type: "bring",
    said: [{ role: "assistant", content: "", calls }, {
      role: "user",
      content: "",
      results: [{ callId: "call_3", result: "" }],
    }],
  });
}

/** The words of the first message, and of the use of a tool that its answer has. */
async function erases(room: Room, messageId: string): Promise<void> {
  const { bodies } = await room.state();
  const [answer = "", body] =
    Object.entries(bodies).find(([, { tools }]) => tools?.some((use) => use.result)) ?? [];
  const use = body?.tools?.find(({ client, result }) => !client && result);
  assert.ok(use);
  const { attempt, round, callId } = use;
  for (const wanted of [{ messageId: answer, use: { attempt, round, callId } }, { messageId }]) {
    const events: AnyEvent[] = [];
    for await (const some of room.engine.log.read(ROOM)) events.push(...some);
    await room.do({ type: "erase", why: "naïve 日本語 😀", ...wanted, ...erasureOf(events, wanted) });
    await room.engine.log.erase();
  }
}

/** What it asks while its tool runs. */
const WHICH = {
  message: "Which bell, naïve 日本語?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Näme", minLength: 1 },
      count: { type: "integer", minimum: 1 },
      loud: { type: "boolean", default: true },
      tones: { type: "array", items: { type: "string", enum: ["a", "ö"] }, maxItems: 2 },
    },
    required: ["name"],
  },
};
/** A server with one tool, which asks twice. */
const bells: Connect = () =>
  Promise.resolve({
    tools: () => Promise.resolve([{ name: "look", description: "Löoks.", inputSchema: { type: "object" } }]),
    async call(_, __, ___, around) {
      const { signal } = new AbortController();
      await around?.ask?.(WHICH, signal);
      const open = { mode: "url", message: "Öpen it.", url: "https://bells.example.org/in" };
      await around?.ask?.(open, signal);
      await around?.ask?.(open, signal, true);
      const picture = { type: "image", data: PNG.toBase64(), mimeType: "image/png" };
      const named = {
        type: "resource_link",
        uri: "bells://ö/日本語",
        name: "Glöcke 😀",
        mimeType: "text/plain",
      };
      return { content: [{ type: "text", text: "A bell, 日本語 😀." }, picture, named] };
    },
    ...OFFERS_NOTHING,
    close: () => Promise.resolve(),
  });

/** A tool of another server, that a person lets run for the rest of the conversation. */
async function served(room: Room, { id, agentId }: { id: string; agentId: string }): Promise<void> {
  const { system } = room.engine;
  const events = ({ agents }: WorkspaceState): Pick<NewWorkspaceEvent, "type" | "data">[] => {
    const { archived: _, ...agent } = agents[agentId] ?? assert.fail("no such agent");
    const data = { id: "mcpserver_8", slug: "bells", name: "Bells", url: "https://bells.example.org/mcp" };
    return [
      { type: "McpServerCreated", data },
      { type: "AgentChanged", data: { ...agent, version: agent.version + 1, tools: ["bells.*"] } },
    ];
  };
  accepted(
    await system.changeWorkspace((state) => ({ ok: true, answer: { id: "" }, events: events(state) }), {
      by: SYSTEM,
    }),
  );
  await system.askMcpList("mcpserver_8");
  await room.do({ type: "post", content: "And look at it.", mentions: [id] });
  const turn = await room.world.until(async () => {
    const asked = await room.turnOf("Ada");
    return (await room.state()).bodies[asked?.messageId ?? ""]?.tools?.some(waits) ? asked : undefined;
  });
  await room.do({
    type: "decide_tool",
    turnId: turn.id,
    callId: "call_4",
    allowed: true,
    conversation: true,
  });
  const word = { type: "answer_input", turnId: turn.id, callId: "call_4" } as const;
  const values = { name: "Glöcke 😀", count: 2, loud: false, tones: ["ö"] };
  await inputOf(room, 1);
  await room.do({ ...word, input: 1, outcome: "accepted", values });
  await inputOf(room, 2);
  await room.do({ ...word, input: 2, outcome: "declined" });
  await inputOf(room, 3);
  await room.do({ ...word, input: 3, outcome: "accepted" });
  await room.rest();
}

/** Its question of this number is asked. */
const inputOf = (room: Room, input: number) =>
  room.world.until(async () => (await room.all("InputAsked")).some((asked) => asked.input === input));

/** What is said without a person: set, paused, let go on, said, and removed. */
async function standing(room: Room, participantId: string): Promise<void> {
  const { answer } = await room.do({
    type: "set_schedule",
    when: { kind: "watch", minutes: 15 },
    address: "https://bells.example.org/news",
    instruction: "Was läutet? 日本語 😀",
    participantIds: [participantId],
    runTokens: 1_000,
    runsPerDay: 3,
  });
  const scheduleId = answer.scheduleId ?? "";
  await room.do({ type: "pause_schedule", scheduleId });
  await room.do({ type: "resume_schedule", scheduleId });
  const data = { daily: { tokens: 100_000, usd: 2.5 } };
  accepted(
    await room.engine.system.changeWorkspace(() => ({
      ok: true,
      answer: { id: "" },
      events: [{ type: "WorkspaceSettingsChanged", data }],
    }), { by: SYSTEM }),
  );
  // What stands there first is nothing to compare with.
  await room.world.scheduler.sleep(31 * 60_000);
  await room.rest();
  await room.do({ type: "remove_schedule", scheduleId });
}

/** A panel in which one answers, one fails, and the first concludes. */
async function panel(room: Room, [ada, bob]: readonly [string, string]): Promise<void> {
  const stage = { turns: "together", instruction: "Läute, 日本語 😀" } as const;
  await room.do({
    type: "post",
    content: "Wer läutet? 日本語 😀",
    panel: {
      formatId: "council",
      format: {
        name: "Rat, naïve 😀",
        description: "日本語",
        roles: [{ id: "member", name: "Glied", many: true }, {
          id: "chair",
          name: "Vorsitz",
          brief: "Leite, naïve.",
        }],
        stages: [
          {
            ...stage,
            id: "alone",
            name: "Allein",
            gives: "Antwort",
            who: ["member"],
            sees: "question",
            minutes: 5,
          },
          {
            ...stage,
            id: "end",
            name: "Schluss",
            gives: "Bericht",
            who: ["chair"],
            sees: "all",
            brief: true,
          },
        ],
      },
      seats: [
        { role: "member", agentId: ada },
        { role: "member", agentId: bob },
        { role: "chair", agentId: ada },
      ],
      limits: { tokens: 1_000_000, usd: 9.5 },
    },
  });
  await room.rest();
}

/** @returns the room of its comparison */
async function changes(room: Room): Promise<string> {
  const [ada, bob] = (await room.state()).participants;
  assert.ok(ada && bob);
  await versions(room, ada.agentId);
  await room.do({
    type: "post",
    content: "And for a program?",
    program: true,
    call: CALL,
    mentions: [ada.id],
  });
  await room.rest();
  await handed(room, ada.id);
  await served(room, ada);
  await beside(room, ada.agentId);
  await panel(room, [ada.agentId, bob.agentId]);
  await standing(room, ada.id);
  const { order, messages } = await room.state();
  const said = order.find((id) => messages[id]?.attachments) ?? "";
  await room.do({ type: "include", messageId: said, included: false });
  await room.do({ type: "pin", messageId: said, pinned: true });
  await room.do({ type: "change_participant", participantId: bob.id, enabled: false });
  await room.do({ type: "change_participant", participantId: bob.id, enabled: true });
  await room.do({ type: "change_participant", participantId: bob.id, position: 0 });
  await room.do({ type: "remove_participant", participantId: bob.id });
  await room.do({ type: "change", title: "Grüße 😀", settings: { webAccess: true } });
  await room.do({ type: "change", pinned: true, labels: ["Küche", "Bread"] });
  await room.do({ type: "change", mode: "manual" });
  await hands(room);
  await room.do({ type: "expect", messageId: said, kind: "says_not", text: "Glocke … naïve 日本語 😀" });
  await room.do({ type: "expect", kind: "usd", most: 0.5 });
  await room.do({ type: "unexpect", expectationId: (await room.state()).expectations?.at(-1)?.id ?? "" });
  await room.do({ type: "name_check", name: "Glockenprüfung, naïve 日本語 😀" });
  const agents = [{ agentId: ada.agentId, version: 1, model: "script:ringer", changed: true as const }];
  const judge = { agentId: JO, version: 1, model: "script:jo" };
  await room.do({ type: "begin_check_run", conversationId: "conversation_run", agents, judge });
  await erases(room, said);
  await room.do({ type: "delete" });
  await room.do({ type: "restore" });
  await room.do({ type: "change", archived: true });
  await room.do({ type: "change", archived: false });
  await room.do({ type: "ask", agentId: ada.agentId });
  await room.do({ type: "stop" });
  await room.rest();
  return await compared(room, [ada.agentId, JO]);
}

const TRAITS = { openness: 80, conscientiousness: 20, extraversion: 50, agreeableness: 50, neuroticism: 50 };
const AGENT = { id: "agent_9", number: 9, version: 1, name: "Éva", color: 3, model: "echo", tools: [] };
const agent = { ...AGENT, providerId: "provider_9", systemPrompt: "Be brief.", params: { temperature: 0.2 } };
const provider = {
  id: "provider_9",
  name: "Lab",
  kind: "openai" as const,
  baseUrl: "https://models.example.org/v1",
  maxConcurrent: 4,
  requestsPerMinute: 60,
  timeoutSeconds: 60,
};
const role = { id: "role_9", name: "Critic", description: "Finds faults.", prompt: "Find faults." };
const personality = { id: "personality_9", name: "Dry", traits: TRAITS, instructions: "" };
const agency = {
  id: "agency_9",
  name: "Desk",
  managerAgentId: "agent_9",
  agentIds: ["agent_9"],
  principles: "",
};
const ownPanel = {
  id: "panelformat_9",
  format: {
    name: "Grüße 😀",
    description: "naïve 日本語",
    roles: [{ id: "one", name: "Eine" }],
    stages: [{
      id: "only",
      name: "Nur",
      gives: "Wort",
      who: ["one"],
      turns: "in_turn" as const,
      sees: "own" as const,
      instruction: "Grüße.",
      schema: { type: "object", properties: { "größe": { type: "number" } } },
      rounds: 2,
      agree: "größe",
      tokens: 1_000,
    }],
  },
};
const DIGEST = "0123456789abcdef".repeat(4);
const server = { id: "mcpserver_9", slug: "grusse", name: "Grüße", url: "https://tools.example.org/mcp" };
const token = { id: "token_9", name: "laptop" };
const note = { id: "note_9", version: 1, text: "Grüße, naïve 日本語 😀", source: { conversationId: ROOM } };
const project = {
  id: "project_9",
  version: 1,
  name: "Glöckner 🔔",
  instructions: "Grüße, naïve 日本語 😀",
  files: [],
  agentIds: ["agent_9"],
};

/** Each once: the compiler names a type that is not here. */
const SETTINGS: { readonly [E in NewWorkspaceEvent as E["type"]]: E["data"] } = {
  ProviderCreated: provider,
  ProviderChanged: {
    ...provider,
    kind: "responses",
    defaultModel: "large",
    extraBody: { top_k: 20, "naïve": { "日本語": [null, true] } },
    headerNames: ["api-key", "x-org"],
  },
  ProviderKeySet: { id: provider.id },
  ProviderKeyCleared: { id: provider.id },
  ModelsTold: {
    id: provider.id,
    models: [{
      name: "large",
      contextWindow: 8_192,
      efforts: ["none", "max"],
      price: { input: 1, output: 2 },
    }],
  },
  RoleCreated: role,
  RoleChanged: { ...role, prompt: "Find every fault." },
  PersonalityCreated: personality,
  PersonalityChanged: { ...personality, instructions: "Never joke." },
  AgentCreated: agent,
  AgentChanged: {
    ...agent,
    version: 2,
    params: {
      effort: "xhigh",
      topP: 0.5,
      stop: ["😀", "END"],
      seed: 7,
      verbosity: "low",
      serviceTier: "flex",
      cacheHour: true,
    },
    answerForm: { type: "object", properties: { "größe": { type: "number" } } },
    roleId: role.id,
    mark: { shape: "leaf", motif: "eye" },
  },
  AgencyCreated: agency,
  AgencyChanged: { ...agency, principles: "Ask first." },
  AgencyArchived: { id: agency.id },
  AgentArchived: { id: agent.id },
  PersonalityArchived: { id: personality.id },
  RoleArchived: { id: role.id },
  ProviderArchived: { id: provider.id },
  ProviderRestored: { id: provider.id },
  RoleRestored: { id: role.id },
  PersonalityRestored: { id: personality.id },
  AgentRestored: { id: agent.id },
  AgencyRestored: { id: agency.id },
  PanelFormatCreated: ownPanel,
  PanelFormatChanged: ownPanel,
  PanelFormatArchived: { id: ownPanel.id },
  PanelFormatRestored: { id: ownPanel.id },
  McpServerCreated: server,
  McpServerChanged: { ...server, header: "X-Key" },
  McpSecretSet: { id: server.id },
  McpToolsListed: { id: server.id, list: DIGEST, tools: 3 },
  McpToolTrusted: { id: server.id, tool: "weather.now", definition: DIGEST },
  McpSecretCleared: { id: server.id },
  McpLoginSet: { id: server.id, issuer: "https://sign-in.example.org/größe" },
  McpLoginEnded: { id: server.id, why: "refused" },
  McpServerArchived: { id: server.id },
  McpServerRestored: { id: server.id },
  WebSearchSet: { kind: "searxng", url: "http://search.example.org:8888/größe" },
  WebSearchRemoved: {},
  NoteCreated: note,
  NoteChanged: { ...note, version: 2, text: "Grüße", agentId: agent.id },
  NoteArchived: { id: note.id },
  NoteRestored: { id: note.id },
  NoteErased: { id: note.id, seqs: [1] },
  ProjectCreated: project,
  ProjectChanged: { ...project, version: 2, instructions: "" },
  ProjectArchived: { id: project.id },
  ProjectRestored: { id: project.id },
  ProjectErased: { id: project.id, seqs: [1] },
  PanelJudged: {
    id: "comparison_1",
    conversationId: "conversation_1",
    formatId: "council",
    votes: { won: 2, lost: 1, tied: 0, none: 1 },
    panel: { tokens: 9_000, usd: null, ms: 4_000 },
    alone: { tokens: 900, usd: 0.25, ms: 500 },
    judge: { agentId: "agent_3", agentVersion: 1, model: "large", found: "tied" },
  },
  ComparisonJudged: {
    id: "comparison_2",
    conversationId: "conversation_1",
    begun: 7,
    label: "Grüße 😀",
    criteria: ["naïve", "日本語"],
    seated: [
      { agentId: "agent_9", agentVersion: 2, model: "large" },
      { agentId: "agent_8", agentVersion: 1, model: "größe" },
      { agentId: "agent_7", agentVersion: 1, model: "small", gap: true },
    ],
    votes: [{ best: 1, criteria: [0, null] }, { best: "tie" }, { best: "none" }],
  },
  JudgementErased: { id: "comparison_2", seqs: [1] },
  TokenCreated: { ...token, scope: "read", expiresAt: "2026-12-31T00:00:00.000Z" },
  TokenRevoked: { id: token.id },
  WorkspaceSettingsChanged: {
    prices: { large: { input: 1, output: 2 } },
    daily: { tokens: 100_000, usd: 2.5 },
  },
};

async function settings({ engine }: Room): Promise<void> {
  const { sha256: picture } = await engine.log.blobs.put(new TextEncoder().encode("a picture"), "image/png");
  const all = { ...SETTINGS, AgentChanged: { ...SETTINGS.AgentChanged, picture } };
  const { NoteErased: _, ProjectErased: __, JudgementErased: ___, ...first } = all;
  const gone = { ...SETTINGS.ComparisonJudged, id: "comparison_3" };
  const events = [...Object.entries(first), ["ComparisonJudged", gone] as const]
    .map(([type, data]) => ({ type, data })) as NewWorkspaceEvent[];
  accepted(
    await engine.system.changeWorkspace(() => ({ ok: true, answer: { id: "" }, events }), { by: SYSTEM }),
  );
  // What is erased is said before it.
  accepted(await engine.system.eraseWords({ kind: "note", id: note.id }, SYSTEM));
  accepted(await engine.system.eraseWords({ kind: "project", id: project.id }, SYSTEM));
  const { comparisons: judged } = await engine.system.judged();
  const forgotten = () => ({
    ok: true as const,
    answer: { id: "" },
    events: judged.filter(({ id }) => id === gone.id).map(({ id, seq }) => ({
      type: "JudgementErased" as const,
      data: { id, seqs: [seq] },
    })),
  });
  accepted(await engine.system.changeWorkspace(forgotten, { by: SYSTEM }));
  await engine.log.erase();
}

/** A branch of a conversation that was held in another product, each message with what it may have. */
async function moved(log: StoreLog): Promise<string> {
  const key = { from: "ChatGPT", id: "naïve 日本語", head: "a1" };
  const at = "2024-05-01T10:00:00.000Z";
  const fork = { ...key, head: "a2", messages: 1 };
  const file = await log.blobs.put(new TextEncoder().encode("salt"), "text/plain");
  const attachments = [{ sha256: file.sha256, name: "salt.txt", type: file.type, size: file.size }];
  async function* messages(): AsyncGenerator<MovedMessage> {
    yield await Promise.resolve({ role: "user", at, content: "Why does bread rise? 😀" });
    yield { role: "user", name: "Zoë", at, content: "And salt?", attachments };
    yield {
      role: "assistant",
      name: "gpt-5",
      at: "2024-05-01T10:00:05.000Z",
      content: "Yeast. ".repeat(3_000),
    };
  }
  const by = { kind: "user", id: "local", name: "Üser" } as const;
  const talk = { ...key, title: "Bread", at, messages: 3, fork };
  const filesOf = ({ attachments: named }: MovedMessage) => Promise.resolve(named && attachments);
  const events = movedEvents(talk, messages(), filesOf, { at: "2026-01-01T00:00:00.000Z", by });
  const stream = movedId(key);
  const { ok } = await importStream(log, await madeStream(log, stream, events, new Set([file.sha256])), {});
  assert.ok(ok);
  return stream;
}

interface Recorded {
  readonly conversation: string[];
  readonly workspace: string[];
  readonly moved: string[];
  /** The room of a comparison. */
  readonly room: string[];
}

/** The lines of all files. */
export async function recordGolden(): Promise<Recorded> {
  const lines = async (log: EventLog, stream: string) =>
    // The simulated store is opened as any other.
    await Array.fromAsync(await exportStream(log as StoreLog, stream) ?? []);
  let recorded: Recorded = { conversation: [], workspace: [], moved: [], room: [] };
  await inWorld(
    { scripts: SCRIPTS, tools: [ring()], mcp: bells, lookAt: ringing() },
    async (world, first) => {
      const { room, asked } = await talk(world, first);
      await settings(room);
      const { log } = room.engine;
      recorded = {
        conversation: await lines(log, ROOM),
        workspace: await lines(log, WORKSPACE),
        // The simulated store is opened as any other.
        moved: await lines(log, await moved(log as StoreLog)),
        room: await lines(log, asked),
      };
    },
  );
  return recorded;
}

let once: Promise<Recorded> | undefined;

/** The same, recorded once for all tests that read it. */
export const recordedOnce = (): Promise<Recorded> => once ??= recordGolden();

if (import.meta.main) {
  const [name = ""] = Deno.args;
  assert.match(name, /^[a-z]\w*$/, "deno task golden NAME: a name of letters, digits and _");
  const { conversation, workspace, moved, room } = await recordGolden();
  const files = [
    [name, conversation],
    [`${name}_workspace`, workspace],
    [`${name}_moved`, moved],
    [`${name}_room`, room],
  ] as const;
  for (const [file, lines] of files) {
    const path = new URL(`../golden/${file}.ndjson`, import.meta.url);
    await Deno.writeTextFile(path, lines.map((line) => `${line}\n`).join(""), { createNew: true });
    console.log(`${lines.length} lines in tests/golden/${file}.ndjson`);
  }
}

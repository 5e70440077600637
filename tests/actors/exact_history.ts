/**
 * Random histories for the real adapters, whoever answers them, and the proof of each: the body of every call can be told
 * from the log, byte for byte, and whoever has only the log rebuilds the same bytes.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Attachment, Mode } from "../../events/catalog/conversation.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { System } from "../../actors/system.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { PNG } from "../pictures.ts";
import { type Cast, modelOf, RealRoom, ROOM } from "./providers/real_room.ts";

const PICTURE = { type: "image/png", bytes: PNG, width: 1, height: 1 };
const tool = (name: string, idempotent: boolean, result: string): Tool => ({
  idempotent,
  schema: { name, description: `Does ${name}.`, parameters: { type: "object", properties: {} } },
  run: () =>
    Promise.resolve({ status: "ok", result, ...(idempotent ? { pictures: [PICTURE, PICTURE] } : {}) }),
});
export const TOOLS = [tool("look_up", true, "It is “blue” 🐟.\n"), tool("roll", false, "")];

export const NAMES = ["Ada", "Bob", "Cyd", "Dan", "Eve"] as const;
/** What each is set to send: between them every parameter that a server may refuse. */
export const AGENTS: readonly Pick<Cast, "name" | "wire" | "agent" | "provider">[] = [
  {
    name: "Ada",
    wire: "openai",
    agent: { params: { maxTokens: 500, effort: "low" }, tools: ["look_up", "roll"] },
  },
  { name: "Bob", wire: "openai", agent: { params: { temperature: 0.7, windowMessages: 3 } } },
  {
    name: "Cyd",
    wire: "anthropic",
    agent: {
      params: { effort: "high", cacheHour: true, stop: ["END"], serviceTier: "standard_only" },
      tools: ["look_up", "roll", "web_search"],
      systemPrompt: "Terse. “Quotes”, 🐟.",
    },
  },
  {
    name: "Dan",
    wire: "anthropic",
    agent: { params: { temperature: 0.4, topP: 0.9, seed: 3 } },
    provider: { extraBody: { top_k: 20, metadata: { of: "“Dan”, 🐟" } } },
  },
  {
    name: "Eve",
    wire: "responses",
    agent: {
      params: { effort: "xhigh", temperature: 0.9, topP: 0.8, verbosity: "low", serviceTier: "flex" },
      tools: ["look_up", "roll"],
    },
  },
];

export const words = fc.string({ unit: "grapheme", maxLength: 24 });

const file = fc.record({
  name: fc.constantFrom("notes.txt", 'a "quoted" <name>.md', "fish.png", "paper.pdf"),
  bytes: fc.uint8Array({ maxLength: 40 }),
});
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("post" as const),
      text: words.map((text) => `.${text}`),
      files: fc.array(file, { maxLength: 2, size: "xsmall" }),
      wait: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("include" as const),
      at: fc.nat(30),
      included: fc.boolean(),
      only: fc.option(fc.nat(3)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("retry" as const), at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("merge" as const), at: fc.nat(3), of: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("toggle" as const), at: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("mode" as const),
      mode: fc.constantFrom<Mode>("parallel", "round_robin", "manual"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("settings" as const), at: fc.nat(3), prompt: words }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("project" as const),
      at: fc.nat(1),
      instructions: words,
      files: fc.array(file, { maxLength: 2, size: "xsmall" }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("move" as const), to: fc.constantFrom(0, 1, null) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("note" as const), of: fc.nat(2), text: words }) },
  { weight: 1, arbitrary: fc.constant({ type: "stop" as const }) },
  { weight: 1, arbitrary: fc.constant({ type: "restart" as const }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const TYPES: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  png: "image/png",
  pdf: "application/pdf",
};

async function upload(room: RealRoom, name: string, bytes: Uint8Array): Promise<Attachment> {
  const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
  const { sha256, size } = await room.store.blobs.put(bytes, type);
  return { sha256, name, type, size };
}

/** A project is made, changed, or put away and had back. */
async function project(
  room: RealRoom,
  { at, instructions, files }: Extract<Step, { type: "project" }>,
): Promise<void> {
  const id = `project_${at}`;
  const uploaded = await Promise.all(files.map(({ name, bytes }) => upload(room, name, bytes)));
  await room.system.changeWorkspace(({ projects }) => {
    const before = projects[id];
    const data = {
      id,
      version: (before?.version ?? 0) + 1,
      name: `“P${at}” 🐟`,
      instructions,
      files: uploaded,
      agentIds: [],
    };
    const put = before && instructions === ""
      ? before.archived ? "ProjectRestored" : "ProjectArchived"
      : null;
    const event = put
      ? { type: put, data: { id } } as const
      : { type: before ? "ProjectChanged" : "ProjectCreated", data } as const;
    return { ok: true, answer: { id }, events: [event] };
  }, { by: SYSTEM });
}

/** A note for everybody, or for one of the projects. */
async function note(room: RealRoom, { of, text }: Extract<Step, { type: "note" }>): Promise<void> {
  await room.system.changeWorkspace(({ notes }) => {
    const id = `note_${Object.keys(notes).length}`;
    const data = { id, version: 1, text: `.${text}`, ...(of < 2 ? { projectId: `project_${of}` } : {}) };
    return { ok: true, answer: { id }, events: [{ type: "NoteCreated", data }] };
  }, { by: SYSTEM });
}

/** Takes a step. A refusal is as good as any: the log is what counts. */
export async function take(room: RealRoom, step: Step): Promise<void> {
  const state = await room.state();
  switch (step.type) {
    case "post": {
      const attachments = await Promise.all(step.files.map(({ name, bytes }) => upload(room, name, bytes)));
      const before = room.received.length;
      await room.do({ type: "post", content: step.text, ...(attachments.length > 0 ? { attachments } : {}) });
      if (step.wait) await room.rest();
      else {
        // On the way, so that what comes next meets open calls.
        await room.until(async () => room.received.length > before || (await room.state()).open.length === 0);
      }
      return;
    }
    case "include": {
      const messageId = state.order[step.at % Math.max(1, state.order.length)];
      const participant = step.only === null ? undefined : state.participants[step.only]?.id;
      if (!messageId) return;
      await room.do({
        type: "include",
        messageId,
        included: step.included,
        ...(participant ? { participantIds: [participant] } : {}),
      });
      return;
    }
    case "retry": {
      const turns = Object.keys(state.turns);
      const turnId = turns[step.at % Math.max(1, turns.length)];
      if (turnId) await room.do({ type: "retry", turnId });
      return;
    }
    case "merge": {
      const ended = state.order.filter((id) => state.messages[id]?.doneSeq !== undefined);
      const messageIds = ended.filter((_, index) => (index + step.of) % 3 > 0).slice(-4);
      const agentId = state.participants[step.at]?.agentId;
      if (agentId) await room.do({ type: "merge", agentId, messageIds });
      return;
    }
    case "toggle": {
      const participant = state.participants[step.at];
      if (!participant) return;
      await room.do({
        type: "change_participant",
        participantId: participant.id,
        enabled: !participant.enabled,
      });
      return;
    }
    case "mode":
      await room.do({ type: "change", mode: step.mode });
      return;
    case "settings":
      await room.system.changeWorkspace(({ agents }) => {
        const agent = agents[`agent_${step.at + 1}`];
        if (!agent) return { ok: false, code: "not_found", detail: "There is no such agent." };
        const { archived: _, ...fields } = agent;
        const data = { ...fields, version: agent.version + 1, systemPrompt: step.prompt };
        return { ok: true, answer: { id: agent.id }, events: [{ type: "AgentChanged", data }] };
      }, { by: SYSTEM });
      return;
    case "project":
      await project(room, step);
      return;
    case "move":
      await room.do({ type: "change", projectId: step.to === null ? null : `project_${step.to}` });
      return;
    case "note":
      await note(room, step);
      return;
    case "stop":
      await room.do({ type: "stop" });
      return;
    case "restart":
      await room.restart();
  }
}

interface LoggedCall {
  readonly model: string;
  readonly body: string;
  readonly proof: string;
  /** Recorded, and then stopped before anybody can say whether it went out. */
  readonly maybe: boolean;
}

/** Every call of the log in order, its body rebuilt. */
async function logged(room: RealRoom, system: System): Promise<LoggedCall[]> {
  const events = await room.events();
  const bodies = new Map<string, { body: string; proof: string }>();
  const key = (turnId: string, attempt: number, round: number) => `${turnId}/${attempt}/${round}`;
  for (const event of events) {
    if (event.type !== "TurnRequested") continue;
    const request = await system.requestOf(ROOM, event.data.turnId);
    for (const call of request?.calls ?? []) {
      const { attempt, round, body, proof } = call;
      assert.ok(body !== null, "no words are gone");
      bodies.set(key(event.data.turnId, attempt, round), { body, proof });
    }
  }
  return events.flatMap((event, index) => {
    if (event.type !== "ProviderCalled") return [];
    const { turnId, attempt, round, model } = event.data;
    const found = bodies.get(key(turnId, attempt, round));
    assert.ok(found, "every recorded call is rebuilt");
    const next = events.slice(index + 1).find(({ data }) => "turnId" in data && data.turnId === turnId);
    const maybe = next?.type === "TurnCancelled" || next?.type === "TurnInterrupted";
    return [{ model, ...found, maybe }];
  });
}

const counted = (bodies: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const body of bodies) counts.set(body, (counts.get(body) ?? 0) + 1);
  return counts;
};

/** What an agent's server received is what the log says was sent, in the same order and as often. */
function compare(received: readonly string[], calls: readonly LoggedCall[]): void {
  let at = 0;
  for (const { body } of calls) if (received[at] === body) at++;
  assert.equal(at, received.length, `request ${at} of a server is not the next one of the log`);
  const sent = counted(received);
  for (const [body, least] of counted(calls.filter((c) => !c.maybe).map((c) => c.body))) {
    assert.ok((sent.get(body) ?? 0) >= least, "a call that was recorded and not stopped was received");
  }
  for (const { proof } of calls) assert.equal(proof, "proven", "its hash is in the log");
}

/** Every request that was received is the one that the log tells, here and to whoever has nothing but the log. */
export async function prove(room: RealRoom, names: readonly string[]): Promise<void> {
  const calls = await logged(room, room.system);
  for (const name of names) {
    const received = room.received.filter(({ model }) => model === modelOf(name)).map(({ text }) => text);
    compare(received, calls.filter(({ model }) => model === modelOf(name)));
  }
  assert.deepEqual(await room.stranger((system) => logged(room, system)), calls, "the log is enough");
}

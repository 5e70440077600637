/**
 * The same conversation with other models: a new conversation whose people say the same things, with the same
 * checkboxes and pins. An agent that is to use another model joins as a copy, so that the settings keep what was set.
 */
import type { z } from "zod";
import type { Agent } from "../../events/catalog/workspace.ts";
import type { Joining, PersonCommand, Posting } from "../../actors/conversation/commands.ts";
import type { ConversationState, Participant } from "../../projections/shapes/folds.ts";
import { Rerun } from "../contract/conversation_requests.ts";
import { Changed } from "../contract/conversation_shapes.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { changeSettings, conversationIdFor, conversationOf, execute, given } from "../http/commands.ts";
import { lineageOf, titleOfCopy } from "./forks.ts";
import { joining } from "./joining_agents.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";
import { eraseMeanwhile } from "./erasing.ts";
import { describe } from "./conversations.ts";

type Body = z.infer<typeof Rerun>;

interface Said {
  readonly posting: Posting & { readonly id: string };
  readonly included: boolean;
  readonly pinned: boolean;
  /** What it repeats. */
  readonly old: string;
}

/**
 * People's messages up to an event, in order, with whether each counts, as `to` says them: under ids of their own, so that
 * a try which goes on with one that was cut short says nothing twice.
 */
function said(state: ConversationState, through: number, to: string): Said[] {
  return state.order.flatMap((old) => {
    const message = state.messages[old];
    // What a program's tools gave was asked for by answers that are not given again; what was erased says nothing.
    if (message?.author.kind !== "human" || message.returned !== undefined || message.erased) return [];
    if (message.seq > through) return [];
    const { attachments, inclusion, pins } = message;
    const id = `message_${sha256(`${to} ${old}`).slice(0, 12)}`;
    const content = state.bodies[old]?.content ?? "";
    const posting = { id, content, program: true as const, ...(attachments ? { attachments } : {}) };
    // As it was then: what is changed since is no part of it.
    const set = inclusion?.filter(({ seq, participantIds }) => seq <= through && !participantIds).at(-1);
    const pin = pins?.filter(({ seq }) => seq <= through).at(-1);
    return [{ posting, included: set?.included ?? true, pinned: pin?.pinned ?? false, old }];
  });
}

/** What of a message is not there yet. */
function lacks({ messages }: ConversationState, { posting: { id }, included, pinned }: Said) {
  const there = messages[id];
  return { said: !there, leftOut: !included && !there?.inclusion, pinned: pinned && !there?.pins };
}

/** Whether a repetition lacks some of what it was to say, and nobody has said anything else in it. */
function isCutShort(state: ConversationState, messages: readonly Said[]): boolean {
  const copies = new Set(messages.map(({ posting }) => posting.id));
  const others = state.order.some((id) => state.messages[id]?.author.kind === "human" && !copies.has(id));
  return !others && messages.some((one) => Object.values(lacks(state, one)).includes(true));
}

/** The agent of `participant`, or a copy of it with another provider or model. */
async function member(call: Call<Body>, participant: Participant, path: string): Promise<Joining> {
  const { system } = call.services;
  const wanted = call.body.agents[participant.id];
  if (!wanted) return joining(await system.workspace(), participant.agentId, path);
  const id = mint(call.services, "agent");
  await changeSettings(system, { by: call.by }, (state) => {
    const agent = state.agents[participant.agentId];
    const provider = state.providers[wanted.providerId ?? agent?.providerId ?? ""];
    if (!agent || !provider || provider.archived) {
      return { ok: false, code: "validation", detail: `${path}: there is no such agent or provider`, path };
    }
    const { archived: _, ...kept } = agent;
    const copy: Agent = {
      ...kept,
      id,
      version: 1,
      number: state.nextAgentNumber,
      providerId: provider.id,
      model: wanted.model ?? (wanted.providerId ? "" : agent.model),
    };
    return { ok: true, events: [{ type: "AgentCreated", data: copy }], answer: { id } };
  });
  return joining(await system.workspace(), id, path);
}

/** How it begins: as the other did, with who takes part now and answers there. */
async function beginning(call: Call<Body>, state: ConversationState): Promise<PersonCommand> {
  const { seq, title, mode, settings, manager, participants, projectId } = state;
  const enabled = participants.filter((p) => p.enabled);
  const agents: Joining[] = [];
  for (const one of enabled) agents.push(await member(call, one, `agents.${one.id}`));
  const managerAgentId = agents[enabled.findIndex((p) => p.id === manager?.participantId)]?.agentId;
  return {
    type: "start",
    title: await titleOfCopy(call, title, { kind: "rerun" }),
    mode,
    // Each message waits for the answers to the one before it, as it did then.
    settings: { ...settings, onNewMessage: "queue" },
    agents,
    ...given({ projectId }),
    ...(manager && managerAgentId ? { managing: { managerAgentId, principles: manager.principles } } : {}),
    lineage: lineageOf(state, { seq, kind: "rerun" }),
  };
}

export const reruns: Route[] = [
  route("POST", "/api/conversations/:id/rerun", {
    summary: "The same messages again, in a new conversation, with other models",
    body: Rerun,
    status: 201,
    answer: Changed,
    async handle(call) {
      const { system } = call.services;
      const id = conversationIdFor(call);
      const before = await system.conversation(id);
      const state = await conversationOf(call);
      const enabled = state.participants.filter((p) => p.enabled);
      const unknown = Object.keys(call.body.agents).find((id) => !enabled.some((p) => p.id === id));
      if (unknown !== undefined) throw new Problem("not_found", "Agent not in this conversation");
      const messages = said(state, before?.lineage?.seq ?? state.seq, id);
      if (before && !isCutShort(before, messages)) {
        return { conversation: describe(before), seq: before.seq };
      }
      const carry = (command: PersonCommand) => execute(call, id, command, { by: call.by });
      if (!before) await carry(await beginning(call, state));
      // Words that came in from somewhere else are not this person's because they are repeated.
      const foreign = await system.foreign(state.id) > 0;
      if (foreign) await system.setForeign(id, Number.MAX_SAFE_INTEGER);
      let last = 0;
      const begun = await conversationOf(call, id);
      const left = messages.map((one) => ({ ...one, ...lacks(begun, one) }));
      for (const { posting, leftOut, pinned } of left) {
        const messageId = posting.id;
        last = (await carry({ type: "post", ...posting })).seq;
        if (leftOut) last = (await carry({ type: "include", messageId, included: false })).seq;
        if (pinned) last = (await carry({ type: "pin", messageId, pinned })).seq;
      }
      if (foreign) await system.setForeign(id, last);
      const copies = new Map(messages.map(({ old, posting }) => [old, posting.id]));
      await eraseMeanwhile(call, state.id, id, (old) => copies.get(old));
      return { conversation: describe(await conversationOf(call, id)), seq: Math.max(last, 1) };
    },
  }),
];

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
import { changeSettings, conversationIdFor, conversationOf, execute, given } from "../http/commands.ts";
import { lineageOf, titleOfCopy } from "./forks.ts";
import { joining } from "./joining_agents.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";
import { eraseMeanwhile } from "./erasing.ts";
import { describe } from "./conversations.ts";

type Body = z.infer<typeof Rerun>;

/** People's messages, in order, with whether each counts. */
function said(
  state: ConversationState,
): { posting: Posting; included: boolean; pinned: boolean; old: string }[] {
  return state.order.flatMap((id) => {
    const message = state.messages[id];
    // What a program's tools gave was asked for by answers that are not given again; what was erased says nothing.
    if (message?.author.kind !== "human" || message.returned !== undefined || message.erased) return [];
    const { attachments } = message;
    const content = state.bodies[id]?.content ?? "";
    const posting = { content, program: true as const, ...(attachments ? { attachments } : {}) };
    return [{ posting, included: message.included, pinned: message.pinned ?? false, old: id }];
  });
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

export const reruns: Route[] = [
  route("POST", "/api/conversations/:id/rerun", {
    summary: "The same messages again, in a new conversation, with other models",
    body: Rerun,
    status: 201,
    answer: Changed,
    async handle(call) {
      const state = await conversationOf(call);
      const { id: from, seq, title: old, mode, settings, manager, participants } = state;
      const lineage = lineageOf(state, { seq, kind: "rerun" });
      const messages = said(state);
      const enabled = participants.filter((p) => p.enabled);
      const unknown = Object.keys(call.body.agents).find((id) => !enabled.some((p) => p.id === id));
      if (unknown !== undefined) throw new Problem("not_found", "Agent not in this conversation");
      const { system } = call.services;
      const id = conversationIdFor(call);
      const before = await system.conversation(id);
      if (before) return { conversation: describe(before), seq: before.seq };
      const title = await titleOfCopy(call, old, { kind: "rerun" });
      const carry = (command: PersonCommand) => execute(call, id, command, { by: call.by });
      const agents: Joining[] = [];
      for (const one of enabled) agents.push(await member(call, one, `agents.${one.id}`));
      const managerAgentId = agents[enabled.findIndex((p) => p.id === manager?.participantId)]?.agentId;
      await carry({
        type: "start",
        title,
        mode,
        // Each message waits for the answers to the one before it, as it did then.
        settings: { ...settings, onNewMessage: "queue" },
        agents,
        ...given({ projectId: state.projectId }),
        ...(manager && managerAgentId
          ? { managing: { managerAgentId, principles: manager.principles } }
          : {}),
        lineage,
      });
      // Words that came in from somewhere else are not this person's because they are repeated.
      const foreign = await system.foreign(from) > 0;
      if (foreign) await system.setForeign(id, Number.MAX_SAFE_INTEGER);
      let last = 0;
      const copies = new Map<string, string>();
      for (const { posting, included, pinned, old } of messages) {
        const posted = await carry({ type: "post", ...posting });
        last = posted.seq;
        const messageId = posted.answer.messageId ?? "";
        copies.set(old, messageId);
        if (!included) last = (await carry({ type: "include", messageId, included })).seq;
        if (pinned) last = (await carry({ type: "pin", messageId, pinned })).seq;
      }
      if (foreign) await system.setForeign(id, last);
      await eraseMeanwhile(call, from, id, (old) => copies.get(old));
      return { conversation: describe(await conversationOf(call, id)), seq: Math.max(last, 1) };
    },
  }),
];

/** The roster and its turns: who takes part, who is asked, stopped, asked again, and what it was sent. */
import type { z } from "zod";
import {
  AddParticipant,
  Asked,
  AskedAll,
  ChangeParticipant,
  ContextQuery,
  Decided,
  Permission,
  Roster,
  Stop,
  Stopped,
  TurnRequest,
  WouldSend,
} from "../contract/conversation_shapes.ts";
import { NoFields } from "../contract/values.ts";
import { conversationOf, execute, param, seqQuery } from "../http/commands.ts";
import { joining } from "./joining_agents.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

async function participantAnswer(call: Call, participantId: string, seq: number): Promise<Roster> {
  const state = await conversationOf(call);
  const participant = state.participants.find((p) => p.id === participantId) ?? null;
  return { participant, participants: state.participants, seq };
}

async function add(call: Call<z.infer<typeof AddParticipant>>): Promise<Roster> {
  const id = param(call, "id");
  const agent = joining(await call.services.system.workspace(), call.body.agentId, "agentId");
  const outcome = await execute(call, id, { type: "add_participant", agent });
  return await participantAnswer(call, outcome.answer.participantId ?? "", outcome.seq);
}

async function change(call: Call<z.infer<typeof ChangeParticipant>>): Promise<Roster> {
  const participantId = param(call, "participantId");
  const { enabled, position } = call.body;
  const outcome = await execute(call, param(call, "id"), {
    type: "change_participant",
    participantId,
    ...(enabled === undefined ? {} : { enabled }),
    ...(position === undefined ? {} : { position }),
  });
  return await participantAnswer(call, participantId, outcome.seq);
}

async function remove(call: Call): Promise<Roster> {
  const participantId = param(call, "participantId");
  const outcome = await execute(call, param(call, "id"), { type: "remove_participant", participantId });
  return await participantAnswer(call, participantId, outcome.seq);
}

const asked = (
  { answer: { turnId = "", messageId = "" }, seq }: Awaited<ReturnType<typeof execute>>,
): Asked => ({ turnId, messageId, seq });

async function ask(call: Call): Promise<Asked> {
  const outcome = await execute(call, param(call, "id"), { type: "ask", agentId: param(call, "agentId") });
  return asked(outcome);
}

async function askAll(call: Call): Promise<AskedAll> {
  const outcome = await execute(call, param(call, "id"), { type: "ask_all" });
  return { turnIds: outcome.answer.turnIds ?? [], seq: outcome.seq };
}

async function stop(call: Call<z.infer<typeof Stop>>): Promise<Stopped> {
  const { turnId } = call.body;
  const outcome = await execute(call, param(call, "id"), {
    type: "stop",
    ...(turnId === undefined ? {} : { turnId }),
  });
  return { stopped: outcome.answer.stopped ?? [], seq: outcome.seq };
}

async function retry(call: Call): Promise<Asked> {
  const outcome = await execute(call, param(call, "id"), { type: "retry", turnId: param(call, "turnId") });
  return asked(outcome);
}

async function permission(call: Call<z.infer<typeof Permission>>): Promise<Decided> {
  const { callId, allowed, site } = call.body;
  const turnId = param(call, "turnId");
  const outcome = await execute(call, param(call, "id"), {
    type: "decide_tool",
    turnId,
    callId,
    allowed,
    ...(site === undefined ? {} : { site }),
  });
  return { turnId, callId, allowed, site: site ?? false, seq: outcome.seq };
}

async function request(call: Call): Promise<TurnRequest> {
  const found = await call.services.system.requestOf(param(call, "id"), param(call, "turnId"));
  if (!found) throw new Problem("not_found", "There is no such turn, or it has not started.");
  const last = found.calls.at(-1);
  return { ...found, body: last?.body ?? null, sha256: last?.sha256 ?? null };
}

async function context(call: Call<unknown, z.infer<typeof ContextQuery>>): Promise<WouldSend> {
  const state = await conversationOf(call);
  const participantId = param(call, "participantId");
  const found = await call.services.system.wouldSend(state.id, participantId, seqQuery(call, state));
  if (!found) throw new Problem("not_found", "Agent not in this conversation");
  return found;
}

const at = "/api/conversations/:id";
export const turns: Route[] = [
  route({
    method: "POST",
    path: `${at}/participants`,
    access: "api",
    summary: "Add an agent",
    body: AddParticipant,
    status: 201,
    answer: Roster,
    handle: add,
  }),
  route({
    method: "PATCH",
    path: `${at}/participants/:participantId`,
    access: "api",
    summary: "Turn an agent on or off, or move it in the roster",
    body: ChangeParticipant,
    answer: Roster,
    handle: change,
  }),
  route({
    method: "DELETE",
    path: `${at}/participants/:participantId`,
    access: "api",
    summary: "Remove an agent; its messages stay",
    answer: Roster,
    handle: remove,
  }),
  route({
    method: "POST",
    path: `${at}/trigger_agent/:agentId`,
    access: "api",
    summary: "On request: ask one agent",
    body: NoFields,
    optionalBody: true,
    answer: Asked,
    handle: ask,
  }),
  route({
    method: "POST",
    path: `${at}/trigger_all`,
    access: "api",
    summary: "On request: ask every enabled agent, one after the other",
    body: NoFields,
    optionalBody: true,
    answer: AskedAll,
    handle: askAll,
  }),
  route({
    method: "POST",
    path: `${at}/stop`,
    access: "api",
    summary: "Stop one answer, or all",
    body: Stop,
    optionalBody: true,
    answer: Stopped,
    handle: stop,
  }),
  route({
    method: "POST",
    path: `${at}/turns/:turnId/retry`,
    access: "api",
    summary: "Ask one agent again, as a new turn",
    body: NoFields,
    optionalBody: true,
    status: 201,
    answer: Asked,
    handle: retry,
  }),
  route({
    method: "POST",
    path: `${at}/turns/:turnId/permission`,
    access: "api",
    summary: "Let a tool that asks first run, or not",
    body: Permission,
    answer: Decided,
    handle: permission,
  }),
  route({
    method: "GET",
    path: `${at}/turns/:turnId/request`,
    access: "api",
    summary: "The exact requests of a turn, and which messages were in them",
    answer: TurnRequest,
    handle: request,
  }),
  route({
    method: "GET",
    path: `${at}/context/:participantId`,
    access: "api",
    summary: "What an agent would be sent now, or as of an event",
    query: ContextQuery,
    answer: WouldSend,
    handle: context,
  }),
];

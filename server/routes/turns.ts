/** The roster and its turns: who takes part, who is asked, stopped, asked again, and what it was sent. */
import {
  AddParticipant,
  ChangeParticipant,
  ContextQuery,
  Merge,
  Permission,
  Stop,
} from "../contract/conversation_requests.ts";
import { Asked, AskedAll, Decided, Roster, Stopped, TurnRequest } from "../contract/conversation_shapes.ts";
import { GiveInput, InputGiven } from "../contract/input_shapes.ts";
import { WouldSend } from "../../projections/shapes/views.ts";
import { NoFields } from "../contract/values.ts";
import { conversationOf, execute, given, param, seqQuery } from "../http/commands.ts";
import { joining } from "./joining_agents.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

async function rosterWith(call: Call, participantId: string, seq: number): Promise<Roster> {
  const { participants } = await conversationOf(call);
  const participant = participants.find((p) => p.id === participantId) ?? null;
  return { participant, participants, seq };
}

const asked = (
  { answer: { turnId = "", messageId = "" }, seq }: Awaited<ReturnType<typeof execute>>,
): Asked => ({ turnId, messageId, seq });

const at = "/api/conversations/:id";
export const turns: Route[] = [
  route("POST", `${at}/participants`, {
    summary: "Add an agent",
    body: AddParticipant,
    status: 201,
    answer: Roster,
    async handle(call) {
      const id = param(call, "id");
      const agent = joining(await call.services.system.workspace(), call.body.agentId, "agentId");
      const { answer, seq } = await execute(call, id, { type: "add_participant", agent });
      return await rosterWith(call, answer.participantId ?? "", seq);
    },
  }),
  route("PATCH", `${at}/participants/:participantId`, {
    summary: "Turn an agent on or off, or move it in the roster",
    body: ChangeParticipant,
    answer: Roster,
    async handle(call) {
      const participantId = param(call, "participantId");
      const command = { type: "change_participant", participantId, ...given(call.body) } as const;
      const { seq } = await execute(call, param(call, "id"), command);
      return await rosterWith(call, participantId, seq);
    },
  }),
  route("DELETE", `${at}/participants/:participantId`, {
    summary: "Remove an agent; its messages stay",
    answer: Roster,
    async handle(call) {
      const participantId = param(call, "participantId");
      const { seq } = await execute(call, param(call, "id"), { type: "remove_participant", participantId });
      return await rosterWith(call, participantId, seq);
    },
  }),
  route("POST", `${at}/trigger_agent/:agentId`, {
    summary: "On request: ask one agent",
    body: NoFields,
    optionalBody: true,
    answer: Asked,
    handle: async (call) =>
      asked(await execute(call, param(call, "id"), { type: "ask", agentId: param(call, "agentId") })),
  }),
  route("POST", `${at}/trigger_all`, {
    summary: "On request: ask every enabled agent, one after the other",
    body: NoFields,
    optionalBody: true,
    answer: AskedAll,
    async handle(call) {
      const { answer, seq } = await execute(call, param(call, "id"), { type: "ask_all" });
      return { turnIds: answer.turnIds ?? [], seq };
    },
  }),
  route("POST", `${at}/stop`, {
    whenFull: true,
    summary: "Stop one answer, or all",
    body: Stop,
    optionalBody: true,
    answer: Stopped,
    async handle(call) {
      const { answer, seq } = await execute(call, param(call, "id"), { type: "stop", ...given(call.body) });
      return { stopped: answer.stopped ?? [], seq };
    },
  }),
  route("POST", `${at}/merge`, {
    summary: "Ask one agent for one answer from several, for their gist, or for the claims of two",
    body: Merge,
    status: 201,
    answer: Asked,
    async handle(call) {
      const { task, ...chosen } = call.body;
      return asked(await execute(call, param(call, "id"), { type: "merge", ...chosen, ...given({ task }) }));
    },
  }),
  route("POST", `${at}/turns/:turnId/retry`, {
    summary: "Ask one agent again, as a new turn",
    body: NoFields,
    optionalBody: true,
    status: 201,
    answer: Asked,
    handle: async (call) =>
      asked(await execute(call, param(call, "id"), { type: "retry", turnId: param(call, "turnId") })),
  }),
  route("POST", `${at}/turns/:turnId/permission`, {
    whenFull: true,
    summary: "Let a tool that asks first run, or not",
    body: Permission,
    answer: Decided,
    async handle(call) {
      const { callId, allowed, site, conversation } = call.body;
      const word = { turnId: param(call, "turnId"), callId, allowed };
      const command = { type: "decide_tool", ...word, ...given({ site, conversation }) } as const;
      const { seq } = await execute(call, param(call, "id"), command);
      return { ...word, site: site ?? false, conversation: conversation ?? false, seq };
    },
  }),
  route("POST", `${at}/turns/:turnId/input`, {
    whenFull: true,
    summary: "Answer a server of tools that asks while a call of it runs",
    body: GiveInput,
    answer: InputGiven,
    async handle(call) {
      const { callId, input, outcome, values } = call.body;
      const word = { turnId: param(call, "turnId"), callId, input, outcome };
      const command = { type: "answer_input", ...word, ...given({ values }) } as const;
      const { seq } = await execute(call, param(call, "id"), command);
      return { ...word, seq };
    },
  }),
  route("GET", `${at}/turns/:turnId/request`, {
    summary: "The exact requests of a turn, and which messages were in them",
    answer: TurnRequest,
    long: true,
    async handle(call) {
      const found = await call.services.system.requestOf(param(call, "id"), param(call, "turnId"));
      if (!found) throw new Problem("not_found", "There is no such turn, or it has not started.");
      const last = found.calls.at(-1);
      return { ...found, body: last?.body ?? null, sha256: last?.sha256 ?? null };
    },
  }),
  route("GET", `${at}/context/:participantId`, {
    summary: "What an agent would be sent now, or as of an event",
    query: ContextQuery,
    answer: WouldSend,
    long: true,
    async handle(call) {
      const state = await conversationOf(call);
      const participantId = param(call, "participantId");
      const found = await call.services.system.wouldSend(state.id, participantId, seqQuery(call, state));
      if (!found) throw new Problem("not_found", "Agent not in this conversation");
      return found;
    },
  }),
];

/** What a panel or a blind comparison is expected to use, told before anybody is asked. */
import type { z } from "zod";
import type { Asking, Playing } from "../../actors/conversation/commands.ts";
import { seatsProblem } from "../../actors/conversation/rules/seating.ts";
import type { Foreseen } from "../../projections/trials/trying.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { CompareUse, PanelUse, StartUse } from "../contract/use_shapes.ts";
import { ExpectedUse } from "../contract/trial_shapes.ts";
import { carried, conversationOf, given } from "../http/commands.ts";
import { wrongField } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { joining, projectOf } from "./joining_agents.ts";
import { askingOf } from "./panels.ts";
import { resolveAttachments } from "./uploads.ts";

/** A question that was not typed yet: a short one. */
const NOTHING_YET = "?";
const questionOf = (typed: string): string => typed.trim() === "" ? NOTHING_YET : typed;

/** The panel without its limits: told is what it comes to where nothing ends it. */
const wholePanel = (workspace: WorkspaceState, panel: z.output<typeof StartUse>["panel"]): Asking =>
  askingOf(workspace, { ...panel, limits: undefined }, "panel");

const agentsOf = (workspace: WorkspaceState, { seats }: Asking) =>
  [...new Set(seats.map(({ agentId }) => agentId))].map((id) => joining(workspace, id, "panel.seats"));

async function used({ services }: Call, playing: Playing): Promise<ExpectedUse> {
  const { turns } = carried<{ readonly ok: true; readonly turns: readonly Foreseen[] }>(
    await services.system.foreseenOf(playing),
  );
  const priced = turns.every(({ usd }) => usd !== null);
  return {
    answers: turns.length,
    tokens: turns.reduce((sum, { input, output }) => sum + input + output, 0),
    usd: priced ? turns.reduce((sum, { usd }) => sum + (usd ?? 0), 0) : null,
  };
}

const at = "/api/conversations/:id";
export const expectedUse: Route[] = [
  route("POST", "/api/panels/cost", {
    summary: "What a panel is expected to use at most in a conversation that begins with it",
    body: StartUse,
    answer: ExpectedUse,
    async handle(call) {
      const { question, panel: asked, attachments: named, projectId } = call.body;
      const attachments = await resolveAttachments(call.services.system, named);
      const workspace = await call.services.system.workspace();
      if (projectId !== undefined) projectOf(workspace, projectId);
      const panel = wholePanel(workspace, asked);
      return await used(call, {
        start: {
          type: "start",
          title: "",
          mode: "parallel",
          settings: {},
          agents: agentsOf(workspace, panel),
          message: { content: questionOf(question), panel, ...given({ attachments }) },
          ...given({ projectId }),
        },
      });
    },
  }),
  route("POST", `${at}/panels/cost`, {
    summary: "What a panel is expected to use at most: here, or out of sight beside one of its agents alone",
    body: PanelUse,
    answer: ExpectedUse,
    async handle(call) {
      const { question, panel: asked, attachments: named, aloneId, judge } = call.body;
      const { id: of } = await conversationOf(call);
      const workspace = await call.services.system.workspace();
      const panel = wholePanel(workspace, asked);
      const attachments = await resolveAttachments(call.services.system, named);
      const message = { content: questionOf(question), ...given({ attachments }) };
      if (aloneId === undefined) return await used(call, { of, post: { ...message, panel } });
      const wrong = seatsProblem(panel.format, panel.seats);
      if (wrong) throw wrongField("panel.seats", wrong);
      const agents = agentsOf(workspace, panel);
      if (!agents.some(({ agentId }) => agentId === aloneId)) {
        throw wrongField("aloneId", "must have a seat in the panel");
      }
      return await used(call, {
        of,
        room: {
          agents,
          ...message,
          judged: { asking: panel, panelSeat: 0, aloneId },
          ...given({ judge: judge === undefined ? undefined : joining(workspace, judge, "judge") }),
        },
      });
    },
  }),
  route("POST", `${at}/comparisons/cost`, {
    summary: "What a blind comparison is expected to use",
    body: CompareUse,
    answer: ExpectedUse,
    async handle(call) {
      const { question, agentIds, attachments: named } = call.body;
      const { id: of } = await conversationOf(call);
      const attachments = await resolveAttachments(call.services.system, named);
      const workspace = await call.services.system.workspace();
      const agents = agentIds.map((id, index) => joining(workspace, id, `agentIds.${index}`));
      return await used(call, {
        of,
        room: { agents, content: questionOf(question), ...given({ attachments }) },
      });
    },
  }),
];

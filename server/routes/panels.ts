/** Panels: formats that are there, formats of one's own, and the briefs in which panels end. */
import type { Asking } from "../../actors/conversation/commands.ts";
import { BUILT_IN_PANELS, builtIn } from "../../events/catalog/built_in_panels.ts";
import { PANEL_FORMATS } from "../../events/catalog/limits.ts";
import { OwnPanel } from "../../events/catalog/workspace.ts";
import { seatsProblem } from "../../actors/conversation/rules/seating.ts";
import { briefOf, briefText } from "../../projections/panels/brief.ts";
import { panelOf, stageOf } from "../../projections/panels/panels.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { z } from "zod";
import {
  type AskPanel,
  BriefQuery,
  BuiltInPanels,
  ChangePanel,
  CreatePanel,
  PanelBrief,
  PanelView,
} from "../contract/panel_shapes.ts";
import { conversationOf, given, param } from "../http/commands.ts";
import { Problem, wrongField } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";
import { resource } from "./resource.ts";

/** The panel that a body names. Throws 422 at `path` for a format that is not there. */
export function askingOf(
  workspace: WorkspaceState,
  { format, seats, limits }: z.output<typeof AskPanel>,
  path: string,
): Asking {
  const more = given({ limits });
  if (typeof format !== "string") return { format, seats, ...more };
  const own = workspace.panelFormats[format];
  const found = builtIn(format) ?? (own?.archived === false ? own.format : undefined);
  if (!found) throw wrongField(`${path}.format`, "there is no such panel");
  return { format: found, formatId: format, seats, ...more };
}

const formats = resource({
  named: "panelFormats",
  event: "PanelFormat",
  called: { path: "panels", kind: "panel" },
  create: CreatePanel,
  change: ChangePanel,
  whole: OwnPanel.strip(),
  answer: PanelView,
  check({ panelFormats, agents }, { format, seats }, { before }) {
    const there = Object.values(panelFormats).filter(({ archived }) => !archived).length;
    if (!before && there >= PANEL_FORMATS) {
      return { path: "format", message: `there are ${PANEL_FORMATS} already: remove one first` };
    }
    if (!seats) return null;
    const unknown = seats.findIndex(({ agentId }) => agents[agentId]?.archived !== false);
    if (unknown >= 0) return { path: `seats.${unknown}.agentId`, message: "there is no such agent" };
    const wrong = seatsProblem(format, seats);
    return wrong === null ? null : { path: "seats", message: wrong };
  },
  show: (_, fields) => fields,
});

const noBrief = () => new Problem("not_found", "This message is no brief of a panel.");

/** The brief that a message is, with whose each source is and in which stage it was said. */
export function toldBrief(state: ConversationState, messageId: string): PanelBrief {
  const brief = briefOf(state, messageId);
  const panel = panelOf(state, state.messages[messageId]);
  if (!brief || !panel) throw noBrief();
  const sources = brief.sources.map((id) => {
    const message = state.messages[id];
    return {
      messageId: id,
      author: message?.author.name ?? "",
      stage: stageOf(panel, message?.panel?.stage ?? -1)?.texts?.name ?? "",
    };
  });
  return { ...brief, panelId: panel.id, panel: panel.texts?.name ?? "", question: panel.messageId, sources };
}

export const panels: Route[] = [
  // Before the one with an id in this place.
  route("GET", "/api/panels/built-in", {
    summary: "The formats of panels that are there from the start",
    answer: BuiltInPanels,
    handle: () => Promise.resolve({ items: [...BUILT_IN_PANELS], next: null }),
  }),
  ...formats,
  route("GET", "/api/conversations/:id/messages/:messageId/brief", {
    summary: "The brief in which a panel ended: every line with the passages it comes from",
    query: BriefQuery,
    answer: PanelBrief,
    media: { "text/markdown": z.string() },
    async handle(call) {
      const state = await conversationOf(call);
      const messageId = param(call, "messageId");
      const told = toldBrief(state, messageId);
      if (call.query.format === "json") return told;
      return new Response(briefText(state, messageId) ?? "", {
        headers: {
          "content-type": "text/markdown; charset=utf-8",
          "content-disposition": 'attachment; filename="brief.md"',
        },
      });
    },
  }),
];

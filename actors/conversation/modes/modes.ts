/** The list of modes: one line for each file beside this one, under the name that the log knows it by. */
import type { Mode as Name } from "../../../events/catalog/modes.ts";
import type { Turn } from "../../../projections/shapes/folds.ts";
import { inTurn } from "./in_turn.ts";
import { byRule, ofTwo } from "./judge.ts";
import { manager } from "./manager.ts";
import type { Mode } from "./mode.ts";
import { onRequest } from "./on_request.ts";
import { panel } from "./panel.ts";
import { together } from "./together.ts";

export const modes: Record<Name, Mode> = {
  parallel: together,
  round_robin: inTurn,
  manual: onRequest,
  manager,
};

export const modeOf = (name: Name): Mode => modes[name];

/** What decides about a turn: that it judges, or the panel that it is of, goes before the mode of its conversation. */
export const modeOfTurn = (
  { mode, panel: place, judges }: Pick<Turn, "mode"> & Partial<Pick<Turn, "panel" | "judges">>,
): Mode => judges ? "answers" in judges ? ofTwo : byRule : place ? panel : modeOf(mode);

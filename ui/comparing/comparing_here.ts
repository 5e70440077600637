/** Comparisons that nobody sees into: loaded when somebody first asks. */
import { lazy } from "../parts/lazy.tsx";
import type { Dialog } from "../state/ui_state.ts";

export const CompareHere = lazy<Extract<Dialog, { name: "compare" }>>(async () =>
  (await import("./blind.tsx")).Blind
);
/** … and their rankings. */
export const RankingHere = lazy<{ label: string | null | undefined }>(async () =>
  (await import("./ranks.tsx")).Ranks
);

/** Comparisons that nobody sees into: loaded when somebody first asks. */
import { lazy } from "../parts/lazy.tsx";
import type { Shown } from "../state/ui_state.ts";

export const CompareHere = lazy<{ question: string; first?: Shown | undefined }>(async () =>
  (await import("./blind.tsx")).Blind
);
/** And their rankings. */
export const RankingHere = lazy<{ label: string | null | undefined }>(async () =>
  (await import("./ranks.tsx")).Ranks
);

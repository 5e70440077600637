/** Comparisons that nobody sees into: loaded when somebody first asks. */
import { lazy } from "../parts/lazy.tsx";

export const CompareHere = lazy<{ question: string }>(async () => (await import("./blind.tsx")).Blind);

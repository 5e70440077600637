/** What one turn was sent: the sheet is loaded when somebody first asks. */
import { lazy } from "../parts/lazy.tsx";

export const Saw = lazy<{ turnId: string }>(async () => (await import("../saw/saw_sheet.tsx")).SawSheet);

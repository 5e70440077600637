/** German words of dialogs. */
import type { DialogueWords } from "./english_dialogues.ts";

export const dialogues: DialogueWords = {
  palette: "Alle Aktionen",
  takeIn: "Ein Gespräch aufnehmen",
  takeInHelp:
    "Ein Export wird aufgenommen, wie er ist, mit seiner ganzen Geschichte. Einer, der verändert wurde, wird abgelehnt.",
  takeInField: "Das Protokoll eines Gesprächs (NDJSON)",
};

/** English words inside answers: code, tables, formulas, diagrams, pictures, notes. */
import { counted } from "./counting.ts";

export const english = {
  copy: "Copy",
  copied: "Copied.",
  notCopied: "Copying is not allowed here.",
  wrap: "Wrap long lines",
  download: "Download",
  preview: "Preview",
  code: "Code",
  plainText: "Text",

  diagram: "Diagram",
  diagramOf: (name: string) => `Diagram: ${name}`,
  drawing: "Drawing the diagram…",
  source: "Source",
  larger: "Open larger",
  close: "Close",
  diagramTooLong: (units: number) =>
    counted(units, { other: "Diagrams of more than # characters are not drawn." }),
  diagramTooSlow: "This diagram could not be drawn: it took too long.",
  diagramWrong: "This diagram could not be drawn. Its source is below.",
  diagramUnknown: "Diagrams of this kind cannot be drawn here. The source is below.",

  previewTitle: "Preview of this code",
  previewApart: "Runs apart from this page and without network: what it loads from elsewhere is missing.",

  formula: "Formula",
  formulaWrong: (why: string) => `Not a formula that can be set. ${why}`,
  formulaTooLarge: "This formula is too large to be set; its source is shown.",
  formulasCut: (n: number) =>
    counted(n, { other: "Only the first # formulas are set. The others show their source." }),

  pictureNotLoaded: "Picture not loaded",
  pictureFrom: (name: string) => `${name} from`,
  from: "from",
  loadOnce: "Load once",
  loading: "Loading…",
  pictureFailed: "The picture could not be loaded",
  picture: "picture",

  table: "Table",
  rowsCut: (shown: number, all: number) =>
    `${counted(shown, { one: "Only the first row is shown", other: "Only the first # rows are shown" })} of ${
      counted(all, { other: "#" })
    }. Copy gives the whole table.`,
  tooDeep: "Nested too deep to be shown here. Copy gives the whole text.",
  textCut: "The rest of this text is shown without formatting: it is too long for that.",

  done: "Done",
  toDo: "To do",
  callouts: { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" },
  notes: "Notes",
  noteNumber: (n: number) => counted(n, { other: "Note #" }),
  backFrom: (n: number) => counted(n, { other: "Back to where note # stands" }),
};
export type ContentWords = typeof english;

/** Answers that have a form, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["formed"] = {
  table: "Tabelle",
  tree: "Baum",
  text: "Wortlaut",
  show: "Wie die Antwort gezeigt wird",
  repaired: "Noch einmal gefragt: zuerst passte sie nicht in ihre Form.",
  rowsMore: (n) =>
    counted(n, { one: "# weitere Zeile steht im Wortlaut.", other: "# weitere Zeilen stehen im Wortlaut." }),
  columnsMore: (n) =>
    counted(n, {
      one: "# weitere Spalte steht im Wortlaut.",
      other: "# weitere Spalten stehen im Wortlaut.",
    }),
  more: (n) => counted(n, { one: "… # weiteres im Wortlaut", other: "… # weitere im Wortlaut" }),
  items: (n) => counted(n, { one: "# Eintrag", other: "# Einträge" }),
  fields: (n) => counted(n, { one: "# Feld", other: "# Felder" }),
};

/** Agents' own pictures, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["pictures"] = {
  own: "Eigenes Bild",
  choose: "Bild wählen",
  other: "Anderes wählen",
  remove: "Bild entfernen",
  or: "oder hier ablegen oder einfügen",
  bounds: (megabytes, pixels, side) =>
    `PNG, JPEG, GIF oder WebP, bis ${megabytes} MB und ${pixels} × ${pixels} Pixel. Behalten wird die Mitte, ` +
    `als stehendes Bild von ${side} × ${side} Pixeln; ohne Bild steht das Zeichen.`,
  making: "Wird verkleinert …",
  chosen: "Gewählt: Es erscheint, sobald Sie speichern.",
  removed: "Entfernt: Das Zeichen erscheint, sobald Sie speichern.",
  noPicture: "Das ist kein Bild in PNG, JPEG, GIF oder WebP.",
  tooLarge: (megabytes) => `Das Bild ist größer als ${megabytes} MB.`,
  tooWide: (pixels) => `Das Bild hat mehr als ${pixels} Pixel an einer Seite.`,
  unreadable: "Das Bild kann nicht gelesen werden: Vielleicht ist es beschädigt.",
  onItsWay: "Das Bild ist noch unterwegs. Speichern Sie gleich noch einmal.",
};

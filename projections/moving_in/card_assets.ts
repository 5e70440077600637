/** What comes with a character card: its picture, and as CHARX, an archive, whatever else it names. */
import { type FoundFile, typeOf } from "./files.ts";
import { heldFile, isHeld } from "./held_files.ts";
import { type Fields, fieldsOf, listOf, nameOf, textOf } from "./talks.ts";
import { type Source, zipBytes, ZipError, type ZipFile, zipFiles } from "./zip.ts";

/** An agent's picture may come of it; null where it is none. */
export type CardPicture = () => Promise<FoundFile | null>;

/** Bytes of a picture of which a smaller one is made: a photograph has a tenth. */
export const CARD_PICTURE_BYTES = 32 * 1024 * 1024;
const CARD_NAME = "card.json";

/** A card with the archive around it. */
export interface CardArchive {
  readonly text: string;
  readonly files: readonly ZipFile[];
}

async function bytesOf(source: Source, file: ZipFile): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of zipBytes(source, file)) parts.push(piece);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Null for an archive that holds no card, or cannot be read: what else it is, others say. */
export async function cardArchive(source: Source, mostBytes: number): Promise<CardArchive | null> {
  try {
    const files = await zipFiles(source);
    const card = files.find(({ name }) => name === CARD_NAME);
    if (!card || card.size > mostBytes) return null;
    return { text: new TextDecoder().decode(await bytesOf(source, card)), files };
  } catch (error) {
    if (error instanceof ZipError) return null;
    throw error;
  }
}

/** What a card names besides its words, without what stands for the file itself. */
export const assetsOf = (data: Fields): readonly Fields[] =>
  listOf(data["assets"]).map(fieldsOf).filter(({ uri }) => textOf(uri) !== "ccdefault:");

/** The picture of a card by its assets, where it lies in the archive or in the card; nothing is loaded from elsewhere. */
export function iconOf(data: Fields, source: Source, files: readonly ZipFile[]): CardPicture | null {
  const icons = assetsOf(data).filter(({ type }) => type === "icon");
  const main = icons.find(({ name }) => name === "main") ?? icons[0];
  const uri = textOf(main?.["uri"]);
  const name = nameOf(main?.["name"]);
  if (isHeld(uri)) return () => Promise.resolve(pictureOf(heldFile(uri, name)));
  const path = /^embed+ed:\/\//.test(uri) ? uri.slice(uri.indexOf("://") + 3) : null;
  const file = files.find((one) => one.name === path);
  if (!file || file.size > CARD_PICTURE_BYTES) return null;
  return async () => {
    try {
      const bytes = await bytesOf(source, file);
      return pictureOf({ bytes, type: typeOf(bytes) ?? "", name });
    } catch (error) {
      if (error instanceof ZipError) return null;
      throw error;
    }
  };
}

const pictureOf = (found: FoundFile | string): FoundFile | null =>
  typeof found !== "string" && found.type.startsWith("image/") ? found : null;

/** The file itself. */
export const ownPicture = (source: Source): CardPicture => async () =>
  source.size > CARD_PICTURE_BYTES
    ? null
    : { bytes: await source.read(0, source.size), type: "image/png", name: "card.png" };

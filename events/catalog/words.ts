/**
 * Words are what people, agents and programs said or named: what may have to be forgotten. Everything else of an event is
 * its structure, which stays. A schema is marked where it is written; from the marks follows where the words of each
 * type are.
 */
import { z } from "zod";
import { ConversationEvent } from "./conversation.ts";
import { EVENT_TYPES } from "./envelope.ts";
import { WORDS } from "./words_mark.ts";
import { WorkspaceEvent } from "./workspace.ts";

/** Where words are in a value: at a field itself, or further inside it. */
export interface Places {
  readonly [field: string]: true | Places;
}
type Fields = Record<string, unknown>;

/** What is known of the words of one type. */
interface Marks {
  readonly places: Places;
  /** What stands in place of words that are gone, where a fold needs something: an empty text, an empty list. */
  readonly blank: Fields;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema inside what only says that it may be absent. */
function inner(schema: z.core.$ZodType): { schema: z.core.$ZodType; required: boolean } {
  let found = schema;
  let required = true;
  while (found instanceof z.ZodOptional || found instanceof z.ZodNullable) {
    required &&= !(found instanceof z.ZodOptional);
    found = found.unwrap();
  }
  return { schema: found, required };
}

function marksOf(object: z.core.$ZodType): Marks {
  const places: Record<string, true | Places> = {};
  const blank: Fields = {};
  if (!(object instanceof z.ZodObject)) return { places, blank };
  for (const [field, declared] of Object.entries(object.shape)) {
    const { schema, required } = inner(declared as z.core.$ZodType);
    if (WORDS.has(schema)) {
      places[field] = true;
      if (required) blank[field] = schema instanceof z.ZodArray ? [] : "";
      continue;
    }
    const inside = marksOf(schema);
    if (Object.keys(inside.places).length === 0) continue;
    places[field] = inside.places;
    if (Object.keys(inside.blank).length > 0) blank[field] = inside.blank;
  }
  return { places, blank };
}

const DEFINED = new Map(
  [...ConversationEvent.options, ...WorkspaceEvent.options].map((option) =>
    [EVENT_TYPES.get(option)?.type ?? "", option] as const
  ),
);
/** Of the types that were asked for: to ask makes all schemas of a type. */
const known = new Map<string, Marks>();

/** Undefined for a type this program does not know. */
function marksFor(type: string): Marks | undefined {
  const found = known.get(type);
  if (found) return found;
  const data = DEFINED.get(type)?.shape.data;
  if (!data) return undefined;
  const marks = marksOf(data);
  known.set(type, marks);
  return marks;
}

/** Where the words in the data of an event are; null for a type this program does not know: all of it may be words. */
export const wordPlaces = (type: string): Places | null => marksFor(type)?.places ?? null;

/** By type, what stands in place of words that are gone: for where there is no schema to ask. */
export const blanks = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...DEFINED.keys()].map((type) => [type, marksFor(type)?.blank]));

/** A value in two: what is not at one of the places, and what is; null where nothing is. */
export function parted(value: unknown, places: Places | null): { rest: unknown; words: unknown } {
  if (places === null) return { rest: undefined, words: value };
  if (!isFields(value)) return { rest: value, words: undefined };
  const rest: Fields = {};
  let words: Fields | undefined;
  for (const field of Object.keys(value)) {
    const at = value[field];
    const place = Object.hasOwn(places, field) ? places[field] : undefined;
    if (place === undefined) rest[field] = at;
    else if (place === true) (words ??= {})[field] = at;
    else {
      const inside = parted(at, place);
      rest[field] = inside.rest;
      if (inside.words !== undefined) (words ??= {})[field] = inside.words;
    }
  }
  return { rest, words };
}

/** The two put together again; `rest` is changed and given back. */
export function joined(rest: unknown, words: unknown): unknown {
  if (!isFields(rest) || !isFields(words)) return words === undefined ? rest : words;
  for (const field of Object.keys(words)) {
    rest[field] = Object.hasOwn(rest, field) ? joined(rest[field], words[field]) : words[field];
  }
  return rest;
}

/** Puts what is blank in the place of words that are gone; into an object that is itself not there, nothing. */
function filled(rest: Fields, blank: Fields): Fields {
  for (const [field, value] of Object.entries(blank)) {
    if (!isFields(value)) rest[field] = Array.isArray(value) ? [] : value;
    else if (isFields(rest[field])) filled(rest[field], value);
  }
  return rest;
}

/** The data of an event whose words are gone, with what its fold needs in their place; `rest` is changed. */
export function blanked(type: string, rest: unknown): unknown {
  const data = rest ?? {};
  const marks = marksFor(type);
  return marks && isFields(data) ? filled(data, marks.blank) : data;
}

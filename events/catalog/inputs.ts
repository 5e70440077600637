/** What a server asks a person while one of its tools runs, and what the person gives: a small form, or an address to open. */
import { z } from "zod";
import {
  ADDRESS_CHARS,
  CALL_INPUTS,
  INPUT_DESCRIPTION_UNITS,
  INPUT_FIELDS,
  INPUT_LABEL_UNITS,
  INPUT_MESSAGE_UNITS,
  INPUT_NAME_UNITS,
  INPUT_OPTIONS,
  INPUT_VALUE_UNITS,
} from "./limits.ts";
import { words } from "./words_mark.ts";

export const INPUT_FORMATS = ["email", "uri", "date", "date-time"] as const;

/** A text that stays within what is kept of one value. */
const Text = z.string().max(INPUT_VALUE_UNITS);
const Label = z.string().max(INPUT_LABEL_UNITS);
const field = {
  /** What the server calls it: the key under which it gets the value. */
  name: z.string().min(1).max(INPUT_NAME_UNITS),
  label: Label,
  description: z.string().max(INPUT_DESCRIPTION_UNITS).exactOptional(),
  required: z.boolean(),
};
const Size = z.int().min(0);

/** One field of a form. */
export const InputField = z.discriminatedUnion("kind", [
  z.strictObject({
    ...field,
    kind: z.literal("text"),
    format: z.enum(INPUT_FORMATS).exactOptional(),
    /** Code points. */
    min: Size.exactOptional(),
    max: Size.exactOptional(),
    default: Text.exactOptional(),
  }),
  z.strictObject({
    ...field,
    kind: z.literal("number"),
    whole: z.boolean(),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
    default: z.number().exactOptional(),
  }),
  z.strictObject({ ...field, kind: z.literal("boolean"), default: z.boolean().exactOptional() }),
  z.strictObject({
    ...field,
    kind: z.literal("choice"),
    options: z.array(z.strictObject({ value: Label, label: Label })).min(1).max(INPUT_OPTIONS),
    /** Several of them; else one. */
    many: z.boolean(),
    /** Of several, how many. */
    min: Size.exactOptional(),
    max: Size.exactOptional(),
    default: z.array(Label).max(INPUT_OPTIONS).exactOptional(),
  }),
]).meta({ id: "InputField" });
export type InputField = Readonly<z.infer<typeof InputField>>;

/** By the names of fields. */
export const InputValues = z.record(
  z.string().max(INPUT_NAME_UNITS),
  z.union([Text, z.number(), z.boolean(), z.array(Label).max(INPUT_OPTIONS)]),
).refine((values) => Object.keys(values).length <= INPUT_FIELDS, {
  message: `must be at most ${INPUT_FIELDS} fields`,
}).meta({ id: "InputValues" });
export type InputValues = Readonly<z.infer<typeof InputValues>>;

/** What became of it: a person's word, that none came in time, or that its server did not want it any more. */
export const InputOutcome = z.enum(["accepted", "declined", "cancelled", "unanswered", "withdrawn"]);
export type InputOutcome = z.infer<typeof InputOutcome>;

/** Which of the askings of one call. */
export const inputNumber = z.int().min(1).max(CALL_INPUTS);

/** The asking itself. Of a form the fields, which may be none; else the address. */
export const asking = {
  message: words(z.string().max(INPUT_MESSAGE_UNITS)),
  fields: words(z.array(InputField).max(INPUT_FIELDS)).optional(),
  url: words(z.url({ protocol: /^https?$/ }).max(ADDRESS_CHARS)).optional(),
  /** With an address: the call was refused until somebody has been there, and is made again when they say so. */
  again: z.literal(true).optional(),
};

/**
 * What a server asks a person for, as far as it is taken: a flat form of plain fields, or an address to open. All of it is
 * text from outside, within bounds; what does not fit them is not asked at all, for what is cut is not what was asked. No
 * pattern of a server is ever tried.
 */
import { z } from "zod";
import { clearText } from "../../events/catalog/clear_text.ts";
import { INPUT_FORMATS, InputField } from "../../events/catalog/inputs.ts";
import {
  ADDRESS_CHARS,
  INPUT_FIELDS,
  INPUT_MESSAGE_UNITS,
  INPUT_NAME_UNITS,
  INPUT_OPTIONS,
  INPUT_VALUE_UNITS,
} from "../../events/catalog/limits.ts";
import type { AskedOf, AskPerson } from "../tools/toolbox.ts";
import type { Clean } from "./beginning.ts";
import type { Ask } from "./running_calls.ts";

const Size = z.int().min(0).optional();
const Options = z.array(z.string()).min(1).max(INPUT_OPTIONS);
const Titled = z.array(z.object({ const: z.string(), title: z.string() })).min(1).max(INPUT_OPTIONS);
/** One of these, in each of the three ways in which the protocol has said it. */
const One = z.object({
  enum: Options.optional(),
  enumNames: z.array(z.string()).max(INPUT_OPTIONS).optional(),
  oneOf: Titled.optional(),
  anyOf: Titled.optional(),
});
const said = { title: z.string().optional(), description: z.string().optional() };
const Property = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("string"),
    ...said,
    ...One.shape,
    format: z.enum(INPUT_FORMATS).optional(),
    minLength: Size,
    maxLength: Size,
    default: z.string().max(INPUT_VALUE_UNITS).optional(),
  }),
  z.object({
    type: z.enum(["number", "integer"]),
    ...said,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({ type: z.literal("boolean"), ...said, default: z.boolean().optional() }),
  z.object({
    type: z.literal("array"),
    ...said,
    items: One,
    minItems: Size,
    maxItems: Size,
    default: Options.optional(),
  }),
]);
type Property = z.infer<typeof Property>;
const Schema = z.object({
  type: z.literal("object"),
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
});
const Sent = z.object({
  mode: z.enum(["form", "url"]).optional(),
  message: z.string().max(INPUT_MESSAGE_UNITS),
  requestedSchema: z.unknown().optional(),
  url: z.string().max(ADDRESS_CHARS).optional(),
});

/** One line, shown as what it is. */
const line = (text: string, clean: Clean): string => clearText(clean(text).toWellFormed(), "");

/** What is not there is left out. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function optionsOf({ enum: values, enumNames, oneOf, anyOf }: z.infer<typeof One>, clean: Clean) {
  const titled = oneOf ?? anyOf;
  if (titled) return titled.map((one) => ({ value: one.const, label: line(one.title, clean) || one.const }));
  return values?.map((value, at) => ({ value, label: line(enumNames?.[at] ?? value, clean) || value }));
}

function kindOf(property: Property, clean: Clean): object {
  switch (property.type) {
    case "string": {
      const { format, minLength: min, maxLength: max, default: first } = property;
      const options = optionsOf(property, clean);
      return options
        ? {
          kind: "choice",
          options,
          many: false,
          ...given({ default: first === undefined ? undefined : [first] }),
        }
        : { kind: "text", ...given({ format, min, max, default: first }) };
    }
    case "number":
    case "integer": {
      const { type, minimum: min, maximum: max, default: first } = property;
      return { kind: "number", whole: type === "integer", ...given({ min, max, default: first }) };
    }
    case "boolean":
      return { kind: "boolean", ...given({ default: property.default }) };
    case "array": {
      const { items, minItems: min, maxItems: max, default: first } = property;
      return {
        kind: "choice",
        options: optionsOf(items, clean),
        many: true,
        ...given({ min, max, default: first }),
      };
    }
  }
}

/** Null where it is of no kind that is asked for, or its server could not be given it under its name. */
function fieldOf(name: string, sent: unknown, required: boolean, clean: Clean): InputField | null {
  const property = Property.safeParse(sent).data;
  if (!property || name.length > INPUT_NAME_UNITS || name in Object.prototype || clean(name) !== name) {
    return null;
  }
  const description = line(property.description ?? "", clean);
  const field = InputField.safeParse({
    name,
    label: line(property.title || name, clean) || name,
    ...(description === "" ? {} : { description }),
    required,
    ...kindOf(property, clean),
  }).data;
  if (!field || field.kind !== "choice") return field ?? null;
  const values = field.options.map(({ value }) => value);
  const offered = new Set(values);
  const fits = offered.size === values.length && values.every((value) => clean(value) === value) &&
    (field.default ?? []).every((one) => offered.has(one));
  return fits ? field : null;
}

function fieldsOf(sent: unknown, clean: Clean): InputField[] | null {
  const schema = Schema.safeParse(sent).data;
  const properties = Object.entries(schema?.properties ?? {});
  if (!schema || properties.length > INPUT_FIELDS) return null;
  const required = new Set(schema.required);
  const fields = properties.map(([name, property]) => fieldOf(name, property, required.has(name), clean));
  return fields.every((field) => field !== null) ? fields : null;
}

/** An address that a browser opens, and that shows where it leads. */
function addressOf(text: string): string | null {
  const url = URL.parse(text);
  const shown = url && ["http:", "https:"].includes(url.protocol) && url.username === "" &&
    url.password === "";
  return shown && url.href.length <= ADDRESS_CHARS ? url.href : null;
}

/**
 * What is asked; null where it is of a form that is not taken.
 * @param clean takes secrets out of a text
 * @outside
 */
export function takeAsked(sent: unknown, clean: Clean): AskedOf | null {
  const asked = Sent.safeParse(sent).data;
  if (!asked) return null;
  const message = clean(asked.message).slice(0, INPUT_MESSAGE_UNITS).toWellFormed();
  if (asked.mode === "url") {
    const url = addressOf(asked.url ?? "");
    return url === null || clean(url) !== url ? null : { message, url };
  }
  const fields = fieldsOf(asked.requestedSchema, clean);
  return fields && { message, fields };
}

/** The way to ask a person for what a server sends. */
export const asksPerson = (ask: AskPerson, clean: Clean): Ask => async (sent, gone, again) => {
  const asked = takeAsked(sent, clean);
  return asked && await ask(again ? { ...asked, again } : asked, gone);
};

/**
 * What is wrong with a value that has not its form, in words of our own: a person meets them behind the name of a field. Where
 * a schema says something itself, that counts.
 */
import type { z } from "zod";

/** The field itself is not named, as nothing that was sent is. */
export const UNKNOWN_FIELD = "has a field that is not known";

/** What a value has to be, as the checker names it. */
const KINDS: Readonly<Record<string, string>> = {
  string: "must be a text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  record: "must be an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  url: "must be an address",
  datetime: "must be a time in UTC, such as 2027-01-31T00:00:00Z",
};

/** What a bound counts, by what has it; of a number it is the number itself. */
const isText = (origin: string): boolean => origin === "string";
const isList = (origin: string): boolean => origin === "array" || origin === "set";

type Issue<Code> = Extract<z.core.$ZodRawIssue, { readonly code: Code }>;

function tooSmall({ origin, minimum, inclusive }: Issue<"too_small">): string {
  if (isText(origin) || isList(origin)) {
    if (Number(minimum) === 1) return "must not be empty";
    return isText(origin)
      ? `must have at least ${minimum} characters`
      : `must have at least ${minimum} entries`;
  }
  return inclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function tooBig({ origin, maximum, inclusive }: Issue<"too_big">): string {
  if (isText(origin)) return `must be at most ${maximum} characters`;
  if (isList(origin)) return `must have at most ${maximum} entries`;
  return inclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}

/** For `safeParse`, as its `error`. */
export function inWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "it is missing";
      return KINDS[issue.expected] ?? "must be of another kind";
    case "invalid_value":
      if (issue.input === undefined) return "it is missing";
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return FORMATS[issue.format] ?? "must have another form";
    case "unrecognized_keys":
    case "invalid_key":
      return UNKNOWN_FIELD;
    default:
      return "must have another form";
  }
}

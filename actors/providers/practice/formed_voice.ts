/** How a practice agent answers where its answer is to fit a JSON schema: with something for each field, of its own words. */
import { z } from "zod";
import { defined, type Schema } from "../../../events/catalog/answer_form.ts";
import { jsonOf } from "../../runtime/json.ts";
import { BROKEN, type Plan } from "./practice_models.ts";
import type { MockBody } from "./render_mock.ts";

/** Levels of what is made up, and items of a list that may have any number. */
const LEVELS = 12;
const ITEMS = 3;
/** Words of a text that may have any length. */
const WORDS = 6;

const Format = z.object({ json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }) });

/** The plan with JSON in place of its words; as it is where none is asked for, tools are called, or it is to be broken. */
export function formed(plan: Plan, { params }: Pick<MockBody, "params">): Plan {
  const form = params["form"];
  const asked = typeof form === "string" ? Format.safeParse(jsonOf(form)).data : undefined;
  if (
    !asked || plan.formed || plan.end.type !== "finish" || plan.tools || plan.text === "" ||
    plan.text === BROKEN
  ) {
    return plan;
  }
  const { schema } = asked.json_schema;
  const words = plan.text.split(/\s+/, 200).filter((word) => word !== "");
  return { ...plan, text: JSON.stringify(valueOf(schema, { root: schema, words, level: 0, at: 0 })) };
}

interface Made {
  readonly root: Schema;
  readonly words: readonly string[];
  readonly level: number;
  /** Counts on from item to item, so that these are not all alike. */
  readonly at: number;
}

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const numberIn = (schema: Schema, key: string, otherwise: number): number => {
  const value = schema[key];
  return typeof value === "number" ? value : otherwise;
};

function valueOf(given: unknown, made: Made): unknown {
  if (!isObject(given) || made.level > LEVELS) return null;
  const deeper = { ...made, level: made.level + 1 };
  const { $ref, enum: values, anyOf, oneOf, type } = given;
  if ($ref !== undefined) return valueOf(defined(made.root, $ref), deeper);
  if ("const" in given) return given["const"];
  if (Array.isArray(values)) return values[made.at % values.length];
  const [first] = [anyOf, oneOf].flatMap((list) => Array.isArray(list) ? list : []);
  if (first !== undefined) return valueOf(first, deeper);
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return objectOf(given, deeper);
    case "array": {
      const least = numberIn(given, "minItems", 0);
      const count = Math.max(least, Math.min(ITEMS, numberIn(given, "maxItems", ITEMS)));
      return Array.from(
        { length: Math.min(count, 50) },
        (_, n) => valueOf(given["items"], { ...deeper, at: made.at + n }),
      );
    }
    case "integer":
    case "number":
      return Math.min(
        numberIn(given, "maximum", Infinity),
        numberIn(given, "minimum", numberIn(given, "exclusiveMinimum", -1) + 1) + made.at,
      );
    case "boolean":
      return made.at % 2 === 0;
    case "null":
      return null;
    default:
      return textOf(given, made);
  }
}

function objectOf(schema: Schema, made: Made): Readonly<Record<string, unknown>> {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueOf(one, made)]));
}

function textOf(schema: Schema, { words, at }: Made): string {
  const begin = (at * WORDS) % Math.max(1, words.length);
  const text = words.slice(begin, begin + WORDS).join(" ") || "…";
  return text.padEnd(numberIn(schema, "minLength", 0), ".").slice(0, numberIn(schema, "maxLength", 200))
    .toWellFormed();
}

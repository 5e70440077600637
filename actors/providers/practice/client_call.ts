/** How the practice agent that uses tools calls one that a program offers: with something for all that it has to be given. */
import { z } from "zod";
import type { MockBody } from "./render_mock.ts";

const Schema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});
const Property = z.object({ type: z.unknown(), enum: z.array(z.unknown()) }).partial();
const Choice = z.object({ name: z.string() });

/** Characters of what was asked that stand for a text. */
const TEXT_CHARS = 200;

function valueFor(property: unknown, text: string): unknown {
  const { type, enum: choices } = Property.safeParse(property).data ?? {};
  if (choices?.length) return choices[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    case "null":
      return null;
    default:
      return text.slice(0, TEXT_CHARS);
  }
}

/**
 * The tool that is asked for, else the one that the words name, else the first; null where no program offers any.
 */
export function clientCall(
  text: string,
  { clients = [], params }: MockBody,
): { tool: string; args: string } | null {
  const wanted = Choice.safeParse(params["toolChoice"]).data?.name;
  const tool = clients.find(({ name }) => name === wanted) ??
    clients.find(({ name }) => text.includes(name)) ??
    clients[0];
  if (!tool) return null;
  const { properties, required } = Schema.safeParse(tool.parameters).data ?? { properties: {}, required: [] };
  const args = required.map((name) => [name, valueFor(properties[name], text)]);
  return { tool: tool.name, args: JSON.stringify(Object.fromEntries(args)) };
}

/** The tools agents may be given, by name; a tool nobody knows is an error the model hears, not a crash. */
import type { Environment } from "../environment.ts";
import type { ToolSchema } from "../providers/types.ts";
import type { Toolbox, ToolResult } from "../turn/ports.ts";

/** One tool. */
export interface Tool {
  readonly schema: ToolSchema;
  /** One that is not is never run again when it is not known whether it ran. */
  readonly idempotent: boolean;
  /** It changes something beyond the answer, so a person is asked before each call. */
  readonly changes?: true;
  run(args: unknown, signal: AbortSignal): Promise<ToolResult>;
}

export function currentTime(environment: Pick<Environment, "now">): Tool {
  return {
    idempotent: true,
    schema: {
      name: "current_time",
      description: "The current date and time, in UTC (ISO 8601).",
      parameters: { type: "object", properties: {}, additionalProperties: false },
    },
    run: () => Promise.resolve({ status: "ok", result: environment.now() }),
  };
}

export function createToolbox(tools: readonly Tool[]): Toolbox {
  const known = new Map(tools.map((tool) => [tool.schema.name, tool]));
  return {
    schemas: (names) => names.flatMap((name) => known.get(name)?.schema ?? []),
    isIdempotent: (name) => known.get(name)?.idempotent ?? false,
    asks: (name) => known.get(name)?.changes ?? false,
    async run(name, args, signal) {
      const tool = known.get(name);
      if (!tool) return { status: "error", result: `There is no tool ${name}.` };
      let parsed: unknown;
      try {
        parsed = args.trim() === "" ? {} : JSON.parse(args);
      } catch {
        return { status: "error", result: "The arguments are not JSON." };
      }
      try {
        return await tool.run(parsed, signal);
      } catch {
        return { status: "error", result: "The tool failed." };
      }
    },
  };
}

/** The tools agents may be given, by name; a tool nobody knows is an error the model hears, not a crash. */
import type { Environment } from "../runtime/environment.ts";
import type { ToolSchema } from "../providers/types.ts";
import type { Toolbox, ToolResult } from "../turn/ports.ts";

/** One tool. */
export interface Tool {
  readonly schema: ToolSchema;
  /** What it does, for who gives it to an agent; absent: its name. */
  readonly label?: string;
  /** One that is not is never run again when it is not known whether it ran. */
  readonly idempotent: boolean;
  /** It changes something beyond the answer, so a person is asked before each call. */
  readonly changes?: true;
  /**
   * The address a call would send something to, or null: then it sends nothing anywhere. It can carry words out, so
   * a person is asked unless the conversation knows it.
   */
  address?(args: unknown): string | null;
  /** @param mayRead whether an address may be talked to without asking; asked for every further one */
  run(args: unknown, signal: AbortSignal, mayRead: (address: string) => boolean): Promise<ToolResult>;
}

export function currentTime(environment: Pick<Environment, "now">): Tool {
  return {
    idempotent: true,
    label: "Current time",
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
    offered: tools.map(({ schema: { name }, label = name }) => ({ name, label })),
    schemas: (names) => names.flatMap((name) => known.get(name)?.schema ?? []),
    isIdempotent: (name) => known.get(name)?.idempotent ?? false,
    asks: (name) => known.get(name)?.changes ?? false,
    address(name, args) {
      const tool = known.get(name);
      if (!tool?.address) return null;
      try {
        return tool.address(JSON.parse(args));
      } catch {
        return null;
      }
    },
    async run(name, args, signal, mayRead) {
      const tool = known.get(name);
      if (!tool) return { status: "error", result: `There is no tool ${name}.` };
      let parsed: unknown;
      try {
        parsed = args.trim() === "" ? {} : JSON.parse(args);
      } catch {
        return { status: "error", result: "The arguments are not JSON." };
      }
      try {
        return await tool.run(parsed, signal, mayRead);
      } catch {
        return { status: "error", result: "The tool failed." };
      }
    },
  };
}

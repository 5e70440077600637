/** The tools agents may be given, by name; a tool nobody knows is an error the model hears, not a crash. */
import type { DataOf } from "../../events/catalog/conversation.ts";
import type { InputValues } from "../../events/catalog/inputs.ts";
import type { ResourceLink } from "../../events/catalog/resource_link.ts";
import type { Judged } from "../../projections/conversation/asking.ts";
import type { OfferedTool } from "../../projections/shapes/views.ts";
import { jsonOf } from "../runtime/json.ts";
import type { Progress } from "../../projections/shapes/views.ts";
import type { Environment } from "../runtime/environment.ts";
import type { ToolSchema } from "../providers/types.ts";

/** A picture that a tool gave, of a type that browsers and makers show. */
export interface GivenPicture {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ToolResult {
  readonly status: "ok" | "error" | "refused";
  readonly result: string;
  /** Pages that a search found: numbered by the turn, they are the result, and the answer may name them. */
  readonly sources?: readonly { readonly url: string; readonly title: string; readonly text: string }[];
  /** Kept with the result, which names them by their numbers. */
  readonly pictures?: readonly GivenPicture[];
  /** Resources that the result names: a person may ask its server for them. */
  readonly links?: readonly ResourceLink[];
  /** A new title for the conversation; it is set in the commit that records the result. */
  readonly title?: string;
  /** To be kept for later conversations, of this agent alone or of all, before the result is recorded. */
  readonly note?: { readonly text: string; readonly own: boolean };
}

/** What a server asks a person for while its tool runs: a form, or an address to open. */
export type AskedOf = Pick<DataOf<"InputAsked">, "message" | "fields" | "url" | "again">;
/** What it is given. */
export interface GivenInput {
  readonly action: "accept" | "decline" | "cancel";
  readonly values?: InputValues;
}
/** @param gone aborted when its server does not want it any more */
export type AskPerson = (asked: AskedOf, gone: AbortSignal) => Promise<GivenInput>;

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

/** What agents may call, and what is known of a call before it runs. */
export interface Toolbox {
  /** What an agent may be given, with what forms call it. */
  readonly offered: readonly OfferedTool[];
  /** What a model is told of these, by the names that an agent has them under; of those that are not there nothing. */
  schemas(names: readonly string[]): ToolSchema[];
  /** May be called again when it is not known whether it ran. */
  isIdempotent(name: string): boolean;
  /** What decides whether a person is asked before it runs. */
  judged(name: string, args: string): Omit<Judged, "tool">;
  /** A turn was given these: what is known of them elsewhere is renewed behind it. */
  used(names: readonly string[]): void;
  /**
   * Never throws.
   * @param mayRead whether an address may be talked to without asking
   * @param tell told how far it is, where somebody says so
   * @param ask asks a person, where somebody wants something while it runs; absent: nobody is there
   */
  run(
    name: string,
    args: string,
    signal: AbortSignal,
    mayRead: (address: string) => boolean,
    tell?: (news: Pick<Progress, "done" | "total" | "said">) => void,
    ask?: AskPerson,
  ): Promise<ToolResult>;
}

/** @param elsewhere what is offered beside them and runs somewhere else */
export function createToolbox(tools: readonly Tool[], elsewhere: readonly OfferedTool[] = []): Toolbox {
  const known = new Map(tools.map((tool) => [tool.schema.name, tool]));
  return {
    offered: [...tools.map(({ schema: { name }, label = name }) => ({ name, label })), ...elsewhere],
    schemas: (names) => names.flatMap((name) => known.get(name)?.schema ?? []),
    isIdempotent: (name) => known.get(name)?.idempotent ?? false,
    judged(name, args) {
      const tool = known.get(name);
      return { changes: tool?.changes ?? false, address: addressIn(tool, args), server: null };
    },
    used() {},
    async run(name, args, signal, mayRead) {
      const tool = known.get(name);
      if (!tool) return { status: "error", result: `There is no tool ${name}.` };
      const parsed = args.trim() === "" ? {} : jsonOf(args);
      if (parsed === undefined) return { status: "error", result: "The arguments are not JSON." };
      try {
        return await tool.run(parsed, signal, mayRead);
      } catch {
        return { status: "error", result: "The tool failed." };
      }
    },
  };
}

/** What a call would send something to; null: nothing. */
function addressIn(tool: Tool | undefined, args: string): string | null {
  if (!tool?.address) return null;
  try {
    return tool.address(JSON.parse(args));
  } catch {
    return null;
  }
}

/** What `fishbowl check` is told. It stands apart from the others: it opens no store, and a build calls it. */
import { parseArgs } from "node:util";
import { PROVIDER_KINDS, type ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { UsageError } from "./usage_error.ts";

interface Model {
  readonly kind: ProviderKind;
  readonly model: string;
}

export interface CheckOptions {
  /** The talk. */
  readonly file: string;
  /** One run each; none: one run with the models of the talk. */
  readonly models: readonly Model[];
  /** Files with other prompts, by the names of agents. */
  readonly prompts: ReadonlyMap<string, string>;
  readonly judge?: Model;
  readonly baseUrl?: string;
  /** Never told. */
  readonly apiKey?: string;
  readonly offline: boolean;
  /** Another run whose answers are given; absent: those of the talk. */
  readonly answers?: string;
  readonly tokens?: number;
  readonly junit?: string;
  readonly against?: string;
  /** Where the last run is written, as an export. */
  readonly out?: string;
  readonly json: boolean;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        model: { type: "string", multiple: true },
        prompt: { type: "string", multiple: true },
        judge: { type: "string" },
        "base-url": { type: "string" },
        offline: { type: "boolean" },
        answers: { type: "string" },
        tokens: { type: "string" },
        junit: { type: "string" },
        against: { type: "string" },
        out: { type: "string" },
        json: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split("\n")[0] ?? "" : "wrong arguments");
  }
}

function modelIn(text: string, option: string): Model {
  const at = text.indexOf("/");
  const kind = PROVIDER_KINDS.find((one) => one === text.slice(0, at));
  const model = text.slice(at + 1);
  if (kind && model) return { kind, model };
  throw new UsageError(`${option} must be KIND/MODEL, KIND one of ${PROVIDER_KINDS.join(", ")}.`);
}

function promptsIn(list: readonly string[]): Map<string, string> {
  return new Map(list.map((text) => {
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1) throw new UsageError("--prompt must be AGENT=FILE.");
    return [text.slice(0, at), text.slice(at + 1)];
  }));
}

/** A permission flag separates its paths by commas and cannot quote one. */
function paths(options: CheckOptions): CheckOptions {
  const { read, written } = pathsOf(options);
  if ([...read, ...written].some((path) => path === "" || path.includes(","))) {
    throw new UsageError("The path of a file must not be empty and have no comma.");
  }
  return options;
}

/** The files it reads and writes: nothing else is opened. */
export const pathsOf = ({ file, prompts, answers, against, junit, out }: CheckOptions) => ({
  read: [file, ...prompts.values(), ...[answers, against].filter((path) => path !== undefined)],
  written: [junit, out].filter((path) => path !== undefined),
});

/**
 * @param args behind the name of the command
 * @throws {UsageError} one line
 */
export function readCheckOptions(
  args: readonly string[],
  env: (name: string) => string | undefined,
): CheckOptions {
  const { values, positionals: [file, ...more] } = parsed(args);
  if (file === undefined || more.length > 0) {
    throw new UsageError("check needs the file of one conversation.");
  }
  const tokens = Number(values.tokens);
  if (values.tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens > 0)) {
    throw new UsageError("--tokens must be a whole number from 1.");
  }
  const baseUrl = values["base-url"];
  if (baseUrl !== undefined && !/^https?:\/\/[^\s@]+$/.test(baseUrl)) {
    throw new UsageError("--base-url must be an address like http://localhost:11434/v1.");
  }
  const offline = values.offline ?? false;
  if (offline && (values.judge ?? baseUrl) !== undefined) {
    throw new UsageError("With --offline nobody is asked: no judge, and no server.");
  }
  const apiKey = env("FISHBOWL_CHECK_KEY");
  return paths({
    file,
    models: (values.model ?? []).map((text) => modelIn(text, "--model")),
    prompts: promptsIn(values.prompt ?? []),
    ...(values.judge === undefined ? {} : { judge: modelIn(values.judge, "--judge") }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey ? { apiKey } : {}),
    offline,
    ...(values.answers === undefined ? {} : { answers: values.answers }),
    ...(values.tokens === undefined ? {} : { tokens }),
    ...(values.junit === undefined ? {} : { junit: values.junit }),
    ...(values.against === undefined ? {} : { against: values.against }),
    ...(values.out === undefined ? {} : { out: values.out }),
    json: values.json ?? false,
  });
}

/** Command line and `FISHBOWL_*` variables: what they mean, their defaults, and what is wrong with them. */
import { parseArgs } from "node:util";
import { type CheckOptions, readCheckOptions } from "./check_options.ts";
import { UsageError } from "./usage_error.ts";
import { DEFAULT_STORE } from "../../events/store/kv/bounds.ts";
import config from "../../deno.json" with { type: "json" };

export { UsageError };

export const VERSION = config.version;
export const DEFAULT_PORT = 8000;

/** Where a server is, and by what it lets us in. */
export interface Remote {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token?: string;
}

/** What `mcp-bridge` runs, without what it is given. */
export interface Bridged {
  readonly command: string;
  /** Names of variables that it sees besides the usual ones. */
  readonly passed: readonly string[];
}

export interface Options {
  readonly command: string;
  readonly rest: readonly string[];
  readonly port: number;
  readonly host: string;
  /** Folder of the local store and the key file. */
  readonly data: string;
  /** URL of a KV Connect service; absent: a file in `data`. */
  readonly kv?: string;
  readonly allowedHosts: readonly string[];
  /** Of pages that are not ours. */
  readonly allowedOrigins: readonly string[];
  /** Whether a proxy stands before the server, and what it says of a request is true. */
  readonly behindProxy: boolean;
  /** 64 hex digits; absent: a key file in `data`. */
  readonly masterKey?: string;
  /** For `export`, `import`, `backup`: where. */
  readonly out?: string;
  /** For `backup`: milliseconds between two copies; absent: one copy. */
  readonly every?: number;
  /** For `backup`: finished copies that stay; absent: one copy, which is never removed. */
  readonly keep?: number;
  /** For `restore`: the backup. */
  readonly from?: string;
  /** For `restore`: a store that is there may be put aside. */
  readonly replace: boolean;
  /** For `restore`: conversations that were deleted since the backup come back. */
  readonly withDeleted: boolean;
  /** For `token create`: what it may do, as typed. */
  readonly scope?: string;
  /** For `token create`: days, or a date, as typed. */
  readonly expires?: string;
  /** Milliseconds between the words of practice agents; absent: as fast as one reads. */
  readonly practiceMs?: number;
  /** For `import`: other branches too, as conversations of their own. */
  readonly branches: boolean;
  /** For `export`: as a proof, and what of it is told. */
  readonly proof: boolean;
  readonly messages?: string;
  readonly prompts: boolean;
  /** For `verify`: whose signature a proof must have. */
  readonly key?: string;
  /** For `sign`: another key signs from here on. */
  readonly newKey: boolean;
  /** For `import`: it is not only told what is in the file. */
  readonly yes: boolean;
  /** For `ask`, `tail`, `import`: the server. */
  readonly remote: Remote;
  /** For `ask`: the conversation to go on in. */
  readonly conversation?: string;
  /** For `tail`: the place behind which it begins. */
  readonly after?: string;
  readonly bridged?: Bridged;
  /** For `check`. */
  readonly checked?: CheckOptions;
  readonly verbose: boolean;
}

/** What the program is told to do. */
export const COMMANDS = [
  "serve",
  "export",
  "import",
  "verify",
  "sign",
  "rebuild",
  "backup",
  "restore",
  "migrate",
  "compact",
  "token",
  "password",
  "ask",
  "tail",
  "mcp-bridge",
  "check",
];

/** A permission flag separates its paths by commas and cannot quote one, so no path with a comma can be given. */
export function isPath(text: string): boolean {
  return text !== "" && !text.includes(",");
}

/** The path, if the program can be allowed to use it. */
function pathIn(text: string, what: string): string {
  if (isPath(text)) return text;
  throw new UsageError(
    text === ""
      ? `${what} needs a path.`
      : `${what} must have no comma: Deno's permissions cannot name such a path.`,
  );
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        kv: { type: "string" },
        "allowed-host": { type: "string", multiple: true },
        "allowed-origin": { type: "string", multiple: true },
        "behind-proxy": { type: "boolean" },
        out: { type: "string" },
        every: { type: "string" },
        keep: { type: "string" },
        from: { type: "string" },
        replace: { type: "boolean" },
        "with-deleted": { type: "boolean" },
        scope: { type: "string" },
        expires: { type: "string" },
        url: { type: "string" },
        conversation: { type: "string" },
        after: { type: "string" },
        "pass-env": { type: "string", multiple: true },
        branches: { type: "boolean" },
        "new-key": { type: "boolean" },
        proof: { type: "boolean" },
        messages: { type: "string" },
        "without-prompts": { type: "boolean" },
        key: { type: "string" },
        yes: { type: "boolean" },
        verbose: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split("\n")[0] ?? "" : "wrong arguments");
  }
}

/** What stands in lists with commas. */
const listed = (lists: readonly string[]) =>
  lists.flatMap((names) => names.split(",")).map((name) => name.trim()).filter(Boolean);

/** What `restore` may do. */
const restoring = (values: { readonly replace?: boolean; readonly "with-deleted"?: boolean }) => ({
  replace: values.replace ?? false,
  withDeleted: values["with-deleted"] ?? false,
});

/** @throws {UsageError} one line */
export function readOptions(args: readonly string[], env: (name: string) => string | undefined): Options {
  if (args[0] !== "check" || args.includes("--help") || args.includes("-h")) return usualOptions(args, env);
  const checked = readCheckOptions(args.slice(1), env);
  return { ...usualOptions([], () => undefined), command: "check", checked };
}

function usualOptions(args: readonly string[], env: (name: string) => string | undefined): Options {
  const { values, positionals } = parsed(args);
  const command = values.help ? "help" : values.version ? "version" : positionals[0] ?? "serve";
  if (!["help", "version", ...COMMANDS].includes(command)) {
    throw new UsageError(`There is no such command. Known: ${COMMANDS.join(", ")}.`);
  }
  if ((command === "import" || command === "verify") && positionals[1]) {
    pathIn(positionals[1], "The path of the file");
  }
  const bridge = command === "mcp-bridge";
  const port = portIn(values.port ?? (bridge ? "0" : env("FISHBOWL_PORT")));
  const kv = values.kv ?? env("FISHBOWL_KV");
  if (kv !== undefined && kv !== "" && kv !== DEFAULT_STORE && !/^https?:\/\//.test(kv)) {
    throw new UsageError(`--kv must be an http or https address, or the word ${DEFAULT_STORE}.`);
  }
  const masterKey = env("FISHBOWL_MASTER_KEY");
  if (masterKey !== undefined && !/^[0-9a-fA-F]{64}$/.test(masterKey)) {
    throw new UsageError("FISHBOWL_MASTER_KEY must be 64 hex digits.");
  }
  if (kv && masterKey === undefined && command === "serve") {
    throw new UsageError("With --kv, set FISHBOWL_MASTER_KEY: the processes cannot share a key file.");
  }
  const allowedHosts = listed(values["allowed-host"] ?? [env("FISHBOWL_ALLOWED_HOSTS") ?? ""]);
  const allowedOrigins = listed(values["allowed-origin"] ?? [env("FISHBOWL_ALLOWED_ORIGINS") ?? ""]);
  // The words "null" and "*" would let in whoever hides where it comes from.
  if (allowedOrigins.some((origin) => !/^[a-z][a-z0-9+.-]*:\/\/[^/\s*]+$/i.test(origin))) {
    throw new UsageError("--allowed-origin must be an origin, such as http://localhost:3000.");
  }
  const host = values.host ?? env("FISHBOWL_HOST") ?? "127.0.0.1";
  if (command === "serve" && !isLoopback(host) && allowedHosts.length === 0) {
    throw new UsageError(
      "To listen on another address than loopback, say by which name people reach it: --allowed-host NAME.",
    );
  }
  const behindProxy = values["behind-proxy"] ?? switchOf("FISHBOWL_BEHIND_PROXY", env);
  if (command === "serve" && behindProxy && allowedHosts.length === 0) {
    throw new UsageError(
      "With --behind-proxy, say by which name people reach the proxy: --allowed-host NAME.",
    );
  }
  const practiceMs = env("FISHBOWL_PRACTICE_MS");
  if (practiceMs !== undefined && !/^\d{1,4}$/.test(practiceMs)) {
    throw new UsageError("FISHBOWL_PRACTICE_MS must be a whole number from 0 to 9999.");
  }
  return {
    command,
    rest: positionals.slice(1),
    port,
    host,
    ...(practiceMs === undefined ? {} : { practiceMs: Number(practiceMs) }),
    data: pathIn(values.data ?? env("FISHBOWL_DATA") ?? "data", "The path of the data folder"),
    ...(kv ? { kv } : {}),
    ...(masterKey === undefined ? {} : { masterKey }),
    ...(values.out === undefined ? {} : { out: pathIn(values.out, "The path to write to") }),
    ...series(values.every, values.keep),
    ...(values.from === undefined ? {} : { from: pathIn(values.from, "The path to restore from") }),
    ...restoring(values),
    ...(values.scope === undefined ? {} : { scope: values.scope }),
    ...(values.expires === undefined ? {} : { expires: values.expires }),
    allowedHosts,
    allowedOrigins,
    behindProxy,
    remote: remoteOf(values.url ?? env("FISHBOWL_URL") ?? `http://localhost:${port}`, env("FISHBOWL_TOKEN")),
    ...(values.conversation === undefined ? {} : { conversation: values.conversation }),
    ...(values.after === undefined ? {} : { after: placeIn(values.after) }),
    ...flagsIn(values),
    ...(bridge ? { bridged: bridged(positionals[1], listed(values["pass-env"] ?? [])) } : {}),
  };
}

/** What `mcp-bridge` runs, and the variables it hands on: none of ours. */
function bridged(command: string | undefined, passed: readonly string[]): Bridged {
  if (command === undefined) throw new UsageError("mcp-bridge needs a command: mcp-bridge -- COMMAND ARGS.");
  if (passed.some((name) => !/^[A-Za-z_]\w*$/.test(name) || /^(FISHBOWL|DENO)_/i.test(name))) {
    throw new UsageError("--pass-env must be names of variables, and none of Fishbowl or Deno.");
  }
  return { command: pathIn(command, "The command"), passed };
}

/** What is said by being there. */
const flagsIn = ({ branches, yes, verbose, proof, ...values }: ReturnType<typeof parsed>["values"]) => ({
  branches: branches ?? false,
  proof: proof ?? false,
  prompts: !values["without-prompts"],
  ...(values.messages === undefined ? {} : { messages: values.messages }),
  ...(values.key === undefined ? {} : { key: values.key }),
  newKey: values["new-key"] ?? false,
  yes: yes ?? false,
  verbose: verbose ?? false,
});

/** What goes into a header. */
const HEADER = /^[!-~]+$/;

/** The place behind which a log is told. */
function placeIn(after: string): string {
  if (!HEADER.test(after)) throw new UsageError("--after must be the seq of an event.");
  return after;
}

/** The server that a command talks with. */
function remoteOf(url: string, token: string | undefined): Remote {
  if (!/^https?:\/\/[^/\s]+\/*$/.test(url)) {
    throw new UsageError("--url must be an address like http://localhost:8000.");
  }
  // No header takes it: what was copied along with it would look like a server that is not there.
  if (token && !HEADER.test(token)) throw new UsageError("FISHBOWL_TOKEN is no token.");
  return { url: url.replace(/\/+$/, ""), ...(token ? { token } : {}) };
}

function portIn(text: string | undefined): number {
  const port = Number(text ?? DEFAULT_PORT);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError("The port must be a whole number from 0 to 65535.");
}

/** A variable that stands for a flag without a value. */
function switchOf(name: string, env: (name: string) => string | undefined): boolean {
  const said = env(name) ?? "0";
  if (!["", "0", "1"].includes(said)) throw new UsageError(`${name} must be 1 or 0.`);
  return said === "1";
}

/** Milliseconds in the units of a time between two backups. */
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Milliseconds between two backups at most: a timer takes no longer wait than about 24 days. */
const EVERY_MOST_MS = 20 * 86_400_000;
/** Copies of a series at most: about one an hour for a year. */
const KEEP_MOST = 10_000;

/** What `--every` and `--keep` of a backup say. How many copies stay is never decided for a person. */
function series(every: string | undefined, keep: string | undefined): Pick<Options, "every" | "keep"> {
  const kept = Number(keep);
  if (keep !== undefined && (!/^\d{1,5}$/.test(keep) || kept < 1 || kept > KEEP_MOST)) {
    throw new UsageError(`--keep must be a whole number from 1 to ${KEEP_MOST}.`);
  }
  if (every === undefined) return keep === undefined ? {} : { keep: kept };
  const [, amount, unit = ""] = /^(\d{1,6})([smhd])$/.exec(every) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? NaN);
  if (!(ms >= 1_000 && ms <= EVERY_MOST_MS)) {
    throw new UsageError("--every must be a time like 30m, 6h or 1d, of 1 second to 20 days.");
  }
  if (keep === undefined) throw new UsageError("With --every, say how many copies stay: --keep N.");
  return { every: ms, keep: kept };
}

/** Whether an address or name, with or without a port, means this machine alone. */
export function isLoopback(host: string): boolean {
  const name = (/^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(host)?.[1] ?? host).toLowerCase();
  return name === "localhost" || name === "::1" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * The names under which others reach the server: a bound address that is not loopback, or a name it answers to.
 * On loopback a name means that something, most often a proxy, brings strangers there; behind one that is told of, any
 * name does.
 */
export function publicNames(
  { host, allowedHosts, behindProxy }: Pick<Options, "host" | "allowedHosts" | "behindProxy">,
): string[] {
  if (behindProxy) return [...allowedHosts];
  return [...(isLoopback(host) ? [] : [host]), ...allowedHosts].filter((name) => !isLoopback(name));
}

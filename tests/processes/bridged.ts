/** The bridge as a person starts it, with the permissions given in deno.json. */
import { type Connection, type Endpoint } from "../../actors/mcp/connection.ts";
import { launched } from "./launched.ts";

export interface BridgeProcess {
  readonly address: string;
  readonly secret: string;
  /** Everything it has said so far, to both outputs. */
  readonly said: () => string;
  /** Ends it, as Ctrl-C does. @returns its exit status */
  readonly stop: (signal?: Deno.Signal) => Promise<number>;
}

/** What `connect` is given for it. */
export const endpointOf = ({ address, secret }: BridgeProcess, signal: AbortSignal): Endpoint => ({
  url: address,
  header: { name: "Authorization", value: `Bearer ${secret}` },
  changed: () => {},
  signal,
});

/** Text of what a tool gave, or why it gave nothing. */
export async function textOf(connection: Connection, name: string, args: Record<string, unknown> = {}) {
  try {
    const tool = { name, parameters: {} };
    const given = await connection.call(tool, args, new AbortController().signal);
    return (given as { content: { text?: string }[] }).content.map(({ text }) => text ?? "").join("\n");
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

/** Starts the bridge for a command, and ends it after `body`. */
export async function withBridge(
  args: readonly string[],
  body: (bridge: BridgeProcess) => Promise<void>,
): Promise<void> {
  const child = launched(["mcp-bridge", ...args]);
  let said = "";
  const begun = Promise.withResolvers<[string, string]>();
  const hear = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      said += text;
      const [, address, secret] = /Address +(\S+)\n +Secret +(\S+)\n/.exec(said) ?? [];
      if (address && secret) begun.resolve([address, secret]);
    }
  };
  const heard = Promise.all([hear(child.stdout), hear(child.stderr)]);
  const ended = child.status.then(async ({ code }) => {
    await heard;
    begun.reject(new Error(`it ended (${code}): ${said}`));
    return code;
  });
  let stopping: Promise<number> | null = null;
  const stop = (signal: Deno.Signal = "SIGINT") => {
    if (stopping === null) child.kill(signal);
    return stopping ??= ended;
  };
  try {
    const [address, secret] = await begun.promise;
    await body({ address, secret, said: () => said, stop });
  } finally {
    await stop().catch(() => undefined);
  }
}

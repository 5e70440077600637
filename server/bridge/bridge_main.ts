/**
 * `mcp-bridge`: a process of its own, so that the chat may go on running nothing. It may run the one command it was
 * started for and listen on this machine, and no more.
 */
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Options, readOptions, UsageError } from "../command_line/options.ts";
import { LAUNCHER, namedParent, watchParent } from "../command_line/parent.ts";
import { Bridge } from "./bridge.ts";
import { newSecret, PATH } from "./let_in.ts";
import { MESSAGE_BYTES } from "./session.ts";

/** With a secret in it: past the console, which OpenTelemetry may export. */
const write = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
const note = (text: string): void => console.error(`mcp-bridge: ${text}`);

/** What the command sees besides the usual variables (PATH, HOME and such). */
function handedOn(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

async function run({ bridged, rest, port: wanted }: Options): Promise<number> {
  if (!bridged) throw new UsageError("Only mcp-bridge is started here.");
  const env = handedOn(bridged.passed);
  const secret = newSecret();
  const command = () =>
    new StdioClientTransport({
      command: bridged.command,
      args: rest.slice(1),
      env,
      maxBufferSize: MESSAGE_BYTES,
    });
  const newId = () => crypto.randomUUID();
  const bridge = new Bridge({ command, secret, newId, now: () => performance.now(), note });
  const stop = Promise.withResolvers<number>();
  for (const [signal, status] of [["SIGINT", 130], ["SIGHUP", 0], ["SIGTERM", 0]] as const) {
    Deno.addSignalListener(signal, () => stop.resolve(status));
  }
  watchParent(namedParent(Deno.env.get(LAUNCHER)), () => stop.resolve(1));
  try {
    await bridge.begin();
  } catch (error) {
    note(`The command could not be started: ${error instanceof Error ? error.message : "why is not known"}`);
    return 1;
  }
  const heard: Deno.ServeHandler<Deno.NetAddr> = (request) => bridge.handle(request, server.addr.port);
  const server = Deno.serve({ hostname: "127.0.0.1", port: wanted, onListen: () => {} }, heard);
  write(
    `Add this in Settings → MCP servers:\n  Address  http://127.0.0.1:${server.addr.port}${PATH}\n` +
      `  Secret   ${secret}\nThe secret is shown this once, and is another one after each start. Ctrl-C ends it.`,
  );
  const status = await stop.promise;
  await bridge.close();
  return status;
}

if (import.meta.main) {
  try {
    Deno.exit(await run(readOptions(Deno.args, (name) => Deno.env.get(name))));
  } catch (error) {
    note(error instanceof Error ? error.message : "unexpected error");
    Deno.exit(error instanceof UsageError ? 2 : 1);
  }
}

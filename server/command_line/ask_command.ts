/** `fishbowl ask`: asks an agent or an agency of a running server; the answer goes to standard output as it is written. */
import type OpenAI from "openai";
import { slug } from "../programs/models.ts";
import { PROGRAM_BODY_BYTES } from "../http/route.ts";
import { StartError } from "./start_error.ts";
import { type Options, type Remote, UsageError } from "./options.ts";
import { foreign, INTERRUPTED, isStream, refused, type Terminal, unreachable } from "./remote.ts";

type Sdk = typeof import("openai");

/** What stands on standard input, up to what a server takes. */
async function piped({ stdin, isTyped }: Terminal): Promise<string> {
  if (isTyped) return "";
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    bytes += chunk.length;
    if (bytes > PROGRAM_BODY_BYTES) {
      throw new StartError(`At most ${PROGRAM_BODY_BYTES / 1024 ** 2} MB can be asked.`);
    }
    chunks.push(Uint8Array.from(chunk));
  }
  return await new Blob(chunks).text();
}

/** A model by what people call it: `Rye Baker`, `rye-baker`, `agency/works`. */
const modelOf = (name: string): string => name.includes("/") ? name : slug(name);

const BROKE_OFF =
  "The answer broke off: the connection to the server was lost. What is printed is not all of it.";

/** Why there is no answer, in a line. */
async function failure(
  error: unknown,
  client: OpenAI,
  { APIConnectionError, APIError }: Sdk,
  remote: Remote,
) {
  if (error instanceof APIConnectionError) return unreachable(remote);
  // So fetch tells that a connection was lost, and the SDK that what came is not what was asked for.
  if (error instanceof TypeError || error instanceof SyntaxError) return new StartError(BROKE_OFF);
  if (!(error instanceof APIError)) return error;
  // What stands before a server, or in its place, answers in pages.
  const { status = 0 } = error;
  if (!error.error) return refused(remote, status, undefined);
  // The SDK puts the status before what the server said.
  const why = refused(remote, status, error.message.replace(/^\d{3} /, ""));
  if (error.code !== "model_not_found") return why;
  const models = await client.models.list().catch(() => null);
  const names = models?.data.map(({ id }) => id.replace("agent/", "")).join(", ");
  return names ? new StartError(`There is no such agent. There are: ${names}.`) : why;
}

/**
 * Streams one answer.
 * @returns the exit status: 0 answered, 130 stopped, 1 where nobody read on
 */
export async function askCommand(options: Options, terminal: Terminal): Promise<number> {
  const { rest: [name, ...words], remote, conversation } = options;
  if (name === undefined) throw new UsageError("Say whom to ask: fishbowl ask AGENT QUESTION.");
  const content = [words.join(" "), await piped(terminal)].filter((part) => part.trim() !== "").join("\n\n");
  if (content === "") throw new UsageError("Say what to ask, or pipe it in.");
  const sdk = await import("openai");
  const client = new sdk.OpenAI({
    baseURL: `${remote.url}/v1`,
    apiKey: remote.token ?? "none",
    maxRetries: 0,
    // It would tell of pieces that are none, and not in a line.
    logLevel: "off",
  });
  try {
    // Broken off by us or by a fault of ours, it breaks off the answer.
    const { data: stream, response } = await client.chat.completions.create({
      model: modelOf(name),
      messages: [{ role: "user", content }],
      stream: true,
      ...(conversation === undefined ? {} : { conversation_id: conversation }),
    }, { signal: terminal.stop }).withResponse();
    if (!isStream(response)) throw foreign(remote);
    let text = "";
    let isWhole = false;
    let id: unknown;
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content ?? "";
      isWhole ||= typeof chunk.choices[0]?.finish_reason === "string";
      text += piece;
      if (piece !== "") await terminal.write(piece);
      // A field that is not OpenAI's own.
      if ("conversation_id" in chunk) id = chunk.conversation_id;
    }
    // A server, or what stands before it, may end in between as if that were all; so the SDK ends what we broke off.
    if (!isWhole) throw new StartError(BROKE_OFF);
    if (!text.endsWith("\n")) await terminal.write("\n");
    // On a line of its own, also where both go to one screen.
    terminal.note(`Go on with --conversation ${id}`);
    return 0;
  } catch (error) {
    if (terminal.stop.aborted) return INTERRUPTED;
    if (error instanceof Deno.errors.BrokenPipe) return 1;
    throw await failure(error, client, sdk, remote);
  }
}

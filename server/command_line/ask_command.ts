/** `fishbowl ask`: asks an agent or an agency of a running server; the answer goes to standard output as it is written. */
import type OpenAI from "openai";
import { slug } from "../openai_api/models.ts";
import { PROGRAM_BODY_BYTES } from "../http/route.ts";
import { StartError } from "../serve.ts";
import { type Options, type Remote, UsageError } from "./options.ts";
import { INTERRUPTED, type Terminal, unreachable } from "./remote.ts";

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

/** Why there is no answer, in a line. */
async function failure(
  error: unknown,
  client: OpenAI,
  { APIConnectionError, APIError }: Sdk,
  remote: Remote,
) {
  if (error instanceof APIConnectionError) return unreachable(remote);
  if (!(error instanceof APIError)) return error;
  // The SDK puts the status before what the server said.
  if (error.code !== "model_not_found") return new StartError(error.message.replace(/^\d{3} /, ""));
  const names = (await client.models.list()).data.map(({ id }) => id.replace("agent/", ""));
  return new StartError(`There is no such agent. There are: ${names.join(", ")}.`);
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
  });
  try {
    // Broken off by us or by a fault of ours, it breaks off the answer.
    const stream = await client.chat.completions.create({
      model: modelOf(name),
      messages: [{ role: "user", content }],
      stream: true,
      ...(conversation === undefined ? {} : { conversation_id: conversation }),
    }, { signal: terminal.stop });
    let text = "";
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content ?? "";
      text += piece;
      if (piece !== "") await terminal.write(piece);
      // A field that is not OpenAI's own.
      if ("conversation_id" in chunk) terminal.note(`Go on with --conversation ${chunk.conversation_id}`);
    }
    // The SDK ends a stream that was broken off by us without a word.
    if (terminal.stop.aborted) return INTERRUPTED;
    if (!text.endsWith("\n")) await terminal.write("\n");
    return 0;
  } catch (error) {
    if (terminal.stop.aborted) return INTERRUPTED;
    if (error instanceof Deno.errors.BrokenPipe) return 1;
    throw await failure(error, client, sdk, remote);
  }
}

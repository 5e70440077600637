/** The bytes of a request to the mock provider: close to Chat Completions, fixed for ever as `mock/1`. */
import { z } from "zod";
import { formatAsked, type Renderer, type RequestFile } from "../types.ts";
import { joined, validTurns } from "../valid_messages.ts";

const Call = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
const Message = z.discriminatedUnion("role", [
  z.object({ role: z.literal("user"), content: z.string(), images: z.array(z.string()).optional() }),
  z.object({ role: z.literal("assistant"), content: z.string(), calls: z.array(Call).optional() }),
  z.object({
    role: z.literal("tool"),
    id: z.string(),
    name: z.string(),
    status: z.string(),
    content: z.string(),
    images: z.array(z.string()).optional(),
  }),
]);
/** What the mock's models read. */
export const MockBody = z.object({
  model: z.string(),
  system: z.string(),
  messages: z.array(Message),
  tools: z.array(z.string()),
  /** Those of them that a calling program runs, with what they take. */
  clients: z.array(z.object({ name: z.string(), parameters: z.record(z.string(), z.unknown()) })).optional(),
  params: z.record(z.string(), z.unknown()),
});
export type MockBody = z.infer<typeof MockBody>;
type MockMessage = z.infer<typeof Message>;

const named = ({ name, sha256 }: RequestFile): string => `${name} (${sha256})`;

export const mockRenderer: Renderer = {
  name: "mock/1",
  render(input) {
    const { model, system, tools, call } = input.shell;
    const form = formatAsked(input.shell);
    // A program's own format is none that practice agents take.
    const params = {
      ...input.shell.params,
      ...call,
      ...(call?.format === undefined && form ? { form } : {}),
    };
    const messages: MockMessage[] = [];
    for (const turn of validTurns(input)) {
      if (turn.role === "round") {
        const calls = turn.round.calls.map(({ callId, tool, args }) => ({
          id: callId,
          name: tool,
          arguments: args,
        }));
        messages.push({ role: "assistant", content: turn.round.said, calls });
        for (const { callId, tool, status, result, files = [] } of turn.round.calls) {
          const images = files.length > 0 ? { images: files.map(named) } : {};
          messages.push({ role: "tool", id: callId, name: tool, status, content: result, ...images });
        }
        continue;
      }
      const blocks = joined(turn.blocks);
      const content = blocks.flatMap((b) => b.type === "text" ? [b.text] : []).join("\n\n");
      const images = blocks.flatMap((b) => b.type !== "text" ? [named(b.file)] : []);
      if (turn.role === "assistant") messages.push({ role: "assistant", content });
      else messages.push({ role: "user", content, ...(images.length > 0 ? { images } : {}) });
    }
    const clients = tools.filter(({ client }) => client).map(({ name, parameters }) => ({
      name,
      parameters,
    }));
    const body: MockBody = {
      model,
      system,
      messages,
      tools: tools.map((tool) => tool.name),
      ...(clients.length > 0 ? { clients } : {}),
      params,
    };
    return new TextEncoder().encode(JSON.stringify(body));
  },
};

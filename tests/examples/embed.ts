/** The engine in a program of one's own: an agent on a store is asked, and answers. */
import { openEngine } from "@fishbowl/server/engine";

await using engine = await openEngine({ path: Deno.args[0] ?? ":memory:" });
const editor = await engine.agent({ name: "Editor", model: "editor" });
const conversation = await engine.start([editor]);
for (const { agent, text } of await engine.ask(conversation, "Is bread worth baking?")) {
  console.log(`${agent}: ${text}`);
}

/** Colours of code are made beside the page: a block that would take minutes stays plain and holds nobody up. */
import assert from "node:assert/strict";
import { COLOUR_MS } from "../../ui/state/colours.ts";
import { browserTest } from "./harness.ts";
import { becomes, eventually } from "./steps.ts";

/** Some ten times what a block may take on the quickest machine; the work grows with the square of the lines. */
const HOSTILE = "${${${$\n".repeat(2_200);

/** Has the first that waits for `ms` wait a third of it. */
function sooner(ms: number): void {
  const wait = globalThis.setTimeout;
  const less = (run: () => void, time?: number) => {
    if (time !== ms) return wait(run, time);
    Reflect.set(globalThis, "setTimeout", wait);
    return wait(run, ms / 3);
  };
  Reflect.set(globalThis, "setTimeout", less);
}

// Shows S0-77.
browserTest(
  "a code block made to be slow is shown without colours, and the next one has them",
  async (bowl) => {
    await bowl.conversation({ Echo: "echo" });
    // A person's message is shorter than that; what a program brings along may be longer.
    const content = `\`\`\`shell\n${HOSTILE}\`\`\`\n\n\`\`\`js\nlet a = 1;\n\`\`\``;
    const said = await bowl.api<{ conversation_id: string }>("POST", "/v1/chat/completions", {
      model: "agent/echo",
      messages: [
        { role: "user", content: "Show me." },
        { role: "assistant", content },
        { role: "user", content: "Thank you." },
      ],
    });
    // As long is too long for it on any machine: a third of the time is enough to tell.
    const page = await bowl.open(`/c/${said.conversation_id}`, {
      before: (page) => page.addInitScript(sooner, COLOUR_MS),
    });
    const blocks = page.locator("article .code");
    await blocks.nth(1).locator(".hl-keyword").waitFor();
    await becomes(() => blocks.nth(0).locator("[class^=hl-]").count(), 0);
    await eventually(async () =>
      assert.ok(
        (await blocks.nth(0).locator("pre").innerText()).includes("${${${$\n${"),
        "its words are all there",
      )
    );
  },
);

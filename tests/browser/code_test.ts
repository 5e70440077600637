/** Colours of code are made beside the page: a block that would take minutes stays plain and holds nobody up. */
import assert from "node:assert/strict";
import { browserTest } from "./harness.ts";
import { send, settled } from "./steps.ts";

/** Some seconds' work for the grammar; each line more multiplies it. */
const HOSTILE = "${${${$\n".repeat(580);

browserTest(
  "S0-77 a code block made to be slow is shown without colours, and the next one has them",
  async (bowl) => {
    const id = await bowl.conversation({ Echo: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, `\`\`\`shell\n${HOSTILE}\`\`\`\n\n\`\`\`js\nlet a = 1;\n\`\`\``);
    await settled(page, 1);
    const blocks = page.locator("article.theirs .code");
    await blocks.nth(1).locator(".hl-keyword").waitFor();
    assert.equal(await blocks.nth(0).locator("[class^=hl-]").count(), 0);
    assert.ok(
      (await blocks.nth(0).locator("pre").innerText()).includes("${${${$\n${"),
      "its words are all there",
    );
  },
);

/** A context window that fills up is seen before it is full: on the pill, in the conversation, in the panel. */
import assert from "node:assert/strict";
import { picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, send, settled } from "./steps.ts";

const visit = visits();

// Shows P19.
visit(
  "a nearly full window is on the pill and in a notice that leads to the panel; a window set for the agent helps",
  async (bowl) => {
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      model: "echo",
      providerId: "provider_mock",
      color: 1,
      params: { contextWindow: 1_024 },
    });
    bowl.agents.push(agent.id);
    const { conversation } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { agentIds: [agent.id] },
    );
    const page = await bowl.open(`/c/${conversation.id}`);
    await send(page, "All of it counts. ".repeat(190));
    await settled(page, 1);
    const notice = page.locator(".notice", { hasText: "of its context window" });
    await eventually(async () =>
      assert.match(await notice.innerText(), /Ada is at 8\d % of its context window .* Leave messages out/)
    );
    await page.locator(".pill .full", { hasText: /8\d % full/ }).waitFor();
    await notice.getByRole("button", { name: "What it will see" }).click();
    await page.getByText("This is larger than the context window.").waitFor();
    await picture(page, "context-window");

    await send(page, "And now?");
    await page.getByText("Ada could not answer. The conversation is too long for this model.").waitFor();
    await becomes(() => notice.count(), 1, "said once");

    await bowl.api("PATCH", `/api/agents/${agent.id}`, {
      params: { contextWindow: 1_024, windowMessages: 1 },
    });
    await send(page, "Once more?");
    await settled(page, 3);
    await answersOf(page, "Ada").last().getByText("Once more?").waitFor();
    await page.locator(".pill .full").waitFor({ state: "detached" });
    // The panel goes by the window, too: the newest message alone, whatever stands before it.
    await page.locator(".context").getByText(/^1 of \d+ messages/).waitFor();
    await page.locator(".omitted").getByText(/before the window/).waitFor();
    await answersOf(page, "Ada").last().hover();
    await answersOf(page, "Ada").last().getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("before the window").first().waitFor();
  },
);

/** A pinned message is sent though the window slid past it, and that is said wherever one looks. */
import type { Locator } from "playwright-core";
import { picture, visits } from "./harness.ts";
import { answersOf, send, settled } from "./steps.ts";

const visit = visits();

visit(
  "a message is pinned from its menu, sent beyond the window, and shown as pinned",
  async (bowl) => {
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      model: "echo",
      providerId: "provider_mock",
      color: 1,
      params: { windowMessages: 1, contextWindow: 512 },
    });
    bowl.agents.push(agent.id);
    const { conversation } = await bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
      agentIds: [agent.id],
    });
    const page = await bowl.open(`/c/${conversation.id}`);
    await send(page, "The key is under the stone.");
    await settled(page, 1);
    const first = page.locator(".message.mine").first();
    const press = async (message: Locator, name: string) => {
      await message.hover();
      await message.getByRole("button", { name }).click();
    };
    await press(first, "Pin to the context");
    await first.locator(".in-context.pinned").waitFor();
    await send(page, "Where is it?");
    await settled(page, 2);
    await answersOf(page, "Ada").last().hover();
    await answersOf(page, "Ada").last().getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator(".saw-role", { hasText: "pinned" }).waitFor();
    await picture(page, "pinned-and-seen");
    await page.keyboard.press("Escape");
    // Behind an open dialog nothing can be typed.
    await dialog.waitFor({ state: "detached" });

    await send(page, "All of it counts. ".repeat(150));
    await settled(page, 3);
    await press(page.locator(".message.mine").last(), "Pin to the context");
    await page.getByText("larger than the context window of Ada").waitFor();
    await page.keyboard.press("Control+.");
    await press(first, "Unpin from the context");
    await first.locator(".in-context.pinned").waitFor({ state: "detached" });
  },
);

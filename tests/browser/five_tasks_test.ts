/**
 * The five things a newcomer comes for, by what is on the screen alone: each in at most three actions, with a pointer
 * and with a finger. docs/INTERFACE.md tells them.
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { type Bowl, browserTest, goWithin } from "./harness.ts";
import { answersOf, becomes, eventually, settled } from "./steps.ts";

const MOST = 3;

/** Actions of each task, as docs/INTERFACE.md tells them. */
const TAKES = {
  "a pointer": {
    "ask three": 2,
    "compare two": 1,
    "see what one saw": 2,
    "keep one": 2,
    "go back in time and branch": 3,
  },
  "a finger": {
    "ask three": 3,
    "compare two": 2,
    "see what one saw": 2,
    "keep one": 2,
    "go back in time and branch": 3,
  },
} as const;

/** A hand that counts: a press, a tap and words that are written are an action each, and so is looking for something by pointing. */
class Hand {
  #actions = 0;

  constructor(readonly page: Page, readonly touches: boolean) {}

  async press(what: Locator): Promise<void> {
    this.#actions++;
    await (this.touches ? what.tap() : what.click());
  }

  async point(at: Locator): Promise<void> {
    this.#actions++;
    await at.hover();
  }

  async write(text: string): Promise<void> {
    this.#actions++;
    await this.page.keyboard.insertText(text);
  }

  /** How many it took since the last time one asked. */
  took(): number {
    const { [0]: took } = [this.#actions, this.#actions = 0];
    return took;
  }
}

const conversations = async (bowl: Bowl) =>
  (await bowl.api<{ items: { id: string }[] }>("GET", "/api/conversations")).items.map(({ id }) => id);

/** In the menu of something under a finger, in the bar over it under a pointer. */
async function act(hand: Hand, card: Locator, menu: string, action: string): Promise<void> {
  if (hand.touches) {
    await hand.press(hand.page.getByRole("button", { name: menu }));
    await hand.press(hand.page.getByRole("menuitem", { name: action, exact: true }));
  } else {
    await hand.point(card);
    await hand.press(card.getByRole("button", { name: action, exact: true }));
  }
}

async function fiveTasks(bowl: Bowl, page: Page, touches: boolean): Promise<Record<string, number>> {
  const hand = new Hand(page, touches);
  const took: Record<string, number> = {};
  const box = page.getByRole("textbox", { name: "Message", exact: true });
  const send = page.getByRole("button", { name: "Send", exact: true });
  const editor = answersOf(page, "Editor");

  // A finger brings up its keyboard by a tap; a pointer finds the box ready.
  if (touches) await hand.press(box);
  else await page.waitForFunction(() => document.activeElement?.id === "composer");
  await hand.write("Is bread food?");
  await hand.press(send);
  await page.waitForURL("**/c/*");
  await settled(page, 3);
  for (const name of ["Editor", "Critic", "Researcher"]) await answersOf(page, name).waitFor();
  took["ask three"] = hand.took();

  if (touches) await act(hand, editor, "More for these answers", "Compare");
  else await hand.press(page.getByRole("button", { name: "Compare", exact: true }));
  await page.getByText("Comparing two").waitFor();
  took["compare two"] = hand.took();
  await page.getByRole("button", { name: "3 answers" }).click();

  await act(hand, editor, "More for Editor", "What it saw");
  await page.getByRole("dialog").getByText("Is bread food?").first().waitFor();
  took["see what one saw"] = hand.took();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await act(hand, editor, "More for Editor", "Keep this one");
  await page.getByText("You kept this").waitFor();
  await page.getByPlaceholder("Go on with Editor’s answer").waitFor();
  await becomes(() => page.locator("article.left-out").count(), 2);
  took["keep one"] = hand.took();

  const before = await conversations(bowl);
  const [address, answers] = [page.url(), await page.locator("article").count()];
  await hand.press(page.getByRole("button", { name: "Show events, context and usage" }));
  await hand.press(page.locator(".event-said", { hasText: "Done: 3 answered" }));
  await hand.press(page.getByRole("button", { name: "Branch from here" }));
  await page.waitForURL((url) => url.href !== address);
  await settled(page, 3);
  took["go back in time and branch"] = hand.took();
  await eventually(async () => assert.equal((await conversations(bowl)).length, before.length + 1));
  await becomes(() => page.locator("article.left-out").count(), 0, "what was kept later is not kept there");
  await goWithin(page, address);
  await becomes(() => page.locator("article").count(), answers, "the old one stays");
  return took;
}

for (const [way, touches] of [["a pointer", false], ["a finger", true]] as const) {
  browserTest(`five tasks of a newcomer with ${way}, each in at most three actions`, async (bowl) => {
    // Under a finger things move in `touch_test.ts`.
    const page = await bowl.open("/", { phone: touches, moves: !touches, knows: ["greeted"] });
    const took = await fiveTasks(bowl, page, touches);
    assert.deepEqual(took, TAKES[way]);
    assert.ok(Math.max(...Object.values(took)) <= MOST);
  });
}

/** What a person does and sees, in words that many tests share. */
import type { Locator, Page } from "playwright-core";

/** Writes a message and presses Enter. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

/** Answers of one agent, oldest first. */
export function answersOf(page: Page, name: string): Locator {
  return page.locator("article.theirs", { has: page.locator(".author", { hasText: name }) });
}

/** Waits until at least `answers` answers have come and none is being written. */
export async function settled(page: Page, answers: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelectorAll("article.theirs").length >= wanted &&
      document.querySelector('article[aria-busy="true"]') === null,
    answers,
  );
}

/** Waits until every answer is shown as its Markdown says; until the parser has come, its text stands there as it is. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("article.theirs .text")].every((text) => text.classList.contains("rich"))
  );
}

/** Waits until an answer of `name` shows at least `length` characters and is still being written. */
export async function writing(page: Page, name: string, length: number): Promise<string> {
  // Looked up anew each time: the element is another one once formatting is loaded.
  await page.waitForFunction(
    ([author, wanted]) => {
      const answers = [...document.querySelectorAll("article.theirs")]
        .filter((answer) => answer.querySelector(".author")?.textContent?.includes(author));
      const last = answers.at(-1);
      return last?.getAttribute("aria-busy") === "true" &&
        (last.querySelector(".text")?.textContent?.length ?? 0) >= wanted;
    },
    [name, length] as const,
  );
  const text = answersOf(page, name).last().locator(".text").first();
  return await text.innerText();
}

/** The pill's own button, which turns the agent on and off. */
export function pill(page: Page, name: string): Locator {
  return page.locator(".pill", { hasText: name }).locator("button").first();
}

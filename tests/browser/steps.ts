/** What a person does and sees, in words that many tests share. */
import { AssertionError } from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { PATIENCE_MS } from "./harness.ts";

/** Writes a message and presses Enter. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

/** Answers of one agent, oldest first. */
export function answersOf(page: Page, name: string): Locator {
  return page.locator("article.theirs", { has: page.locator(".author", { hasText: name }) });
}

/**
 * Waits until at least `answers` answers have come, none is being written, and what was written is formatted: the
 * parser is loaded with the first text, which stands there plain until then.
 */
export async function settled(page: Page, answers: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelectorAll("article.theirs").length >= wanted &&
      document.querySelector('article[aria-busy="true"]') === null &&
      document.querySelector("article .text:not(.rich)") === null,
    answers,
  );
}

/** Waits until `look`, which asserts, passes: what a person would see in the end, not at the first glance. */
export async function eventually(look: () => Promise<void>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof AssertionError) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Waits until an answer of `name` shows at least `length` characters, whether or not more is to come. */
export async function shows(page: Page, name: string, length: number): Promise<string> {
  await page.waitForFunction(
    ([author, wanted]) => {
      const answers = [...document.querySelectorAll("article.theirs")]
        .filter((answer) => answer.querySelector(".author")?.textContent?.includes(author));
      return (answers.at(-1)?.querySelector(".text")?.textContent?.length ?? 0) >= wanted;
    },
    [name, length] as const,
  );
  return await answersOf(page, name).last().locator(".text").first().innerText();
}

/** The same, and it is still being written: for answers that last much longer than any machine is busy. */
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

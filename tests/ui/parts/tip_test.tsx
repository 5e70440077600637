/** The small label that says what an icon means. */
import assert from "node:assert/strict";
import { nextFrame, place } from "../tiny_document.ts";
import { render } from "preact";
import { clockwork, instead } from "../browser.ts";

const { Tips } = await import("../../../ui/parts/tip.tsx");

/** An element with a label, or without one. */
function icon(tip?: string): Element {
  const element = place();
  Object.assign(element, { closest: () => tip === undefined ? null : element, matches: () => true });
  Reflect.set(element, "dataset", { tip });
  return element;
}

function tell(type: string, target: Element): void {
  const event = new Event(type);
  Object.defineProperty(event, "target", { value: target });
  dispatchEvent(event);
  nextFrame();
}

Deno.test("a label is shown where one rests or comes by key, not where one only passes, and goes with the next press", () => {
  using clock = clockwork();
  using _ = instead("Element", HTMLElement);
  using __ = instead("innerWidth", 800);
  using ___ = instead("innerHeight", 600);
  const root = place();
  render(<Tips />, root);
  nextFrame();
  const [one, two, bare] = [icon("One"), icon("Two"), icon()];
  const shown = () => {
    clock.ring();
    nextFrame();
    return root.textContent;
  };
  tell("pointerover", one);
  tell("pointerover", two);
  assert.equal(clock.waits().length, 1, "the one that was passed is not waited for");
  assert.equal(shown(), "Two");
  tell("pointerover", bare);
  assert.equal(shown(), "");
  tell("pointerover", one);
  tell("keydown", one);
  assert.equal(shown(), "", "who presses something wants no label");
  tell("focusin", two);
  assert.equal(root.textContent, "Two");
  tell("focusout", two);
  assert.equal(root.textContent, "");
  render(null, root);
});

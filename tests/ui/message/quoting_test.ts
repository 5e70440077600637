/** Words of a message, quoted in the next one. */
import assert from "node:assert/strict";
import { quoted } from "../../../ui/message/quoting.ts";

Deno.test("every line of what is quoted is marked, and what comes after stands by itself", () => {
  assert.equal(quoted("One.\n\nTwo\nlines. "), "> One.\n>\n> Two\n> lines.\n\n");
});

Deno.test("a long quotation is cut, so that there is room to ask", () => {
  const text = quoted("word ".repeat(1_000));
  assert.ok(text.length < 1_600 && text.endsWith("word…\n\n"));
});

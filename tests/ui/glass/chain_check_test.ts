/** What is on the page beside what the events tell. */
import assert from "node:assert/strict";
import { compared } from "../../../ui/glass/chain_check.ts";
import { History } from "../../history.ts";

const said = () =>
  new History().started().joined("Editor", "Critic").answered("m1", "Is it so?", {
    Editor: "Yes.",
    Critic: "No.",
  });
const now = () => said().state();

Deno.test("messages that say what the events tell are counted; the first that does not is named", () => {
  assert.deepEqual(compared(now(), now()), { messages: 3, differs: null });
  const shown = now();
  const { content, ...rest } = shown.bodies["m_t_Editor_m1"] ?? { content: "" };
  shown.bodies["m_t_Editor_m1"] = { ...rest, content: `${content} Really.` };
  assert.equal(compared(shown, now()).differs, "m_t_Editor_m1");
  const other = now();
  const message = other.messages["m1"];
  assert.ok(message);
  other.messages["m1"] = { ...message, author: { ...message.author, name: "Somebody else" } };
  assert.equal(compared(other, now()).differs, "m1");
  other.messages["m1"] = { ...message, at: "2030-01-01T00:00:00.000Z" };
  assert.equal(compared(other, now()).differs, "m1");
  other.messages["m1"] = { ...message, erased: true };
  assert.equal(compared(other, now()).differs, "m1");
  const missing = now();
  delete missing.messages["m1"];
  assert.equal(compared(now(), missing).differs, "m1", "the log knows nothing of it");
});

Deno.test("what was said since, what is being written and what was not loaded is no difference", () => {
  const later = said().posted("m2", "And this?").requested("Editor", "m2").claimed("t_Editor").state();
  assert.deepEqual(compared(later, now()), { messages: 3, differs: null });
  const writing = said().posted("m2", "And this?").requested("Editor", "m2").claimed("t_Editor");
  assert.deepEqual(compared(writing.state(), writing.state()), { messages: 4, differs: null });
  const folded = now();
  delete folded.bodies["m1"];
  assert.deepEqual(compared(folded, now()), { messages: 2, differs: null });
});

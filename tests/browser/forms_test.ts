/** Answers of a form: its schema is entered in the settings, and they are shown as a table or a tree. */
import assert from "node:assert/strict";
import { goWithin, picture, visits } from "./harness.ts";
import { answersOf, becomes, eventually, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

const ROW = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number", minimum: 2 }, sold: { type: "boolean" } },
  required: ["name", "price", "sold"],
  additionalProperties: false,
};
const LIST = { type: "object", properties: { items: { type: "array", items: ROW } }, required: ["items"] };
const TREE = {
  type: "object",
  properties: { best: ROW, others: { type: "array", items: { type: "string" } } },
};

visit(
  "a form is checked as it is typed, and an answer in it is a table, a tree, or its text",
  async (bowl) => {
    const make = (name: string, answerForm?: unknown, model = "echo") =>
      bowl.api<{ id: string }>("POST", "/api/agents", {
        name,
        providerId: "provider_mock",
        model,
        color: 1,
        ...(answerForm ? { answerForm } : {}),
      });
    const [ada, boris, cora] = [
      await make("Ada"),
      await make("Boris", TREE),
      await make("Cora", LIST, "json-broken"),
    ];
    bowl.agents.push(ada.id, boris.id, cora.id);
    const page = await bowl.open(`/settings/agents/${ada.id}`);
    await page.getByText("Advanced", { exact: false }).first().click();
    const field = page.getByLabel("Form of its answers");
    await field.fill('{"type":"object","properties":{"a":{"type":"string","pattern":"a+"}}}');
    await page.getByText("must not have “pattern”: answers are not held to that here").waitFor();
    await field.fill(JSON.stringify(LIST));
    await picture(page, "form-field");
    await check(page, "form-field");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await eventually(async () => {
      const { answerForm } = await bowl.api<{ answerForm: unknown }>("GET", `/api/agents/${ada.id}`);
      assert.deepEqual(answerForm, LIST);
    });
    const { conversation } = await bowl.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
      agentIds: [ada.id, boris.id, cora.id],
    });
    await page.waitForURL("**/settings/agents");
    await goWithin(page, `/c/${conversation.id}`);
    await send(page, "Which bowls are there, and what does each of them cost?");
    await settled(page, 3);
    const table = answersOf(page, "Ada").getByRole("table");
    // What shows it is loaded with the first.
    await table.waitFor();
    await becomes(() => table.getByRole("columnheader").allTextContents(), ["name", "price", "sold"]);
    await becomes(() => table.getByRole("row").count(), 4);
    await answersOf(page, "Boris").locator(".formed-tree").first().getByText("best").waitFor();
    await answersOf(page, "Cora").getByText("Asked once more: at first it did not fit its form.").waitFor();
    await picture(page, "form-answers");
    await check(page, "form-answers");
    await answersOf(page, "Ada").getByRole("button", { name: "Text" }).click();
    await answersOf(page, "Ada").locator(".formed-text", { hasText: '{"items":[' }).waitFor();
    await becomes(() => answersOf(page, "Ada").getByRole("table").count(), 0);
  },
);

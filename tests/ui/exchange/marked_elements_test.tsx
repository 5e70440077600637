/** Elements with some of their words marked. */
import assert from "node:assert/strict";
import type { ComponentChild, VNode } from "preact";
import { marked, textsIn } from "../../../ui/exchange/marked_elements.tsx";

/** Elements as one would write them. */
function written(node: ComponentChild): string {
  if (Array.isArray(node)) return node.map(written).join("");
  if (node === null || node === undefined || typeof node !== "object") return String(node ?? "");
  const { type, props } = node as VNode<{ children?: ComponentChild }>;
  return `<${String(type)}>${written(props.children)}</${String(type)}>`;
}

Deno.test("the words of elements are marked where they stand, and nothing else changes", () => {
  const node = (
    <p>
      One <b>two</b>
      {" three "}
      <i>four five</i>
    </p>
  );
  assert.deepEqual(textsIn(node), ["One ", "two", " three ", "four five"]);
  const made = marked(node, [[], [[0, 3]], [], [[5, 9]]]);
  assert.equal(written(made), "<p>One <b><mark>two</mark></b> three <i>four <mark>five</mark></i></p>");
  assert.equal(written(node), "<p>One <b>two</b> three <i>four five</i></p>", "what was given is as it was");
});

Deno.test("what a component draws by itself is left alone", () => {
  const Own = ({ text }: { text: string }) => <b>{text}</b>;
  const own = <Own text="inside" />;
  assert.deepEqual(textsIn([own, "after", null, 7]), ["after", "7"]);
  const made = marked([own, "after"], [[[0, 5]]]);
  assert.ok(Array.isArray(made) && made[0] === own);
});

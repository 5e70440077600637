/** A formula's elements: only known ones, whatever a worker said. */
import assert from "node:assert/strict";
import { elementOf } from "./drawn.tsx";

Deno.test("of what a worker says only known elements are made, with no attribute that leads somewhere or does something", () => {
  for (const tag of ["script", "a", "img", "iframe", "style", "foreignObject", "use"]) {
    assert.equal(elementOf([tag, {}, {}, ["alert(1)"]], 0), null, tag);
  }
  const attributes = {
    class: "a",
    onclick: "x",
    href: "x",
    src: "x",
    style: "x",
    id: "x",
    "xlink:href": "x",
    "aria-hidden": "true",
  };
  const { props } = elementOf(["span", attributes, { height: "1em" }, []], 0) as { props: object };
  assert.deepEqual(Object.keys(props).sort(), ["aria-hidden", "children", "class", "style"]);
});

/** What stands in a page as its script ends its element nowhere, and says what it said. */
import assert from "node:assert/strict";
import { inPage } from "../../ui/build_frames.ts";

Deno.test("what would end a script's element is written otherwise in strings and patterns, and refused elsewhere", () => {
  const script = String.raw`told = ["</script><!-- <Script>", /<\/script/.test("<b>")];`;
  const written = inPage(script);
  assert.doesNotMatch(written, /<(?:!--|\/?script)/i);
  const told = (text: string) => new Function(`let told; ${text} return told;`)();
  assert.deepEqual(told(written), told(script));
  // An operator, and a comment of the oldest browsers: neither means the same in another spelling.
  for (const other of ["let b = 1; if (0 <!--b) told();", "<!-- said\nlet told;"]) {
    assert.throws(() => inPage(other), SyntaxError);
  }
});

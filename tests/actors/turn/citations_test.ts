/** Sources as they come. */
import assert from "node:assert/strict";
import { CITATION_MARKS, CITATION_TITLE, CITATIONS } from "../../../events/catalog/limits.ts";
import { Citations } from "../../../actors/turn/citations.ts";

Deno.test("each source is named once, in the order of the first marks, and its marks stand within the answer", () => {
  const cited = new Citations();
  cited.add({ url: "https://b.example/", title: "B" }, 4);
  cited.add({ url: "https://a.example/#part", title: "A\u202e\n" }, 9);
  cited.add({ url: "https://b.example/", title: "another" }, 90);
  cited.add({ url: "https://b.example/", title: "B" }, 2);
  assert.deepEqual(cited.of("0123456789"), [
    { url: "https://b.example/", title: "B", at: [2, 4, 10] },
    { url: "https://a.example/", title: "A", at: [9] },
  ]);
});

Deno.test("what is no address of the web is no source", () => {
  const cited = new Citations();
  for (
    const url of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://a:b@c.example/",
      "",
      "x".repeat(9_000),
    ]
  ) {
    cited.add({ url, title: "" }, 0);
  }
  assert.deepEqual(cited.of("a"), []);
});

Deno.test("sources, their marks and their titles are bounded", () => {
  const cited = new Citations();
  for (let at = 0; at <= CITATION_MARKS; at++) {
    cited.add({ url: "https://a.example/", title: "😀".repeat(999) }, at);
  }
  for (let n = 0; n <= CITATIONS; n++) cited.add({ url: `https://a.example/${n}`, title: "" }, 0);
  const all = cited.of("x".repeat(99));
  assert.equal(all.length, CITATIONS);
  assert.equal(all[0]?.at.length, CITATION_MARKS);
  assert.equal([...all[0]?.title ?? ""].length, CITATION_TITLE);
});

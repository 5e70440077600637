/** What tells agents apart: the same mark for the same agent, and no two alike where they talk together. */
import assert from "node:assert/strict";
import { agentIn, asWished, lookIn, lookOf, looksOf, MOTIFS, SHAPES } from "../../../ui/parts/marks.ts";

const ids = (count: number, prefix = "agent_") => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const KINDS = Object.keys(SHAPES).length;

Deno.test("an agent looks the same every time, and agents differ", () => {
  assert.deepEqual(lookOf("agent_1"), lookOf("agent_1"));
  const all = new Set(ids(200).map((id) => JSON.stringify(lookOf(id))));
  assert.ok(all.size > 60, `${all.size} of ${KINDS * Object.keys(MOTIFS).length} looks`);
  assert.deepEqual(new Set(ids(200).map((id) => lookOf(id).shape)).size, KINDS);
  assert.deepEqual(new Set(ids(200).map((id) => lookOf(id).motif)).size, Object.keys(MOTIFS).length);
});

Deno.test("in one conversation no shape comes twice before every shape came once, and no two marks are alike", () => {
  for (const prefix of ["agent_", "a", "0190f3c2-"]) {
    const looks = [...looksOf(ids(40, prefix)).values()];
    for (let from = 0; from + KINDS <= looks.length; from += KINDS) {
      assert.equal(new Set(looks.slice(from, from + KINDS).map(({ shape }) => shape)).size, KINDS);
    }
    assert.equal(
      new Set(looks.slice(0, KINDS).map(({ motif }) => motif)).size,
      KINDS,
      "nor a motif at first",
    );
    assert.equal(new Set(looks.map((look) => JSON.stringify(look))).size, looks.length);
  }
});

Deno.test("the first to join looks as everywhere, and whoever joins later changes nobody before", () => {
  const few = looksOf(ids(5));
  assert.deepEqual(few.get("agent_0"), lookOf("agent_0"));
  const many = looksOf(ids(30));
  for (const [id, look] of few) assert.deepEqual(many.get(id), look);
});

Deno.test("more agents than there are marks still have one each", () => {
  assert.equal(looksOf(ids(300)).size, 300);
});

Deno.test("who moves in the roster or leaves it keeps its mark, and so does everyone else", () => {
  const joined = ids(8).map((agentId, at) => ({ id: `p${at}`, agentId, color: 1, addedSeq: at + 1 }));
  const all = { participants: joined, former: [] };
  const looks = (roster: typeof all | { participants: typeof joined; former: typeof joined }) =>
    joined.map(({ id }) => lookIn(roster, id));
  assert.deepEqual(looks({ participants: joined.toReversed(), former: [] }), looks(all));
  assert.deepEqual(
    looks({ participants: joined.slice(3), former: joined.slice(0, 3).toReversed() }),
    looks(all),
  );
  assert.deepEqual(lookIn(all, "p0"), lookOf("agent_0"), "the mark is the agent's, not the participant's");
  assert.deepEqual(lookIn(all, "somebody"), lookOf("somebody"));
});

Deno.test("an agent that left and came back has one mark", () => {
  const roster = {
    participants: [{ id: "p2", agentId: "agent_1", color: 1, addedSeq: 9 }],
    former: [
      { id: "p0", agentId: "agent_0", color: 1, addedSeq: 1 },
      { id: "p1", agentId: "agent_1", color: 1, addedSeq: 2 },
    ],
  };
  assert.deepEqual(lookIn(roster, "p2"), lookIn(roster, "p1"));
});

Deno.test("a look is as it was wished for, as far as it was and as anybody knows such a shape", () => {
  const look = lookOf("agent_1");
  assert.deepEqual(asWished(look, undefined), look);
  assert.deepEqual(asWished(look, {}), look);
  assert.deepEqual(asWished(look, { shape: "kite" }), { ...look, shape: "kite" });
  assert.deepEqual(asWished(look, { shape: "kite", motif: "fish" }), { shape: "kite", motif: "fish" });
  assert.deepEqual(asWished(look, { shape: "dodecahedron", motif: "constructor" }), look);
});

Deno.test("who takes part is known by the agent, and who is not known by nothing else", () => {
  const one = { id: "p1", agentId: "a1", color: 1, addedSeq: 1 };
  const gone = { id: "p2", agentId: "a2", color: 1, addedSeq: 2 };
  const roster = { participants: [one], former: [gone] };
  assert.deepEqual(["p1", "p2", "p3"].map((id) => agentIn(roster, id)), ["a1", "a2", "p3"]);
});

Deno.test("a look has its own picture where that is a hash; an erased one and any other address leave the mark", () => {
  const look = lookOf("agent_1");
  const hash = "0a".repeat(32);
  assert.deepEqual(asWished(look, { picture: hash }), { ...look, picture: hash });
  for (const picture of ["", "on its way", `${hash}/../x`, "https://example.org/a.png", undefined, 3]) {
    assert.deepEqual(asWished(look, { picture }), look, String(picture));
  }
  assert.deepEqual(asWished({ ...look, picture: hash }, {}), look, "taken away in a form, it is gone");
});

Deno.test("what is drawn on a shape has no colour of its own: on a hollow mark it takes the agent's", () => {
  assert.doesNotMatch(JSON.stringify(MOTIFS), /#[0-9a-f]{3}|white/);
});

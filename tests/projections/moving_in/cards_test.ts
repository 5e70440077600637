/** Character cards: JSON and pictures, of each version, and what only looks like one. */
import assert from "node:assert/strict";
import { CARD_BYTES, cardOf, named, readCard } from "../../../projections/moving_in/cards.ts";
import { PROMPT_CODE_POINTS } from "../../../events/catalog/limits.ts";
import { base64, pictureWith, pixel, sourceOf } from "./given.ts";

const DATA = {
  name: "Rye",
  description: "{{char}} bakes for {{user}}. <BOT> is kind.",
  personality: "Calm",
  scenario: "",
  first_mes: "Come in, {{User}}.",
  mes_example: "<START>\n{{char}}: Flour!",
  system_prompt: "{{original}}Stay in character.",
  post_history_instructions: "Be brief.",
  alternate_greetings: ["Hi", "Hello"],
  character_book: { entries: [{ keys: ["oven"], content: "Hot" }] },
};
const V2 = { spec: "chara_card_v2", spec_version: "2.0", data: DATA };
const V3 = { spec: "chara_card_v3", spec_version: "3.0", data: { ...DATA, name: "Rye the Third" } };
const nameIn = async (content: string | Uint8Array) => (await readCard(sourceOf(content)))?.name;

Deno.test("a card is an agent's name and prompt, with names in their places; what is left out is counted", () => {
  assert.deepEqual(cardOf(V2), {
    name: "Rye",
    prompt:
      "You are Rye.\n\nStay in character.\n\nRye bakes for the person. Rye is kind.\n\nPersonality:\nCalm\n\n" +
      "How you begin a conversation:\nCome in, the person.\n\nHow you talk:\n<START>\nRye: Flour!\n\nAlways:\nBe brief.",
    left: { greetings: 2, lore: 1, cut: false },
  });
  assert.match(
    cardOf({ ...V3, data: { ...DATA, nickname: "Ry" } })?.prompt ?? "",
    /^You are Ry\.\n\n.*Ry bakes/s,
  );
  assert.equal(cardOf(DATA)?.name, "Rye", "version 1 has no data around it");
  assert.equal(named("{{char}}", "$&"), "$&");
});

Deno.test("a card is found in a picture, the newer one first, in either kind of text, and in JSON", async () => {
  assert.equal(await nameIn(JSON.stringify(V2)), "Rye");
  assert.equal(await nameIn(pictureWith(["tEXt", `chara\0${base64(V2)}`])), "Rye");
  const both = pictureWith(["tEXt", `Chara\0${base64(V2)}`], ["tEXt", `ccv3\0${base64(V3)}`]);
  assert.equal(await nameIn(both), "Rye the Third");
  assert.equal(await nameIn(pictureWith(["iTXt", `chara\0\0\0en\0\0${base64(V2)}`])), "Rye");
  const source = sourceOf(pictureWith(["IDAT", "x".repeat(50_000)], ["tEXt", `chara\0${base64(V2)}`]));
  assert.equal((await readCard(source))?.picture, true);
  assert.ok(source.largest < 5_000, "the picture itself is not read");
});

Deno.test("what is none, broken or made to hurt is no card, and ends", async () => {
  for (
    const content of [
      "",
      "{}",
      "[]",
      "{",
      "PK",
      "[".repeat(100_000),
      `{"spec":"chara_card_v2","data":${"[".repeat(100_000)}`,
      JSON.stringify({ spec: "chara_card_v2", data: { name: 7 } }),
      JSON.stringify({ ...V2, data: { ...DATA, name: "\n " } }),
      " ".repeat(CARD_BYTES) + JSON.stringify(V2),
      pixel(),
      pixel().slice(0, 20),
      pictureWith(["tEXt", "chara"], ["tEXt", "chara\0!!"], ["iTXt", "chara\0\x01\0\0\0x"], [
        "iTXt",
        "chara\0\0",
      ]),
      pictureWith(["tEXt", `chara\0${base64("text")}`]),
      pictureWith(...Array.from({ length: 12_000 }, () => ["tEXt", ""] as const), [
        "tEXt",
        `chara\0${base64(V2)}`,
      ]),
    ]
  ) {
    assert.equal(await nameIn(content), undefined);
  }
  const long = cardOf({ ...V2, data: { ...DATA, description: "😀".repeat(PROMPT_CODE_POINTS) } });
  assert.deepEqual([long?.left.cut, [...long?.prompt ?? ""].length], [true, PROMPT_CODE_POINTS]);
  assert.equal(
    cardOf({ ...V2, data: { ...DATA, name: "a\u202eb\nc".repeat(50) } })?.name.includes("\u202e"),
    false,
  );
});

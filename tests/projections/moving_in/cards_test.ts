/** Character cards: JSON and pictures, of each version, and what only looks like one. */
import assert from "node:assert/strict";
import { CARD_BYTES, cardOf, named, readCard } from "../../../projections/moving_in/cards.ts";
import { PROMPT_CODE_POINTS } from "../../../events/catalog/limits.ts";
import { base64, pictureWith, pixel, sourceOf, zipOf } from "./given.ts";

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
    left: { greetings: 2, lore: 1, assets: 0, cut: false },
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
  assert.ok((await readCard(source))?.picture);
  assert.ok(source.largest < 5_000, "the picture itself is not read");
});

Deno.test("entries of a lore book that are always told are part of the prompt, in their order; the others are counted", () => {
  const entry = (content: string, more: object = {}) => ({ content, constant: true, enabled: true, ...more });
  const entries = [
    entry("{{char}} is old.", { insertion_order: 9 }),
    entry("The oven is hot.", { insertion_order: 1 }),
    entry("Off", { enabled: false }),
    entry("Keyed", { constant: false, keys: ["oven"] }),
    entry(" "),
    7,
  ];
  const data = {
    name: "Rye",
    description: "Bakes.",
    post_history_instructions: "Be brief.",
    character_book: { entries },
  };
  const card = cardOf({ ...V2, data });
  assert.equal(
    card?.prompt,
    "You are Rye.\n\nBakes.\n\nWhat is so:\nThe oven is hot.\n\nRye is old.\n\nAlways:\nBe brief.",
  );
  assert.equal(card?.left.lore, 4);
});

Deno.test("an archive is a card with its icon, wherever that lies; what else it names is counted, nothing is loaded", async () => {
  const icon = (uri: string, more: object = {}) => ({ type: "icon", name: "main", ext: "png", uri, ...more });
  const held = `data:image/png;base64,${pixel().toBase64()}`;
  const others = [{ type: "background", uri: "embeded://assets/b.png" }, icon("ccdefault:")];
  for (
    const [assets, size, left] of [
      [[icon("embeded://assets/small.png", { name: "other" }), icon("embeded://assets/main.png")], 5, 2],
      [[icon("embedded://assets/main.png", { name: "happy" })], 5, 1],
      [[icon(held)], 0, 1],
      [[icon("embeded://../assets/main.png")], null, 2],
      [[icon("https://example.com/a.png")], null, 2],
      [[], null, 1],
    ] as const
  ) {
    const card = { ...V3, data: { ...V3.data, assets: [...assets, ...others] } };
    const files = [
      { name: "card.json", content: JSON.stringify(card) },
      { name: "assets/main.png", content: pixel(5) },
      { name: "assets/small.png", content: pixel(1) },
    ];
    const found = await readCard(sourceOf(await zipOf(files)));
    assert.deepEqual([found?.name, found?.left.assets], ["Rye the Third", left]);
    const picture = await found?.picture?.();
    assert.equal(picture?.bytes.length ?? null, size === null ? null : pixel(size).length);
    assert.equal(picture?.type ?? "image/png", "image/png");
  }
  const sound = { ...V3, data: { ...V3.data, assets: [icon("embeded://a.png")] } };
  const files = [{ name: "card.json", content: JSON.stringify(sound) }, {
    name: "a.png",
    content: "\0\u0001",
  }];
  assert.equal(await (await readCard(sourceOf(await zipOf(files))))?.picture?.(), null);
});

Deno.test("an archive without a card at its root, one that is cut and one with a card made to hurt hold none", async () => {
  const content = JSON.stringify(V3);
  const whole = await zipOf([{ name: "card.json", content }]);
  for (
    const archive of [
      await zipOf([{ name: "conversations.json", content: "[]" }]),
      await zipOf([{ name: "a/card.json", content }]),
      await zipOf([{ name: "card.json", content: " ".repeat(CARD_BYTES) + content, stored: true }]),
      await zipOf([{ name: "card.json", content, says: { size: 5 } }]),
      whole.slice(0, -9),
    ]
  ) assert.equal(await nameIn(archive), undefined);
  assert.equal(await nameIn(whole), "Rye the Third");
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

/** Pictures of tools' results in requests: the first ones, whatever comes after, each on the wire where its maker has a place. */
import assert from "node:assert/strict";
import { anthropicRenderer } from "../../../actors/providers/anthropic/render_anthropic.ts";
import { openAiRenderer } from "../../../actors/providers/openai/render_openai.ts";
import { responsesRenderer } from "../../../actors/providers/responses/render_responses.ts";
import { seesPictures } from "../../../actors/providers/models.ts";
import type { Renderer, Shell } from "../../../actors/providers/types.ts";
import { rendered } from "../../../actors/tools/fence.ts";
import { withPictures } from "../../../actors/turn/round_pictures.ts";
import { TOLD_PICTURE_BYTES, TOLD_PICTURES } from "../../../events/catalog/limits.ts";
import { PNG } from "../../pictures.ts";

const shell: Shell = {
  model: "m",
  system: "",
  params: {},
  tools: [],
  nudge: "Go on.",
  after: [],
  fence: "1",
  downgrades: [],
  pictures: true,
};
const SHA = "0123456789abcdef".repeat(4);
const picture = (size: number) => ({ sha256: SHA, name: "picture 1.png", type: "image/png", size });
const log = {
  blobs: {
    get: () => Promise.resolve({ bytes: PNG, info: { sha256: SHA, type: "image/png", size: PNG.length } }),
  },
} as unknown as Parameters<typeof withPictures>[0];
const round = (...sizes: readonly number[][]) => ({
  said: "",
  salts: [],
  calls: sizes.map((some, n) => ({
    callId: `c${n}`,
    tool: "look",
    args: "{}",
    status: "ok" as const,
    result: "[image: image/png, 1 KB, picture 1]",
    host: "a.example",
    attachments: some.map(picture),
  })),
});
const counts = async (rounds: readonly ReturnType<typeof round>[], of: Pick<Shell, "pictures"> = shell) =>
  (await withPictures(log, rounds, of)).map(({ calls }) =>
    calls.map((call) => "files" in call && Array.isArray(call.files) ? call.files.length : 0)
  );

Deno.test("the first pictures go along, as many and as large as may; what was sent before stays as it was", async () => {
  const most = Array.from({ length: TOLD_PICTURES - 1 }, () => 1);
  assert.deepEqual(await counts([round(most), round([1, 1], [1])]), [[TOLD_PICTURES - 1], [1, 0]]);
  assert.deepEqual(await counts([round([TOLD_PICTURE_BYTES - 1]), round([1], [1])]), [[1], [1, 0]]);
  assert.deepEqual(
    await counts([round([1, TOLD_PICTURE_BYTES, 1]), round([1])]),
    [[1], [0]],
    "none behind one that does not fit",
  );
  assert.deepEqual(await counts([round([1])], {}), [[0]], "a model that sees none");
});

const bodyOf = async (renderer: Renderer, of: Shell) => {
  const rounds = await withPictures(log, [round([PNG.length, PNG.length])], of);
  const messages = [{ role: "user" as const, content: "Look." }];
  return JSON.parse(new TextDecoder().decode(rendered(renderer, { shell: of, messages, rounds })));
};
const { pictures: _, ...blind } = shell;
const LEFT_OUT = /<\/untrusted_text>\n\n\(2 pictures are left out\.\)$/;

Deno.test("Messages has them in the result, Responses in the output of the call, each behind its fenced words", async () => {
  const [, , { content: [result] }] = (await bodyOf(anthropicRenderer, shell)).messages;
  assert.deepEqual(result.content.map(({ type }: { type: string }) => type), ["text", "image", "image"]);
  assert.match(
    result.content[0].text,
    /^<untrusted_text from="a\.example">[^]*picture 1\]\n<\/untrusted_text>$/,
  );
  assert.deepEqual(result.content[1].source, {
    type: "base64",
    media_type: "image/png",
    data: PNG.toBase64(),
  });
  const { output } = (await bodyOf(responsesRenderer, shell)).input.at(-1);
  assert.deepEqual(output.map(({ type }: { type: string }) => type), [
    "input_text",
    "input_image",
    "input_image",
  ]);
  assert.equal(output[1].image_url, `data:image/png;base64,${PNG.toBase64()}`);
});

Deno.test("where a model sees none, or the wire has no place for them, it is told in words, outside the fence", async () => {
  const [, , { content: [result] }] = (await bodyOf(anthropicRenderer, blind)).messages;
  assert.match(result.content, LEFT_OUT);
  assert.match((await bodyOf(responsesRenderer, blind)).input.at(-1).output, LEFT_OUT);
  assert.match((await bodyOf(openAiRenderer, blind)).messages.at(-1).content, LEFT_OUT);
  const sees = (["anthropic", "responses", "openai"] as const).map((kind) =>
    seesPictures(kind, kind === "anthropic" ? "claude-sonnet-4-5" : "gpt-5")
  );
  assert.deepEqual(sees, [true, true, false]);
  assert.equal(seesPictures("responses", "o3-mini"), false);
});

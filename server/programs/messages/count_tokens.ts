/** Tokens that a call of Anthropic's Messages API would take, by our own estimate: nobody is asked and nothing is kept. */
import type { Attachment } from "../../../events/catalog/conversation.ts";
import type { Brought } from "../../../actors/conversation/commands.ts";
import { CountRequest } from "../../contract/message_request.ts";
import type { TokenCount } from "../../contract/message_shapes.ts";
import { carried } from "../../http/commands.ts";
import type { Call } from "../../http/route.ts";
import { startOf, type Target, wantedOf } from "../begin.ts";
import type { Sent } from "../history.ts";
import { inOwnWords } from "../own_words.ts";
import type { SentFile } from "../sent_files.ts";
import { translatedFor } from "./answer_messages.ts";
import { nameOf } from "./translate_messages.ts";

/** Files count by their kind and size: they are not stored. */
const counted = (files: readonly SentFile[]): Attachment[] =>
  files.map(({ name, type, bytes }) => ({ sha256: "0".repeat(64), name, type, size: bytes.length }));

const withFiles = ({ files, kept: _, ...message }: Sent): Brought => ({
  ...message,
  attachments: counted(files),
});

export async function countTokens(call: Call<CountRequest>, target: Target): Promise<TokenCount> {
  const translation = await translatedFor(call, target, CountRequest.unwrap().shape);
  return await inOwnWords((path) => nameOf(path, translation, call.body), async () => {
    const asking = { ...call, body: translation.body };
    const { asked: { before, files, content, results, instructions }, settings } = await wantedOf(
      asking,
      target,
      {},
    );
    const { tokens } = carried<{ readonly ok: true; readonly tokens: number }>(
      await call.services.system.rehearse({
        start: startOf(asking, target),
        before: before.map(withFiles),
        message: {
          content,
          program: true,
          attachments: counted(files),
          ...(results ? { results } : {}),
          call: settings ?? {},
          ...(instructions ? { instructions } : {}),
        },
      }),
    );
    return { input_tokens: tokens };
  });
}

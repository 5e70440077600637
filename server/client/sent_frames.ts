/** Server-sent frames of a body, whole ones only: what a broken connection left half is told again by the next. */

export interface SentFrame {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

/** A frame's text as what it says, by the contract; null where it has no data, as a sign of life. */
function frameOf<F extends SentFrame>(text: string): F | null {
  const fields = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== "") fields.set(name, value);
  }
  const data = fields.get("data");
  if (data === undefined) return null;
  const id = fields.get("id");
  const event = JSON.stringify(fields.get("event") ?? "message");
  return JSON.parse(
    `{"event":${event},${id === undefined ? "" : `"id":${JSON.stringify(id)},`}"data":${data}}`,
  );
}

/** @param silent called when nothing, not even a sign of life, came for so long */
export async function* sentFrames<F extends SentFrame>(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  silent: () => void,
): AsyncGenerator<F> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let held: string[] = [];
  let timer = setTimeout(silent, silenceMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(silent, silenceMs);
      const text = decoder.decode(value, { stream: true });
      const seam = held.at(-1)?.at(-1) ?? "";
      held.push(text);
      // A long frame comes in many pieces: they are looked through once.
      if (!(seam + text).includes("\n\n")) continue;
      const parts = held.join("").split("\n\n");
      held = [parts.pop() ?? ""];
      for (const part of parts) {
        const frame = frameOf<F>(part);
        if (frame) yield frame;
      }
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
}

/** What a stream of events tells, for tests that read one. */
import assert from "node:assert/strict";
import type { TestServer } from "./harness.ts";

export interface Frame {
  readonly event: string;
  readonly id: string | undefined;
  // deno-lint-ignore no-explicit-any
  readonly data: any;
}

/** Frames of a stream until `enough` says so. */
export async function frames(
  server: TestServer,
  path: string,
  enough: (frames: readonly Frame[]) => boolean,
  headers: Record<string, string> = {},
  started?: () => unknown,
): Promise<Frame[]> {
  const response = await server.request("GET", path, undefined, { accept: "text/event-stream", ...headers });
  assert.equal(response.status, 200);
  const found: Frame[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  let begun = false;
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ([^\\n]*)$`, "m").exec(block)?.[1];
      const event = field("event");
      if (event) found.push({ event, id: field("id"), data: JSON.parse(field("data") ?? "null") });
    }
    if (!begun && found.some((f) => f.event === "sync")) {
      begun = true;
      await started?.();
    }
    if (enough(found)) break;
  }
  return found;
}

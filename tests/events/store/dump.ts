/** Everything a store holds, as text: two equal dumps are two equal stores. */
import { Buffer } from "node:buffer";
import type { StoreLog } from "../../../events/store/log.ts";

/** One line a row, without its stamp; without the epoch and what only says that the store works. */
export async function dump(log: StoreLog): Promise<string[]> {
  const lines: string[] = [];
  for await (const { key, value } of log.parts.kv.list({ prefix: [] }, { batchSize: 500 })) {
    if (key[0] === "meta") continue;
    const text = value instanceof Uint8Array ? Buffer.from(value).toString("base64") : JSON.stringify(value);
    lines.push(`${JSON.stringify(key)} ${text}`);
  }
  return lines;
}

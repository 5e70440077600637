/**
 * A process that appends to a file: to its own streams and to one it shares with others. Each append that was
 * acknowledged is one line of output, `<stream> <seq> <id>`. Ends with its input, or when it is killed.
 *
 * Usage: writer.ts <file> <name>
 */
import { openLog } from "../../../events/store/log.ts";
import type { Head } from "../../../events/store/types.ts";
import { said } from "./given.ts";

const [path, name] = Deno.args;
if (!path || !name) throw new Error("usage: writer.ts <file> <name>");

const log = await openLog({ path });
const nonce = crypto.randomUUID().slice(0, 8);
let wanted = true;

async function produce(stream: string, who: string): Promise<void> {
  let head: Head = await log.head(stream);
  for (let i = 0; wanted; i++) {
    const id = `${nonce}-${who}-${i}`;
    const result = await log.append({ stream, head, events: [said(`${id}/0`), said(`${id}/1`)] });
    if (result.ok) {
      head = result.head;
      console.log(`${stream} ${head.seq} ${id}/1`);
    } else if (result.reason === "head") {
      head = result.head;
    } else {
      throw new Error(`not appended: ${JSON.stringify(result)}`);
    }
  }
}

const producers = [
  produce(`${name}-own1`, "x"),
  produce(`${name}-own2`, "y"),
  produce("common", "z"),
];
for await (const _ of Deno.stdin.readable) {
  // Only the end counts.
}
wanted = false;
await Promise.all(producers);
await log.close();

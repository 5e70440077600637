/**
 * A process that joins the processes of a folder, says `joined`, and lives until its input ends or it is killed.
 *
 * Usage: presence_process.ts <folder> <name>
 */
import { FilePresence, holdStore } from "../../../events/store/file/presence.ts";

const [folder, name] = Deno.args;
if (!folder || !name) throw new Error("usage: presence_process.ts <folder> <name>");

using _open = await holdStore(folder);
const presence = new FilePresence(folder);
await presence.join(name);
console.log("joined");
for await (const _ of Deno.stdin.readable) {
  // Only the end counts.
}
await presence.leave();

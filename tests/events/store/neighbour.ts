/** Another process on the same file, which appends without pause while `body` runs. */
import type { StoreLog } from "../../../events/store/log.ts";

/** Runs `body` beside a neighbour that has begun to write; its own appends must then be whole too. */
export async function withNeighbour(log: StoreLog, body: () => Promise<void>): Promise<void> {
  const path = log.path;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--unstable-kv",
      "--allow-read",
      "--allow-write",
      new URL("./writer.ts", import.meta.url).pathname,
      path,
      "neighbour",
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  try {
    await reader.read();
    await body();
  } finally {
    // Its input's end is its end.
    await child.stdin.close();
    while (!(await reader.read()).done) {
      // What it acknowledged does not matter here.
    }
    await child.status;
  }
}

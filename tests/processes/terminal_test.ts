/** The server on a terminal: what a person who looks at it reads. */
import assert from "node:assert/strict";
import { inFolder } from "../in_folder.ts";
import { CONFIG, MAIN, RUN } from "../program.ts";

const SCRIPT = "/usr/bin/script";

/** `script` of util-linux gives a command a terminal. */
const canTry = Deno.build.os === "linux" && await Deno.stat(SCRIPT).then(() => true, () => false);

/** Whoever runs this may want no colours himself. */
const { NO_COLOR: _, ...around } = Deno.env.toObject();

/** What a server on a terminal says until its first turn, the welcome, has ended; then it is ended by Ctrl-C, or told so. */
async function said(data: string, env: Record<string, string>, signal?: Deno.Signal): Promise<string> {
  const serve = [
    Deno.execPath(),
    ...RUN,
    "--config",
    CONFIG,
    "-A",
    MAIN,
    "serve",
    "--port",
    "0",
    "--data",
    data,
  ];
  const child = new Deno.Command(SCRIPT, {
    args: ["-qec", `exec ${serve.join(" ")}`, "/dev/null"],
    clearEnv: true,
    env: { ...around, TERM: "xterm", FISHBOWL_PRACTICE_MS: "0", ...env },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const keys = child.stdin.getWriter();
  // Ctrl-C, as a terminal takes it.
  const end = async () =>
    signal === undefined
      ? await keys.write(new Uint8Array([3]))
      : Deno.kill(Number(await Deno.readTextFile(`/proc/${child.pid}/task/${child.pid}/children`)), signal);
  let text = "";
  let ends: Promise<void> | null = null;
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (/ tokens · \S*done/.test(text)) ends ??= end();
  }
  await ends;
  assert.equal((await child.status).code, 0, `it ends in order: ${text}`);
  await keys.close().catch(() => undefined);
  return text;
}

Deno.test({
  name:
    "on a terminal the address comes first, then a line a turn in colour; with NO_COLOR without; closed, it ends in order",
  ignore: !canTry,
  fn: () =>
    inFolder((folder) =>
      inFolder(async (other) => {
        const painted = await said(folder, {});
        const [address = "", ...turns] = painted.split("\r\n");
        assert.match(address, /^Fishbowl is at http:\/\/localhost:\d+\//);
        // deno-lint-ignore no-control-regex
        assert.match(turns.join("\n"), /\x1b\[1m[^\x1b]+\x1b\[0m · \S+ · \d+\.\d s · /);
        assert.doesNotMatch(painted, /answer.id.minted|turn.started/);
        const plain = await said(other, { NO_COLOR: "1" }, "SIGHUP");
        assert.match(plain, /^Fishbowl is at http:\/\/localhost:\d+\/\r\n/);
        // deno-lint-ignore no-control-regex
        assert.doesNotMatch(plain, /\x1b\[/);
      })
    ),
});

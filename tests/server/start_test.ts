/** Starting the server: what a person who starts it reads. */
import assert from "node:assert/strict";

const MAIN = new URL("../../main.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

Deno.test("SECURITY 1: a public address without a name people use is refused in one line, with exit status 2", async () => {
  const data = await Deno.makeTempDir();
  try {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "--config", CONFIG, "-A", MAIN, "serve", "--port", "0", "--host", "0.0.0.0"],
      env: { FISHBOWL_DATA: data },
    }).output();
    assert.equal(code, 2);
    assert.equal(new TextDecoder().decode(stdout), "");
    assert.match(
      new TextDecoder().decode(stderr),
      /^fishbowl: To listen on another .*--allowed-host NAME\.\n$/,
    );
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

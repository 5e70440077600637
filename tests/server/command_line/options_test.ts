/** The command line as it is read: what an environment variable may say. */
import assert from "node:assert/strict";
import { readOptions, UsageError } from "../../../server/command_line/options.ts";

const practice = (text: string | undefined) =>
  readOptions([], (name) => name === "FISHBOWL_PRACTICE_MS" ? text : undefined).practiceMs;

Deno.test("the pace of practice agents is theirs, or a whole number of milliseconds", () => {
  assert.equal(practice(undefined), undefined);
  assert.equal(practice("0"), 0);
  assert.equal(practice("9999"), 9999);
  for (const wrong of ["", "-1", "2.5", "10000", "fast"]) {
    assert.throws(() => practice(wrong), UsageError, wrong);
  }
});

Deno.test("an origin is a scheme and a host, in a list or several flags, and never whoever hides it", () => {
  const read = (...args: string[]) => readOptions(args, () => undefined).allowedOrigins;
  assert.deepEqual(read(), []);
  assert.deepEqual(
    read(
      "--allowed-origin",
      "http://localhost:3000, app://obsidian.md",
      "--allowed-origin",
      "https://a.example",
    ),
    ["http://localhost:3000", "app://obsidian.md", "https://a.example"],
  );
  const named = (name: string) => name === "FISHBOWL_ALLOWED_ORIGINS" ? "http://a.example" : undefined;
  assert.deepEqual(readOptions([], named).allowedOrigins, ["http://a.example"]);
  for (const wrong of ["*", "null", "localhost:3000", "http://a.example/", "https://*.a.example"]) {
    assert.throws(() => read("--allowed-origin", wrong), UsageError, wrong);
  }
});

Deno.test("what is not understood is refused with the words for it", () => {
  const refused = (args: readonly string[], said: RegExp) =>
    assert.throws(
      () => readOptions(args, () => undefined),
      (error) => error instanceof UsageError && said.test(error.message),
      args.join(" "),
    );
  refused(["serve", "--port", "80000"], /port/);
  refused(["--colour"], /colour/);
  refused(["serve", "--kv", "ftp://x"], /--kv/);
  refused(["serve", "--kv", "defaults"], /--kv/);
  refused(["serve", "--kv", "default"], /FISHBOWL_MASTER_KEY/);
  refused(["verify", "--data", ""], /data folder needs a path/);
  refused(["backup", "--out", "a,b"], /write to must have no comma/);
  refused(["import", "a,b"], /file must have no comma/);
  refused(["tail", "--after", "1\n2"], /--after must be the seq/);
  for (const token of ["a\nb", "a b", "ключ"]) {
    assert.throws(
      () => readOptions(["tail"], (name) => name === "FISHBOWL_TOKEN" ? token : undefined),
      /no token/,
    );
  }
});

Deno.test("what stands behind the dashes is the bridge's command; its port is free unless it is given, whatever the chat's is", () => {
  const read = (...args: string[]) =>
    readOptions(["mcp-bridge", ...args], (name) => name === "FISHBOWL_PORT" ? "9000" : undefined);
  const { port, rest, bridged } = read(
    "--pass-env",
    "A, B_1",
    "--pass-env",
    "c",
    "--",
    "npx",
    "-y",
    "--port",
  );
  assert.deepEqual([port, rest], [0, ["npx", "-y", "--port"]]);
  assert.deepEqual(bridged, { command: "npx", passed: ["A", "B_1", "c"] });
  assert.equal(read("--port", "8100", "--", "x").port, 8100);
  for (const name of ["FISHBOWL_MASTER_KEY", "fishbowl_x", "DENO_KV_ACCESS_TOKEN", "A=1", "1A", "A B"]) {
    assert.throws(() => read("--pass-env", name, "--", "x"), UsageError, name);
  }
  assert.throws(() => read(), /needs a command/);
  assert.throws(() => read("--", "a,b"), /no comma/);
  assert.equal(readOptions(["serve"], () => undefined).bridged, undefined);
});

/**
 * The Dockerfile's own steps in empty folders, and the server from what they leave: a machine that tests has no
 * container's engine as a rule. Where there is one, `.ci/image` builds and runs the image itself.
 */
import assert from "node:assert/strict";
import { inFolder } from "../in_folder.ts";
import { bytesOf, contents, Folders, type Image, seal, start, stepsOf } from "./image.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
/** More than gcr.io/distroless/cc-debian12 has: 23 MB. */
const BASE_BYTES = 30_000_000;
const MOST_BYTES = 250_000_000;

function freePort(): string {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return `${listener.addr.port}`;
}

async function ended(child: Deno.ChildProcess): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await child.output();
  return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

/** The server of an image, once it listens; ended by SIGTERM, as an engine ends it. Returns all it said. */
async function served(
  image: Image,
  port: string,
  body: (said: () => string) => Promise<void>,
): Promise<string> {
  const args = [...image.entrypoint, "--allowed-host", "chat.example.org"];
  const child = start(image, args, { FISHBOWL_PORT: port });
  let said = "";
  const { promise: listens, resolve, reject } = Promise.withResolvers<void>();
  const hear = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
    stream.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write(text) {
          said += text;
          if (said.includes("Fishbowl is at ")) resolve();
        },
      }),
    );
  const heard = Promise.all([hear(child.stdout), hear(child.stderr)]).then(() => reject(new Error(said)));
  listens.catch(() => {});
  try {
    await listens;
    await body(() => said);
  } finally {
    child.kill("SIGTERM");
    const { code } = await child.status;
    await heard;
    assert.equal(code, 0, said);
  }
  return said;
}

/** Loads what is loaded when it is wanted first, from what the image has and with the permissions it runs with. */
async function loaded(image: Image, port: string, code: string): Promise<void> {
  const address = `http://127.0.0.1:${port}`;
  const ask = async (path: string, body: object | undefined, more: HeadersInit = {}) => {
    const headers = { host: "chat.example.org", origin: "http://chat.example.org", ...more };
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(address + path, {
      ...init,
      headers: { "content-type": "application/json", ...headers },
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
    return { text, headers: answer.headers };
  };
  const set = await ask("/api/set-up", { code, password: "correct horse battery" });
  const cookie = set.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const token = JSON.parse((await ask("/api/tokens", { name: "tests" }, { cookie })).text).token;
  const bearer = { authorization: `Bearer ${token}` };
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const accept = "application/json, text/event-stream";
  assert.match((await ask("/mcp", list, { ...bearer, accept })).text, /ask_agent/);
  assert.ok(JSON.parse((await ask("/api/status", undefined, bearer)).text).disk.free > 0);
  const { code: status, said } = await ended(
    start(image, [...image.entrypoint, "ask", "Editor", "Is this all?"], {
      FISHBOWL_URL: address,
      FISHBOWL_TOKEN: token,
    }),
  );
  assert.equal(status, 0, said);
}

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

function assertSmall(found: ReadonlyMap<string, string>): void {
  assert.ok(bytesOf(found) + BASE_BYTES < MOST_BYTES, `${bytesOf(found)} bytes without the base image`);
  const paths = [...found.keys()];
  for (
    const left of ["ui", "tests", "docs", ".git", "node_modules/esbuild", "node_modules/playwright-core"]
  ) {
    assert.deepEqual(paths.filter((path) => within(path, `/opt/fishbowl/${left}`)), [], left);
  }
  assert.deepEqual(paths.filter((path) => /\/(sh|bash|npm|npx|esbuild)$/.test(path)), []);
}

Deno.test("the image, its steps carried out in a folder, serves and is healthy, writes its volume alone, asks npm nothing, and is small", () =>
  inFolder(async (under) => {
    const steps = stepsOf(await Deno.readTextFile(`${ROOT}Dockerfile`));
    const image = await new Folders(ROOT, under).carryOut(steps);
    await seal(image, under);
    const port = freePort();
    const before = await contents(image);
    assertSmall(before);
    assert.notEqual(image.user, 0);
    assert.deepEqual(image.volumes, ["/opt/fishbowl/data"]);
    const healthy = async () => (await ended(start(image, image.health, { FISHBOWL_PORT: port }))).code;
    assert.equal(await healthy(), 1, "nothing serves yet");
    const said = await served(image, port, async (heard) => {
      assert.equal(await healthy(), 0);
      const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { host: "chat.example.org" } });
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<title>/);
      await loaded(image, port, /one-time code: (\S+)/.exec(heard())?.[1] ?? "");
    });
    assert.match(said, /one-time code: \S+/);
    assert.deepEqual(
      said.split("\n").filter((line) => /search_index_failed|NotCapable|registry/.test(line)),
      [],
    );
    const { code, said: told } = await ended(
      start(image, [...image.entrypoint, "backup", "--out", "/opt/fishbowl/data/copy"], {}),
    );
    assert.equal(code, 0, told);
    assert.deepEqual(await contents(image), before, "nothing outside of the volume was written");
    await Deno.chmod(image.root, 0o755);
  }));

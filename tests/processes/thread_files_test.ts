/** Threads of their own start with the permissions that the launcher gives, and those alone. */
import assert from "node:assert/strict";
import { RIGHTS } from "../../actors/extracting/extract.ts";
import { pdfOf } from "../office_files.ts";
import { READING, SEARCHING } from "../../server/command_line/thread_files.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Asks the index of a file in a folder for its state, as a server does. */
const ASK = (path: string) => `
import { IndexThread } from "${ROOT}actors/search/index_thread.ts";
const index = new IndexThread("${path}", { sleep: () => new Promise(() => {}) });
await index.ask("reset", "an epoch");
console.log((await index.ask("state", undefined)).epoch);
await index.close();
`;

Deno.test("the thread of searching starts with what a server may read", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/ask.ts`, ASK(`${folder}/search.db`));
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-prompt", "--no-check", "--config", `${ROOT}deno.json`],
        ...[`--allow-read=${[folder, ...SEARCHING].join(",")}`, `--allow-write=${folder}`],
        `${folder}/ask.ts`,
      ],
    }).output();
    assert.equal(new TextDecoder().decode(stdout), "an epoch\n", new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Reads a file for its text, as a server does, and tries in that thread what only the server may. */
const READ = `
import { Extractor } from "${ROOT}actors/extracting/extract.ts";
const sleep = () => new Promise(() => {});
const bytes = Uint8Array.from(atob(Deno.args[0]), (one) => one.charCodeAt(0));
const read = await new Extractor({ sleep }).read({ bytes, type: "application/pdf" });
console.log(JSON.stringify(read.text));
Deno.exit();
`;

Deno.test("the thread that reads files starts with what a server may read, and may read nothing else", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/read.ts`, READ);
    const pdf = pdfOf(["Hello"]).toBase64();
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-prompt", "--no-check", "--config", `${ROOT}deno.json`],
        ...[`--allow-read=${[folder, ...READING].join(",")}`, `--allow-write=${folder}`, "--allow-net"],
        ...[`${folder}/read.ts`, pdf],
      ],
    }).output();
    const text = `${JSON.stringify("[Page 1]\nHello")}\n`;
    assert.equal(new TextDecoder().decode(stdout), text, new TextDecoder().decode(stderr));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const { read, ...others } = RIGHTS;
  assert.ok(Object.values(others).every((right) => right === false), "nothing is written, asked or run");
  assert.deepEqual(
    read.map(({ pathname }) => pathname).sort(),
    READING.map((path) => new URL(`file://${path}`).pathname).sort(),
  );
});

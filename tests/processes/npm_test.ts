/** The program as npm has it, served and backed up. */
import assert from "node:assert/strict";
import { writeNpmPackage } from "../../server/packed/npm_package.ts";
import { build, PAGE, PROGRAM } from "../../server/packed/build.ts";
import { inFolder } from "../in_folder.ts";
import { pdfOf } from "../office_files.ts";

/** The package where npm would put it. */
async function installed(modules: string): Promise<string> {
  for (const part of [PAGE, PROGRAM]) await build(part, true);
  const at = `${modules}/fishbowl`;
  await writeNpmPackage(at);
  return at;
}

Deno.test({
  name:
    "the package for npm serves, answers, searches and reads files in its threads, and writes a backup that is whole",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    inFolder(async (folder) => {
      const at = await installed(`${folder}/node_modules`);
      const data = `${folder}/data`;
      const fishbowl = (...args: string[]) =>
        new Deno.Command(Deno.execPath(), {
          args: [
            "run",
            "--quiet",
            "--no-remote",
            `--config=${at}/deno.json`,
            "-P=launch",
            `--allow-run=${Deno.execPath()}`,
            `${at}/dist/program/launch.js`,
            ...args,
          ],
          // Nobody is in the folder of the package.
          cwd: folder,
          env: { FISHBOWL_PRACTICE_MS: "0" },
          stdout: "piped",
          stderr: "piped",
        });
      const server = fishbowl("serve", "--data", data, "--port", "0").spawn();
      const lines = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let said = "";
      while (!/http:\/\/localhost:\d+\//.test(said)) {
        const { value, done } = await lines.read();
        if (done) assert.fail(said + await new Response(server.stderr).text());
        said += value;
      }
      const address = /http:\/\/localhost:\d+/.exec(said)?.[0];
      const page = await fetch(`${address}/`);
      assert.match(await page.text(), /<title>Fishbowl/);
      const found = await fetch(`${address}/api/search?q=welcome`);
      assert.equal(found.status, 200, await found.text());
      const headers = { "content-type": "application/pdf", "x-file-name": "menu.pdf", origin: address ?? "" };
      const body = pdfOf(["Soup of the day"]);
      const upload = await fetch(`${address}/api/attachments`, { method: "POST", headers, body });
      const { text } = await upload.json();
      const read = await fetch(`${address}/api/attachments/${text?.sha256}`);
      assert.match(await read.text(), /Soup of the day/, "files are read in a thread of their own");
      const copy = await fishbowl("backup", "--data", data, "--out", `${folder}/copy.db`).output();
      assert.ok(copy.success, new TextDecoder().decode(copy.stderr));
      server.kill("SIGTERM");
      while (!(await lines.read()).done);
      assert.equal((await server.status).code, 0);
      const help = await fishbowl("--help").output();
      assert.match(new TextDecoder().decode(help.stdout), /^fishbowl \d+\.\d+\.\d+:/);
      const whole = await fishbowl("verify", "--data", `${folder}/copy.db`).output();
      assert.ok(whole.success, new TextDecoder().decode(whole.stderr));
    }),
});

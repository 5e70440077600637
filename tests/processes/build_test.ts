/** What a task starts is never older than the sources: built anew when they changed, and not started when it cannot be. */
import assert from "node:assert/strict";
import { build, PROGRAM } from "../../server/packed/build.ts";
import { PACKAGE, SOURCES } from "../../server/packed/beside.ts";
import { inFolder } from "../in_folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

// The shape is this repository's own file.
const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as {
  tasks: Record<string, { command: string }>;
};

Deno.test("the command line is built when its sources changed, and only then; where it cannot be, it says so and nothing older is run", async () => {
  await build(PROGRAM, true);
  await inFolder(async (copy) => {
    const sh = async (command: string) => {
      const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", command], cwd: copy })
        .output();
      return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
    };
    const edit = async (path: string, change: (text: string) => string) =>
      await Deno.writeTextFile(`${copy}/${path}`, change(await Deno.readTextFile(`${copy}/${path}`)));
    for (const path of SOURCES) await sh(`cp -a "${ROOT}${path}" .`);
    await sh(`mkdir dist && cp -a "${ROOT}dist/program" dist/ && ln -s "${ROOT}node_modules" .`);
    // The compiler may be run where it is installed, which is not here.
    const task = tasks["fishbowl"]?.command.replace("-P=build", "-A");
    const version = () => sh(`${task} --version`);
    const unchanged = await version();
    assert.match(unchanged.out, /^\d+\.\d+\.\d+\n$/, unchanged.err);
    assert.doesNotMatch(unchanged.err, /Built/);
    const before = Array.from(Deno.readDirSync(`${copy}/dist/program/${PACKAGE}`), ({ name }) => name);
    await edit("deno.json", (text) => text.replace(/"version": "[^"]+"/, '"version": "99.0.1"'));
    const changed = await version();
    assert.equal(changed.out, "99.0.1\n", "what is told of the build is not among what a command answers");
    assert.match(changed.err, /^Built the program: \d+ files, [\d.]+ MB\.$/m);
    const after = new Set(
      Array.from(Deno.readDirSync(`${copy}/dist/program/${PACKAGE}`), ({ name }) => name),
    );
    assert.deepEqual(before.filter((name) => !after.has(name)), [], "a server that runs loads them late");
    assert.ok(after.size > before.length, "some have another name");
    // The file that the compiler reads first, so that it need not read all others.
    await edit("main.ts", (text) => `${text}const = 1;\n`);
    for (let time = 0; time < 2; time++) {
      const broken = await version();
      assert.equal(broken.code, 1);
      assert.match(broken.err, /fishbowl: the program cannot be built: /);
      assert.equal(broken.out, "");
    }
  });
});

/** What the program's parts may do: tried with the very flags their tasks give them. */
import assert from "node:assert/strict";

const ROOT = `${import.meta.dirname}/../../`;
const CONFIG = `${ROOT}deno.json`;

// The shape is this repository's own file.
const config = JSON.parse(await Deno.readTextFile(CONFIG)) as {
  imports: Record<string, string>;
  permissions: Record<string, { run?: boolean | string[] }>;
  tasks: Record<string, { command: string }>;
};

/** Says for each attempt whether it was let through. */
const SCRIPT = `
const tries = {
  other: () => new Deno.Command("true").output(),
  deno: () => new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null" }).output(),
  remote: () => import("https://deno.land/std@0.224.0/version.ts"),
  registry: () => import("https://jsr.io/@std/assert/meta.json"),
  outside: () => Deno.readTextFile("/etc/passwd"),
  write: () => Deno.writeTextFile("./deno.json", ""),
  net: () => Deno.connect({ port: 1 }),
  env: () => Promise.resolve(Deno.env.get("PATH") ?? Promise.reject(new Error("hidden"))),
};
const said = {};
for (const [name, attempt] of Object.entries(tries)) {
  said[name] = await Promise.resolve().then(attempt).then(() => "done", (error) => error.message.split("\\n")[0]);
}
console.log(JSON.stringify(said));
`;

async function tried(flags: readonly string[]): Promise<Record<string, string>> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/try.ts`, SCRIPT);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "--no-check", "--config", CONFIG, ...flags, `${folder}/try.ts`],
      cwd: ROOT,
    }).output();
    const said = new TextDecoder().decode(stdout);
    assert.ok(said, new TextDecoder().decode(stderr));
    return JSON.parse(said);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The flags of the `deno run` in a task's command that uses a permission set. */
function flagsOf(task: string, set: string): string[] {
  const command = config.tasks[task]?.command ?? "";
  const run = command.split("&&").find((part) => part.includes(`-P=${set} `)) ?? "";
  const own = /--allow-run="\$\(deno eval 'console\.log\(Deno\.execPath\(\)\)'\)"/;
  return run.replace(own, `--allow-run=${Deno.execPath()}`).split(" ")
    .filter((word) => /^(-P|--allow|--no-remote)/.test(word));
}

Deno.test("SECURITY.md 8: the launcher runs this Deno and nothing else, and the build nothing but esbuild", async () => {
  const launch = await tried(flagsOf("fishbowl", "launch"));
  assert.equal(launch["deno"], "done");
  const build = await tried(flagsOf("build", "build"));
  assert.match(build["deno"] ?? "", /Requires run access/);
  for (const said of [launch, build]) {
    assert.match(said["other"] ?? "", /Requires run access/);
    assert.match(said["net"] ?? "", /Requires net access/);
    assert.match(said["outside"] ?? "", /Requires read access/);
    assert.match(said["write"] ?? "", /Requires write access/);
    assert.equal(said["env"], "hidden");
  }
});

Deno.test("SECURITY.md 8: no part of the program loads code from the network while it runs", async () => {
  for (
    const [task, set] of [["start", "launch"], ["start", "build"], ["dev", "launch"], ["build", "build"]]
  ) {
    const flags = flagsOf(task ?? "", set ?? "");
    assert.ok(flags.includes("--no-remote"), `${task}: ${flags.join(" ")}`);
  }
  // As the launcher starts the program.
  const launcher = await Deno.readTextFile(`${ROOT}server/command_line/launch.ts`);
  assert.match(launcher, /args = \[\s*"run",\s*"--no-prompt",\s*"--no-remote",/);
  for (const flags of [["-P=serve", "--no-remote"], flagsOf("fishbowl", "launch")]) {
    const said = await tried(flags);
    for (const where of ["remote", "registry"]) {
      assert.match(said[where] ?? "", /no-remote|import access/, where);
    }
  }
});

Deno.test("the esbuild that may be run is the one that is installed", () => {
  const version = /@([^@]+)$/.exec(config.imports["esbuild"] ?? "")?.[1];
  const paths = config.permissions["build"]?.run;
  assert.ok(Array.isArray(paths) && paths.length > 0);
  for (const path of paths) assert.ok(path.includes(`@${version}/`), path);
  assert.equal(config.permissions["launch"]?.run, false);
});

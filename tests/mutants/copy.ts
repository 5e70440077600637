/** A copy of the tree in which mutants live: the working tree is never touched. */
import { filterOf, type Tests } from "./noticed.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

export type Verdict = "caught" | "hung" | "survived";

export interface Ran {
  readonly verdict: Verdict;
  readonly output: string;
}

async function output(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args], cwd }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

export class Copy implements AsyncDisposable {
  static readonly #all = new Set<Copy>();
  /** Ends what runs in it now. */
  #end = () => {};

  private constructor(readonly path: string) {
    Copy.#all.add(this);
  }

  /** Ends whatever runs in any copy, and removes them: for who is ended by a signal, which what runs here does not get. */
  static endAll(): void {
    for (const copy of Copy.#all) {
      copy.#end();
      for (const path of [copy.path, copy.#page]) Deno.removeSync(path, { recursive: true });
    }
  }

  /** Everything git knows or would add, and the packages by a link. */
  static async make(): Promise<Copy> {
    const path = await Deno.makeTempDir({ prefix: "fishbowl-mutants-" });
    const list = await output("git", ["ls-files", "-co", "--exclude-standard", "-z"], ROOT);
    const folders = new Set<string>();
    for (const name of list.split("\0").filter(Boolean)) {
      const folder = `${path}/${name}`.replace(/\/[^/]*$/, "");
      if (!folders.has(folder)) await Deno.mkdir(folder, { recursive: true });
      folders.add(folder);
      // A file that was deleted and not yet committed is still listed.
      await Deno.copyFile(`${ROOT}${name}`, `${path}/${name}`).catch(() => {});
    }
    await Deno.symlink(`${ROOT}node_modules`, `${path}/node_modules`);
    const copy = new Copy(path);
    await copy.build();
    await copy.#keepPage();
    return copy;
  }

  /** Makes the interface of what is in the copy now, unless nothing of it changed. */
  async build(): Promise<void> {
    await this.deno(["run", "--quiet", "-A", "server/packed/build.ts", "--if-changed", "interface"], 300_000);
  }

  /** Where the interface is that was made of no mutant: beside the copy, for tests look at what is in it. */
  get #page(): string {
    return `${this.path}-page`;
  }

  /** Puts the interface aside as it is now. */
  async #keepPage(): Promise<void> {
    await output("cp", ["-a", "dist", this.#page], this.path);
  }

  /** Puts back what was put aside, sooner than it could be made anew. */
  async pageOfNoMutant(): Promise<void> {
    await output("rm", ["-rf", "dist"], this.path);
    await output("cp", ["-a", this.#page, "dist"], this.path);
  }

  async write(name: string, text: string): Promise<void> {
    await Deno.writeTextFile(`${this.path}/${name}`, text);
  }

  /** Runs tests until the first that fails; what takes longer than `ms` hangs. */
  async test({ files, names }: Tests, ms: number): Promise<Ran> {
    const args = ["test", "--quiet", "--no-check", "--fail-fast", "-A", ...files];
    if (names) args.push("--filter", filterOf(names));
    const { code, said } = await this.deno(args, ms);
    const verdict = code === null ? "hung" : code === 0 ? "survived" : "caught";
    return { verdict, output: said };
  }

  /** Type errors of the whole copy, as the compiler prints them. */
  async check(): Promise<string> {
    const { code, said } = await this.deno(
      ["check", "--quiet", "main.ts", "server/command_line/launch.ts", "ui/"],
      900_000,
    );
    return code === 0 ? "" : said;
  }

  /** Its exit code, null when it had to be ended, and what it said. */
  async deno(args: readonly string[], ms: number): Promise<{ code: number | null; said: string }> {
    const child = new Deno.Command("setsid", {
      args: [Deno.execPath(), ...args],
      cwd: this.path,
      env: {
        NO_COLOR: "1",
        FISHBOWL_REQUIRE_BROWSER: "1",
        FISHBOWL_WHOLE: "1",
        // What a mutant keeps from coming is waited for in vain: fewer tests run beside these than in the suite.
        FISHBOWL_PATIENCE_MS: Deno.env.get("FISHBOWL_PATIENCE_MS") ?? "40000",
      },
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    // Servers and browsers it started and left are of its group.
    const end = this.#end = () => {
      try {
        Deno.kill(-child.pid, "SIGKILL");
      } catch {
        // All have ended.
      }
    };
    let hung = false;
    const late = setTimeout(() => {
      hung = true;
      end();
    }, ms);
    const { code, stdout, stderr } = await child.output();
    clearTimeout(late);
    end();
    this.#end = () => {};
    const decoder = new TextDecoder();
    return { code: hung ? null : code, said: decoder.decode(stdout) + decoder.decode(stderr) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    Copy.#all.delete(this);
    for (const path of [this.path, this.#page]) await Deno.remove(path, { recursive: true });
  }
}

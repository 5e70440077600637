/**
 * Carries out a Dockerfile in empty folders, a stage to each, for machines without a container's engine: its own lines
 * are read, so that nothing here can say something else. A folder is no container: commands of a stage that builds run
 * with this machine's shell and Deno, without network, packages come from Deno's cache, and of the base image there
 * is nothing. What comes out has the image's files, owners, user, environment and commands.
 */
import { dirname, relative } from "node:path";

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** The instructions of a Dockerfile, each on one line. */
export function stepsOf(text: string): Step[] {
  return text.split("\n").filter((line) => !line.startsWith("#")).join("\n").replaceAll("\\\n", " ").split(
    "\n",
  )
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [word = "", ...rest] = line.trim().split(/\s+/);
      return { word, rest: rest.join(" ") };
    });
}

/** What an image is, and where it lies here. */
export interface Image {
  readonly root: string;
  workdir: string;
  user: number;
  readonly env: Record<string, string>;
  volumes: string[];
  health: string[];
  entrypoint: string[];
  command: string[];
}

/** Nothing is listening there: whoever asks the network for anything fails at once. */
const NO_NETWORK = {
  HTTPS_PROXY: "http://127.0.0.1:1",
  HTTP_PROXY: "http://127.0.0.1:1",
  NO_PROXY: "127.0.0.1",
};
const DENO = "denoland/deno:bin-";
const ROOT_USER = Deno.uid() === 0;

async function sh(command: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", command], cwd, env })
    .output();
  if (!success) throw new Error(`${command}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

/** A link where that is possible, for nobody here changes a file in place; otherwise a copy. */
const copy = (from: string, to: string) =>
  sh(`cp -al "${from}" "${to}" 2>/dev/null || cp -a "${from}" "${to}"`, "/");

/** What is left of the repository when its `.dockerignore`, which names what is let in, was obeyed. */
async function copyContext(context: string, to: string): Promise<void> {
  const lines = (await Deno.readTextFile(`${context}/.dockerignore`)).split("\n").filter((line) =>
    line !== "" && !line.startsWith("#")
  );
  if (lines[0] !== "*" || !lines.slice(1).every((line) => /^![\w.]+$/.test(line))) {
    throw new Error(".dockerignore has to leave out everything first, and then to let in by name");
  }
  for (const line of lines.slice(1)) await sh(`cp -a "${context}/${line.slice(1)}" "${to}/"`, "/");
}

export class Folders {
  readonly #stages = new Map<string, Image>();
  #now: Image | undefined;

  constructor(readonly context: string, readonly under: string) {}

  get image(): Image {
    if (!this.#now) throw new Error("there is no FROM yet");
    return this.#now;
  }

  async carryOut(steps: readonly Step[]): Promise<Image> {
    await this.#seedPackages();
    for (const step of steps) await this.#step(step);
    return this.image;
  }

  /** Packages as `deno install` keeps them, each by a link: a stage may empty the folder, and leaves them where they are. */
  async #seedPackages(): Promise<void> {
    const told = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
    const { npmCache } = JSON.parse(new TextDecoder().decode(told.stdout));
    for (const { name: registry } of await Array.fromAsync(Deno.readDir(npmCache))) {
      const folder = `${this.under}/cache/npm/${registry}`;
      await Deno.mkdir(folder, { recursive: true });
      for await (const { name } of Deno.readDir(`${npmCache}/${registry}`)) {
        await Deno.symlink(`${npmCache}/${registry}/${name}`, `${folder}/${name}`);
      }
    }
    await Deno.mkdir(`${this.under}/tools`);
    await Deno.symlink(Deno.execPath(), `${this.under}/tools/deno`);
  }

  async #step({ word, rest }: Step): Promise<void> {
    if (word === "FROM") return await this.#from(rest);
    const image = this.image;
    const cwd = image.root + image.workdir;
    switch (word) {
      case "WORKDIR":
        image.workdir = rest;
        return await Deno.mkdir(image.root + rest, { recursive: true });
      case "COPY":
        return await this.#copy(rest, image);
      case "RUN": {
        const path = `${this.under}/tools:${Deno.env.get("PATH")}`;
        await sh(rest, cwd, { ...NO_NETWORK, PATH: path, DENO_DIR: `${this.under}/cache` });
        return;
      }
      case "ENV":
        for (const pair of rest.split(" ")) image.env[pair.split("=")[0] ?? ""] = pair.split("=")[1] ?? "";
        return;
      case "USER":
        image.user = Number(rest.split(":")[0]);
        return;
      case "VOLUME":
        image.volumes = [rest];
        return;
      case "HEALTHCHECK":
        image.health = JSON.parse(rest.slice(rest.indexOf("[")));
        return;
      case "ENTRYPOINT":
        image.entrypoint = JSON.parse(rest);
        return;
      case "CMD":
        image.command = JSON.parse(rest);
        return;
      case "EXPOSE":
      case "STOPSIGNAL":
        return;
      default:
        throw new Error(`${word} cannot be carried out in a folder`);
    }
  }

  async #from(rest: string): Promise<void> {
    const [, name = "last"] = / AS (\w+)$/.exec(rest) ?? [];
    const root = `${this.under}/${name}`;
    await Deno.mkdir(root);
    const commands = { volumes: [], health: [], entrypoint: [], command: [] };
    this.#now = { root, workdir: "/", user: 0, env: {}, ...commands };
    this.#stages.set(name, this.#now);
  }

  async #copy(rest: string, image: Image): Promise<void> {
    const words = rest.split(" ");
    const from = words.find((word) => word.startsWith("--from="))?.slice(7);
    const owner = words.find((word) => word.startsWith("--chown="))?.slice(8);
    const [source = "", target = ""] = words.filter((word) => !word.startsWith("--"));
    const to = target.startsWith("/")
      ? image.root + target
      : `${image.root}${image.workdir}/${target === "." ? "" : target}`;
    await Deno.mkdir(dirname(to), { recursive: true });
    if (from === undefined) return await copyContext(this.context, to);
    if (from === `${DENO}${Deno.version.deno}`) return void await copy(Deno.execPath(), to);
    const stage = this.#stages.get(from);
    if (!stage) {
      throw new Error(`no stage is called ${from}, and this is no image of Deno ${Deno.version.deno}`);
    }
    await Deno.mkdir(to, { recursive: true });
    await copy(`${stage.root}${source}/.`, to);
    if (owner && ROOT_USER) await sh(`chown -R ${owner} "${to}"`, "/");
  }
}

/** A path of the image as it is called here, also behind the `=` of a flag. */
const here = ({ root }: Image, text: string) => text.replace(/(^|=)\//, `$1${root}/`);

/**
 * A process of the image: its user, who may write into the volumes alone, its environment and nothing of ours.
 * Where the tests do not run as root, the files belong to whoever runs them, and lose the right to be written.
 */
export function start(image: Image, args: readonly string[], env: Record<string, string>): Deno.ChildProcess {
  const named = Object.entries({ ...image.env, ...NO_NETWORK, ...env });
  const user = [`--reuid=${image.user}`, `--regid=${image.user}`, "--clear-groups"];
  const words = [...(ROOT_USER ? ["setpriv", ...user] : []), ...args.map((arg) => here(image, arg))];
  return new Deno.Command("env", {
    args: ["-i", ...named.map(([name, value]) => here(image, `${name}=${value}`)), ...words],
    cwd: image.root + image.workdir,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Takes the right to write from everybody, but in the volumes; makes the way to the image passable for its user. */
export async function seal(image: Image, under: string): Promise<void> {
  await Deno.chmod(under, 0o755);
  await sh(`chmod -R a-w "${image.root}"`, "/");
  for (const volume of image.volumes) await sh(`chmod -R u+w "${image.root}${volume}"`, "/");
}

/** Every file and folder outside the volumes, with when it was changed and how large it is. */
export async function contents(image: Image): Promise<Map<string, string>> {
  const told = await sh("find . -printf '%p\\t%T@ %s\\n'", image.root);
  const outside = told.trim().split("\n").map((line) => line.split("\t")).filter(([path = ""]) =>
    !image.volumes.some((volume) => !relative(`.${volume}`, path).startsWith(".."))
  );
  return new Map(outside.map(([path = "", rest = ""]) => [path.slice(1), rest]));
}

/** Bytes of all files together. */
export const bytesOf = (found: ReadonlyMap<string, string>): number =>
  [...found.values()].reduce((sum, rest) => sum + Number(rest.split(" ")[1]), 0);

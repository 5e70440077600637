/** The command line as a person uses it: processes of their own, with the permissions given in deno.json. */
import { main } from "../../main.ts";
import { CONFIG, LAUNCH, V8_FLAGS } from "../program.ts";

/** As the tasks of deno.json do: the launcher may run this very Deno and nothing else. */
const ALLOW_RUN = `--allow-run=${Deno.execPath()}`;

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export function launched(
  args: readonly string[],
  stdin: "null" | "piped" = "null",
  env: Readonly<Record<string, string>> = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--config", CONFIG, "-P=launch", ALLOW_RUN, LAUNCH, ...args],
    // For both of them.
    env: { DENO_V8_FLAGS: V8_FLAGS, ...env },
    stdin,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs a command to its end. */
export async function fishbowl(
  args: readonly string[],
  input?: string,
  env?: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = launched(args, input === undefined ? "null" : "piped", env);
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/**
 * The same command in this process, with all it may do: for what the command says and leaves. With the permissions it is
 * given each is run once by `fishbowl`; so is what asks whether another process has a file open.
 */
export async function inProcess(args: readonly string[], input = ""): Promise<Ended> {
  const lines: Record<"out" | "err", string> = { out: "", err: "" };
  const code = await main(args, {
    out: (text) => void (lines.out += `${text}\n`),
    note: (text) => void (lines.err += `${text}\n`),
    stdin: new Blob([input]).stream(),
  });
  return { code, ...lines };
}

/** Deno says on every start that permission sets are an experiment; the rest is ours. */
export const ours = (text: string): string[] =>
  text.split("\n").filter((line) => line && !line.includes("experimental"));

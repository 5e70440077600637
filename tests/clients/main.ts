/**
 * `deno task clients`: the official Python clients, and frameworks that others wrote, pinned and installed into folders of
 * their own, against a real server's `/v1`. Where there is no python3 it says so and tests nothing.
 */
import { ServerProcess } from "../chaos/server_process.ts";

const HERE = new URL(".", import.meta.url).pathname;

async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const { success } = await new Deno.Command(command, { args: [...args], env }).spawn().status;
  return success;
}

/** Why the clients cannot be tried here, or null. */
async function missing(): Promise<string | null> {
  try {
    const { success } = await new Deno.Command("python3", { args: ["-m", "venv", "--help"], stdout: "null" })
      .output();
    return success ? null : "python3 has no venv";
  } catch {
    return "there is no python3";
  }
}

async function write(address: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(address + path, {
    method: "POST",
    headers: { origin: address, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
}

/** What is tried together, and what has to be installed for it: the frameworks want older clients than today's. */
const SUITES = [
  { script: "clients.py", packages: "requirements.txt" },
  { script: "others.py", packages: "others.txt" },
] as const;

/** Installs what a suite needs into a folder of its own, and runs it there. */
async function suite({ script, packages }: (typeof SUITES)[number], folder: string, address: string) {
  const venv = `${folder}/${script}`;
  const python = `${venv}/bin/python`;
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
  return await run("python3", ["-m", "venv", venv]) && await run(python, [...pip, `${HERE}${packages}`]) &&
    await run(python, [`${HERE}${script}`], { FISHBOWL_URL: address });
}

/** A proof, checked by a program that has nothing of ours; and three that it has to refuse. */
async function proofs(folder: string, address: string): Promise<boolean> {
  const venv = `${folder}/proofs`;
  const python = `${venv}/bin/python`;
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
  if (!await run("python3", ["-m", "venv", venv]) || !await run(python, [...pip, `${HERE}proofs.txt`])) {
    return false;
  }
  const at = `${address}/api/conversations/conversation_welcome/export?format=proof`;
  const holds = async (text: string, key: string) => {
    await Deno.writeTextFile(`${folder}/talk.ndjson`, text);
    const args = [`${HERE}check_proof.py`, `${folder}/talk.ndjson`, key];
    return (await new Deno.Command(python, { args, stderr: "null" }).output()).success;
  };
  await write(address, "/api/signing", {});
  const { key } = await (await fetch(`${address}/.well-known/fishbowl.json`)).json();
  await write(address, "/api/signing/key", {});
  const whole = await (await fetch(at)).text();
  const some = await (await fetch(`${at}&prompts=0&messages=${/"messageId\\":\\"(\w+)/.exec(whole)?.[1]}`))
    .text();
  const otherwise = (was: RegExp, becomes: string) => {
    if (!was.test(whole)) throw new Error(`Nothing in the proof is ${was}: nothing of it would be changed.`);
    return whole.replace(was, becomes);
  };
  const all = [
    await holds(whole, key),
    await holds(some, key),
    !await holds(otherwise(/Welcome/, "Farewell"), key),
    !await holds(otherwise(/(?<=\\"why\\":\\")\w+/, "lost"), key),
    !await holds(whole, `${key.startsWith("A") ? "B" : "A"}${key.slice(1)}`),
  ];
  console.log(
    `Proofs checked in Python: ${all.every(Boolean) ? "as they must be" : `FAILED ${all.join(", ")}`}`,
  );
  return all.every(Boolean);
}

async function tried(folder: string): Promise<boolean> {
  const server = new ServerProcess(`${folder}/data`);
  try {
    await server.start();
    const { address } = server;
    if (!address) throw new Error(`The server did not start: ${server.said}`);
    const agents = [["plain", "echo"], ["long", "story:2000"], ["bad", "error-401"], ["caller", "tool-user"]];
    for (const [index, [name, model]] of agents.entries()) {
      await write(address, "/api/agents", { name, model, providerId: "provider_mock", color: index + 1 });
    }
    let good = true;
    for (const one of SUITES) good = await suite(one, folder, address) && good;
    return await proofs(folder, address) && good;
  } finally {
    await server.kill();
  }
}

const why = await missing();
if (why !== null) {
  // Where they are meant to be tried, that they could not be is a failure.
  const required = Deno.env.get("FISHBOWL_REQUIRE_CLIENTS") === "1";
  console.log(`${required ? "FAILED" : "SKIPPED"}: other people's clients were not tried, because ${why}.`);
  Deno.exit(required ? 1 : 0);
}
const folder = await Deno.makeTempDir({ prefix: "fishbowl-clients-" });
let good = false;
try {
  good = await tried(folder);
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(good ? 0 : 1);

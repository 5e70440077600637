#!/usr/bin/env node
/** Runs the program with the Deno that came with it, and with the permissions of its own settings. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Milliseconds between looks whether npx is still there. */
const WATCHED_MS = 2_000;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const deno = createRequire(import.meta.url)("deno/install_api.cjs").runInstall();
const child = spawn(deno, [
  "run",
  "--quiet",
  "--no-remote",
  `--config=${here("deno.json")}`,
  "-P=launch",
  `--allow-run=${deno}`,
  here("dist/program/launch.js"),
  ...(process.argv.length > 2 ? process.argv.slice(2) : ["serve"]),
], { stdio: "inherit", env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } });
const end = (signal) => child.kill(signal);
// The program ends by itself on these, and this with it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(signal));
// npx passes no signal on: where it is gone, nobody is left to end this.
const parent = process.ppid;
if (process.env.npm_command === "exec") {
  setInterval(() => process.ppid === parent || end("SIGTERM"), WATCHED_MS).unref();
}
child.on("exit", (code, signal) => process.exit(signal ? 1 : code ?? 1));

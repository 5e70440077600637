/** The files to deploy with, read: that they say the same, name what the program knows, and let streams through. */
import assert from "node:assert/strict";
import { HELP } from "../server/command_line/help.ts";
import { stepsOf } from "./processes/image.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const DEPLOY = `${ROOT}docs/deploy/`;
const read = (path: string) => Deno.readTextFile(path);
const COMPOSED = ["compose.yaml", "compose-two.yaml"];

/** What stands in `text` once for each match. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** Services of a compose file, by name: their lines, and those of what they share with others. */
function servicesOf(text: string): Map<string, string> {
  const [, shared = ""] = /^x-server: &server\n((?: .*\n| *#.*\n)+)/m.exec(text) ?? [];
  const [, services = ""] = /^services:\n((?: .*\n|\n)+)/m.exec(text) ?? [];
  const found = new Map<string, string>();
  for (const part of services.split(/^(?= {2}\w)/m)) {
    const name = /^ {2}([\w-]+):\n/.exec(part)?.[1];
    if (name) {
      found.set(name, part.includes("<<: *server") ? shared.replaceAll(/^ {2}/gm, "    ") + part : part);
    }
  }
  return found;
}

Deno.test("the image and the unit start the server in the same way, with the same Deno as everybody else", async () => {
  const steps = stepsOf(await read(`${ROOT}Dockerfile`));
  const image: string[] = JSON.parse(steps.find(({ word }) => word === "ENTRYPOINT")?.rest ?? "[]");
  const unit = await read(`${DEPLOY}fishbowl.service`);
  const started = (/^ExecStart=(.+)$/m.exec(unit)?.[1] ?? "").split(" ");
  const flags = (words: string[]) => words.slice(1).map((word) => word.replace(words[0] ?? "", "DENO"));
  assert.deepEqual(flags(started).slice(0, image.length - 1), flags(image));
  const version = /deno@([\d.]+)/.exec(await read(`${ROOT}.ci/run`))?.[1];
  const froms = steps.map(({ rest }) => /denoland\/deno:(?:bin-)?([\d.]+)/.exec(rest)?.[1]).filter(Boolean);
  assert.deepEqual(froms, [version, version]);
  assert.match(await read(`${ROOT}.ci/image`), new RegExp(`deno@${version} `));
});

Deno.test("everything that holds streams may have 65,536 files open, and servers write nothing but their volume", async () => {
  assert.match(await read(`${DEPLOY}fishbowl.service`), /^LimitNOFILE=65536$/m);
  // An update takes no script from under the server that runs, and ends with another one.
  assert.match(
    await read(`${DEPLOY}fishbowl.service`),
    /deno task build --if-changed\n(?:#.*\n)*#.*systemctl restart fishbowl$/m,
  );
  for (const file of COMPOSED) {
    const text = await read(DEPLOY + file);
    assert.doesNotMatch(text, /\t/);
    const services = servicesOf(text);
    assert.ok(services.size >= 2, file);
    for (const [name, part] of services) {
      assert.match(part, /^ {4}ulimits:\n {6}nofile: 65536$/m, `${file}: ${name}`);
      if (!name.startsWith("fishbowl")) continue;
      assert.match(part, /^ {4}read_only: true$/m, `${file}: ${name}`);
      assert.match(part, /:\/opt\/fishbowl\/data$/m, `${file}: ${name}`);
    }
  }
});

Deno.test("the files to deploy with name variables that the program knows, and the example names those they want", async () => {
  const example = all(await read(`${DEPLOY}example.env`), /^(\w+)=/gm);
  for (const file of COMPOSED) {
    const text = await read(DEPLOY + file);
    const wanted = new Set(all(text, /\$\{(\w+)/g));
    assert.deepEqual([...wanted].filter((name) => !example.includes(name)), [], file);
  }
  for (const path of [...COMPOSED.map((name) => DEPLOY + name), `${ROOT}Dockerfile`]) {
    const unknown = all(await read(path), /\b(FISHBOWL_\w+)/g).filter((name) => !HELP.includes(name));
    assert.deepEqual(unknown, [], path);
  }
});

Deno.test("the proxies send each character on at once, and take the largest file", async () => {
  const nginx = await read(`${DEPLOY}nginx.conf`);
  const caddy = await read(`${DEPLOY}Caddyfile`);
  assert.match(nginx, /^\s*proxy_buffering off;$/m);
  for (const name of ["For", "Proto", "Host"]) {
    assert.match(nginx, new RegExp(`^\\s*proxy_set_header X-Forwarded-${name} `, "m"));
  }
  assert.match(nginx, /^\s*client_max_body_size 20m;$/m);
  assert.match(caddy, /^\s*flush_interval -1$/m);
  assert.match(caddy, /^\s*max_size 20MB$/m);
});

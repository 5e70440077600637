/** Passwords at rest: what is kept of them, and that rows of every age open the door. */
import assert from "node:assert/strict";
import { checkPassword, hashPassword, PASSWORD_COST } from "../../../server/access/password_hash.ts";
import { createAccess } from "../../../server/access/create_access.ts";
import { CLOCKS } from "../../../server/clocks.ts";
import { PASSWORD } from "../credentials.ts";
import { CHEAP, TestServer } from "../harness.ts";

const SALT = "5a".repeat(32);
/** echo -n "password" | argon2 "somesalt" -id -t 2 -k 65536 -p 1 -l 32 (test vector of the reference program). */
const ELSEWHERE = {
  kind: "argon2id",
  memory: 65_536,
  passes: 2,
  parallelism: 1,
  salt: "somesalt",
  hash: "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7",
};

Deno.test("SECURITY 4: Argon2id, with its cost beside it and nothing of the password", async () => {
  const row = await hashPassword("correct horse battery", SALT);
  assert.match(row.hash, /^[0-9a-f]{64}$/);
  assert.deepEqual({ ...row, hash: "" }, {
    kind: "argon2id",
    memory: 65_536,
    passes: 3,
    parallelism: 1,
    salt: SALT,
    hash: "",
  });
  assert.deepEqual(await checkPassword("correct horse battery", row), { right: true, outdated: false });
  const cheap = await hashPassword("correct horse battery", SALT, CHEAP);
  assert.equal((await checkPassword("correct horse batterz", cheap)).right, false);
  const salt = "6b".repeat(32);
  assert.equal((await checkPassword("correct horse battery", { ...cheap, salt })).right, false);
  assert.notEqual((await hashPassword("correct horse battery", salt, CHEAP)).hash, cheap.hash);
});

Deno.test("the hash is the one every Argon2id gives: a row made elsewhere at another cost still matches", async () => {
  assert.deepEqual(await checkPassword("password", ELSEWHERE), { right: true, outdated: true });
});

Deno.test("a row that is none matches no password", async () => {
  for (const row of [null, undefined, {}, { salt: SALT }, { ...ELSEWHERE, hash: "" }, "x"]) {
    assert.deepEqual(await checkPassword("", row), { right: false, outdated: false });
  }
});

Deno.test("a server keeps passwords at the full cost, and one kept at a lower cost is kept at it once it was right", async () => {
  await using server = await TestServer.start();
  const secrets = server.system.log.side("secret");
  const access = createAccess(server.system);
  await access.setPassword(PASSWORD);
  const full = { kind: "argon2id", ...PASSWORD_COST };
  const kept = async () => {
    const { kind, memory, passes, parallelism } = Object(await secrets.get("password"));
    return { kind, memory, passes, parallelism };
  };
  assert.deepEqual(await kept(), full);
  await server.access.setPassword(PASSWORD);
  assert.deepEqual(await kept(), { kind: "argon2id", ...CHEAP });
  const passwordCost = { ...CHEAP, passes: CHEAP.passes + 1 };
  const dearer = createAccess(server.system, { ...CLOCKS, passwordCost });
  assert.equal(await dearer.isRight("wrong"), false);
  assert.deepEqual(await kept(), { kind: "argon2id", ...CHEAP }, "a wrong password changes nothing");
  assert.equal(await dearer.isRight(PASSWORD), true);
  assert.deepEqual(await kept(), { kind: "argon2id", ...passwordCost });
});

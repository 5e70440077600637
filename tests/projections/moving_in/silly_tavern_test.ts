/** What is made of chats of SillyTavern: lines of JSON, with one character or a group. */
import assert from "node:assert/strict";
import { openArchive, readTalks } from "../../../projections/moving_in/archive.ts";
import { sentAt } from "../../../projections/moving_in/silly_tavern.ts";
import { MOVED_MESSAGES } from "../../../events/catalog/limits.ts";
import { sourceOf } from "./given.ts";

const FIRST = { user_name: "unused", character_name: "unused", chat_metadata: { integrity: "slug" } };
const line = (name: string, mes: unknown, more: Record<string, unknown> = {}) => ({
  name,
  mes,
  is_user: false,
  is_system: false,
  send_date: "2026-03-01T10:00:00.000Z",
  ...more,
});
const read = async (...lines: readonly unknown[]) => {
  const text = lines.map((one) => typeof one === "string" ? one : JSON.stringify(one)).join("\n");
  const archive = await openArchive(sourceOf(`${text}\n`));
  return await Array.fromAsync(readTalks(archive, { branches: false }, () => Promise.resolve()));
};

Deno.test("a group's characters are agents of their names, the person is whoever imports, the rest is counted", async () => {
  const [reading] = await read(
    FIRST,
    line("Ada", "Welcome.", { swipes: ["Welcome.", "Hello.", "You!"] }),
    line("Me", "Hello you two", { is_user: true }),
    line("Bob", "Hi."),
    line("System", "joined", { is_system: true }),
    "",
    "no JSON",
    "[".repeat(100_000),
    line("Ada", 7),
  );
  assert.deepEqual(reading?.talks.map(({ from, id, head, title }) => [from, id, head, title]), [
    ["SillyTavern", "slug", "7 2026-03-01T10:00:00.000Z", "Ada, Bob"],
  ]);
  assert.deepEqual(reading?.talks[0]?.messages.map(({ role, name, content }) => [role, name, content]), [
    ["assistant", "Ada", "Welcome."],
    ["user", undefined, "Hello you two"],
    ["assistant", "Bob", "Hi."],
  ]);
  assert.deepEqual(reading?.left, { branches: 2, hidden: 1, unknown: 3 });
});

Deno.test("times are read in every way in which they were written", () => {
  for (
    const said of [
      "2024-05-01T10:00:00.000Z",
      "May 1, 2024 2:05pm",
      "2024-5-1@10h05m12s",
      "2024-05-01 @10h 05m 12s 345ms",
      1_714_557_600_000,
      "1714557600000",
    ]
  ) {
    assert.match(sentAt(said) ?? "", /^2024-0(4-30|5-0[12])T/, `${said}`);
  }
  for (const said of ["yesterday", "", null, "9".repeat(16), "1".repeat(100)]) {
    assert.equal(sentAt(said), null);
  }
  assert.equal(sentAt(`May 1, 2024${" ".repeat(60)}2:05 pm`), null, "no product writes so much");
});

Deno.test("a chat without words is none, and one of too many messages is left out", async () => {
  assert.deepEqual(await read(FIRST), [{ talks: [], left: { blank_talks: 1 } }]);
  const many = Array<unknown>(MOVED_MESSAGES + 1).fill(line("Ada", "a"));
  assert.deepEqual(await read(FIRST, ...many), [{ talks: [], left: { long_talks: 1 } }]);
  assert.equal((await read(FIRST, ...many.slice(1)))[0]?.talks[0]?.messages.length, MOVED_MESSAGES);
});

Deno.test("a chat is known by its first line, also where extensions wrote much into that", async () => {
  const metadata = { integrity: "slug", summaries: "word ".repeat(100_000) };
  const [reading] = await read({ ...FIRST, chat_metadata: metadata }, line("Ada", "Welcome."));
  assert.deepEqual(reading?.talks.map(({ id, messages }) => [id, messages.length]), [["slug", 1]]);
});

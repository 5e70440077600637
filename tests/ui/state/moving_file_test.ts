/** A move as the page does it: looked at, stopped in the middle, broken off, patient with a busy server. */
import assert from "node:assert/strict";
import type { Answer } from "../../../ui/state/api.ts";
import { type Around, MovingFile, type Phase } from "../../../ui/state/moving_file.ts";
import { isExport, isOwnLog } from "../../../ui/state/own_log.ts";
import { bread } from "../../projections/moving_in/given.ts";

const fails = (status: number): Answer<never> => ({
  ok: false,
  status,
  code: "x",
  message: "It is busy.",
  errors: [],
});

/** A server that takes in everything once; `before` may answer in its place. */
class Place implements Around {
  readonly taken = new Set<string>();
  waited = 0;
  constructor(readonly before: (name: string) => Answer<never> | null = () => null) {}
  #answer = <T>(name: string, value: unknown): Promise<Answer<T>> =>
    Promise.resolve(this.before(name) ?? JSON.parse(JSON.stringify({ ok: true, value })));
  known: Around["known"] = (keys) =>
    this.#answer("known", {
      items: keys.map(({ id }) => ({ conversationId: id, state: this.taken.has(id) ? "here" : "new" })),
    });
  upload: Around["upload"] = () => Promise.resolve(fails(415));
  take: Around["take"] = (lines) => {
    const { id } = JSON.parse(lines.split("\n")[0] ?? "");
    const refused = this.before("take");
    if (refused) return Promise.resolve(refused);
    const created = !this.taken.has(id);
    this.taken.add(id);
    return this.#answer("take", { conversation: { id }, created });
  };
  agents: Around["agents"] = () => Promise.resolve(this.there);
  readonly there = [{ id: "a", name: "Ada", systemPrompt: "", providerId: "p", model: "large" }];
  make: Around["make"] = (agent) => {
    this.there.push({ id: "made", ...agent });
    return this.#answer("make", { id: "made" });
  };
  small: Around["small"] = () => Promise.resolve(null);
  wait: Around["wait"] = (ms) => {
    if (ms > 0) this.waited++;
    return Promise.resolve();
  };
}
/** What it says; the compiler would hold it to what was asked before. */
const now = (moving: MovingFile): Phase => moving.phase.value;
const given = (talks: number) =>
  new Blob([JSON.stringify(Array.from({ length: talks }, (_, at) => bread(`talk${at}`)))]);

Deno.test("a file of which nothing can be taken in says why", async () => {
  for (
    const [text, fault] of [['[{"uuid": "a", "chat_messages": []}]', "blank_talks"], [
      "[5]",
      "unknown",
    ]] as const
  ) {
    const moving = new MovingFile(new Blob([text]), new Place());
    await moving.look();
    assert.deepEqual(now(moving), { name: "none", fault });
  }
});

Deno.test("stopped in the middle it says how far it came, and goes on from there", async () => {
  const place = new Place();
  const moving = new MovingFile(given(9), place);
  await moving.look();
  assert.equal(moving.phase.value.name, "found");
  const forget = moving.phase.subscribe((phase) => {
    if (phase.name === "moving" && phase.so.created === 4) moving.stop();
  });
  await moving.move();
  forget();
  const stopped = now(moving);
  assert.ok(stopped.name === "done" && stopped.stopped && stopped.wrong === "");
  assert.equal(stopped.so.created, 4);
  await moving.move();
  const done = now(moving);
  assert.ok(done.name === "done" && !done.stopped);
  assert.deepEqual([done.so.created, done.so.here, place.taken.size], [5, 4, 9]);
});

Deno.test("a busy server is asked again; one that refuses breaks it off in its own words", async () => {
  let busy = 3;
  const patient = new Place((name) => name === "take" && busy-- > 0 ? fails(503) : null);
  const moving = new MovingFile(given(2), patient);
  await moving.look();
  await moving.move();
  assert.deepEqual([moving.phase.value.name, patient.taken.size, patient.waited], ["done", 2, 3]);
  const closed = new MovingFile(given(2), new Place((name) => name === "take" ? fails(413) : null));
  await closed.look();
  await closed.move();
  assert.deepEqual(closed.phase.value, { name: "failed", wrong: "It is busy." });
  const away = new MovingFile(given(2), new Place(() => fails(500)));
  await away.look();
  assert.deepEqual(away.phase.value, { name: "failed", wrong: "It is busy." });
});

Deno.test("looked at anew, what was under way before says nothing more", async () => {
  const moving = new MovingFile(given(2), new Place());
  const first = moving.look();
  moving.branches.value = true;
  const second = moving.look();
  await Promise.all([first, second]);
  const { value } = moving.phase;
  assert.ok(value.name === "found" && value.so.branches === 2);
});

Deno.test("a card is shown first, and is an agent once", async () => {
  const place = new Place();
  const card = { spec: "chara_card_v2", data: { name: "Rye", description: "Bakes." } };
  const make = async () => {
    const moving = new MovingFile(new Blob([JSON.stringify(card)]), place);
    await moving.look();
    assert.equal(now(moving).name, "card");
    await Promise.all([moving.make(), moving.make()]);
    const { value } = moving.phase;
    return value.name === "made" ? value.taken : null;
  };
  assert.deepEqual(await make(), { state: "made", id: "made", model: "large" });
  assert.deepEqual(place.there.map(({ name, providerId }) => [name, providerId]), [["Ada", "p"], [
    "Rye",
    "p",
  ]]);
  assert.equal((await make())?.state, "here");
});

Deno.test("exports are told from what is attached, and logs of ours from both", async () => {
  const is = (name: string, type = "") => isExport(new File([], name, { type }));
  assert.deepEqual(
    ["a.zip", "A.ZIP", "rye.charx", "conversations.json", "conversations-003.json", "talk.ndjson"].map((
      name,
    ) => is(name)),
    [
      true,
      true,
      true,
      true,
      true,
      true,
    ],
  );
  assert.deepEqual(["a.json", "photo.png", "zip", "my conversations.json"].map((name) => is(name)), [
    false,
    false,
    false,
    false,
  ]);
  assert.equal(is("blob", "application/x-zip-compressed"), true);
  assert.equal(await isOwnLog(new Blob(['{"type":"FishbowlExport"}\n'])), true);
  assert.equal(await isOwnLog(new Blob(['[{"title":"FishbowlExport"}]'])), false);
});

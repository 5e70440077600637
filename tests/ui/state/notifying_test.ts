/** Somebody who looks elsewhere is told where they want it, by one of their tabs, and not while they look at another. */
import "../page.ts";
import assert from "node:assert/strict";
import { evolveRow } from "../../../projections/conversation/list.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import { tellAll } from "../../../ui/state/hearing.ts";
import { followNews, notifyOn, setNotify, soundOn } from "../../../ui/state/notifying.ts";
import { place } from "../../../ui/state/router.ts";
import { news } from "../../../ui/state/titling.ts";
import { at, clockwork, heard, instead } from "../browser.ts";
import { History } from "../../history.ts";

let hasFocus = false;
Object.assign(document, { hasFocus: () => hasFocus, visibilityState: "visible" });
followNews();

function look(at: boolean): void {
  hasFocus = at;
  dispatchEvent(new Event(at ? "focus" : "blur"));
}

/** The notifications of a system that was asked for its leave, and answers so. */
function notifying(permission: NotificationPermission, answer = permission) {
  const shown: Shown[] = [];
  class Shown {
    static permission = permission;
    static requestPermission = () => Promise.resolve(Shown.permission = answer);
    onclick = () => {};
    isClosed = false;
    constructor(readonly title: string, readonly options: NotificationOptions) {
      shown.push(this);
    }
    close(): void {
      this.isClosed = true;
    }
  }
  return Object.assign(instead("Notification", Shown), { shown });
}

/** What tabs of a browser hold against each other: `held` by others, and by this one with what it asked for. */
function locking(held: readonly string[]) {
  const mine: string[] = [];
  const free = (name: string) => !held.includes(name) && !mine.includes(name);
  const locks = {
    query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    async request(name: string, options: LockOptions, does: (lock: object | null) => unknown) {
      if (options.ifAvailable && !free(name)) return void await does(null);
      mine.push(name);
      await does({ name });
      mine.splice(mine.indexOf(name), 1);
    },
  };
  return Object.assign(instead("navigator", { locks }), { mine });
}

/** Everything that happens in a conversation until its answer is there. */
async function answered(id: string): Promise<void> {
  const history = new History(id).started().joined("ada").answered("m1", "Is bread food?", { ada: "Yes." });
  let row: ListRow | null = null;
  for (const event of history.events) {
    const { salt: _, ...told } = event;
    tellAll({ ...told, stream: id }, row ?? undefined);
    row = evolveRow(row, id, event);
  }
  await heard();
}

Deno.test("an answer is told by its conversation to who looks elsewhere, and leads there", async () => {
  using _ = clockwork();
  using system = notifying("granted");
  using __ = locking([]);
  notifyOn.value = true;
  look(false);
  await answered("conv_told");
  const [one] = system.shown;
  assert.deepEqual(system.shown.map(({ title, options }) => [title, options.tag]), [
    ["Is bread food?", "conv_told"],
  ]);
  assert.equal(news.value.length, 1);
  using ___ = instead("history", { pushState: (_: null, __: string, path: string) => at(path) });
  using ____ = instead("focus", () => look(true));
  one?.onclick();
  assert.deepEqual(place.value, { view: "chat", id: "conv_told" });
  assert.equal(one?.isClosed, true);
  assert.deepEqual(news.value, [], "who looks again has no news");
  await answered("conv_seen");
  assert.deepEqual([system.shown.length, news.value.length], [1, 0], "nor does who is there");
});

Deno.test("of several tabs one tells, and none while somebody looks at another", async () => {
  using clock = clockwork();
  using system = notifying("granted");
  notifyOn.value = true;
  look(false);
  {
    using _ = locking(["fishbowl looked at"]);
    await answered("conv_other");
  }
  {
    using _ = locking(["fishbowl tells"]);
    await answered("conv_first");
  }
  assert.deepEqual(system.shown, []);
  using locks = locking([]);
  await answered("conv_mine");
  assert.equal(system.shown.length, 1);
  assert.deepEqual(locks.mine, ["fishbowl tells"], "for a moment the others are kept from telling the same");
  clock.ring();
  await heard();
  assert.deepEqual(locks.mine, []);
  look(true);
  assert.deepEqual(locks.mine, ["fishbowl looked at"]);
  look(false);
  await heard();
  assert.deepEqual(locks.mine, []);
});

Deno.test("where a page has no locks each tab tells for itself", async () => {
  using system = notifying("granted");
  using _ = instead("navigator", {});
  notifyOn.value = true;
  look(false);
  await answered("conv_unlocked");
  assert.equal(system.shown.length, 1);
});

Deno.test("nothing is told that is not wanted or not allowed; a sound needs nobody's leave", async () => {
  using clock = clockwork();
  using _ = instead("navigator", {});
  let sounds = 0;
  const param = {
    value: 0,
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {},
  };
  const part = {
    frequency: param,
    gain: param,
    connect: (to: unknown) => to,
    start: () => sounds++,
    stop() {},
  };
  class Sound {
    currentTime = 0;
    destination = {};
    createOscillator = () => part;
    createGain = () => part;
    close = () => Promise.resolve();
  }
  using __ = instead("AudioContext", Sound);
  look(false);
  const told = async (notify: boolean, sound: boolean, permission: NotificationPermission) => {
    using system = notifying(permission);
    [notifyOn.value, soundOn.value, sounds] = [notify, sound, 0];
    await answered("conv_wanted");
    clock.ring();
    return [system.shown.length, sounds];
  };
  assert.deepEqual(await told(false, false, "granted"), [0, 0]);
  assert.deepEqual(await told(true, false, "denied"), [0, 0]);
  assert.deepEqual(await told(true, true, "denied"), [0, 2], "its two notes");
  assert.deepEqual(await told(false, true, "granted"), [0, 2]);
  assert.deepEqual(await told(true, true, "granted"), [1, 2]);
  soundOn.value = false;
});

Deno.test("notifications are turned on where the browser allows them, which is asked once", async () => {
  for (
    const [before, answer, on] of [
      ["granted", "granted", true],
      ["default", "granted", true],
      ["default", "denied", false],
      ["denied", "granted", false],
    ] as const
  ) {
    using _ = notifying(before, answer);
    notifyOn.value = !on;
    assert.deepEqual([await setNotify(true), notifyOn.value], [on, on], `${before}, ${answer}`);
    assert.deepEqual([await setNotify(false), notifyOn.value], [true, false], "off is never refused");
  }
  notifyOn.value = true;
  assert.deepEqual([await setNotify(true), notifyOn.value], [false, false], "a browser that has none");
});

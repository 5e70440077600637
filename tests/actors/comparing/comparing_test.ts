/** When what was revealed is told to be open. */
import assert from "node:assert/strict";
import { Comparing } from "../../../actors/comparing/comparing.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";

type Ports = ConstructorParameters<typeof Comparing>[0];

/** Turns of the microtasks, in one of which a look that has done its work is not over yet. */
const TURNS = 30;

Deno.test("whoever asks for a room to be open waits for a look that began behind it, in whatever moment the one before ends", async () => {
  for (let turns = 0; turns < TURNS; turns++) {
    let began = 0, ended = 0;
    const first = Promise.withResolvers<void>();
    const forgetGone = async () => {
      if (++began === 1) await first.promise;
      else await realEnvironment.sleep(0);
      ended++;
    };
    const comparing = new Comparing({
      log: { side: () => null },
      judged: { forgetGone },
      environment: realEnvironment,
      carriesOn: true,
    } as unknown as Ports); // all that a look at a conversation without a room asks for
    const before = comparing.opened("conversation_1");
    while (began === 0) await Promise.resolve();
    first.resolve();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const known = began;
    await comparing.opened("conversation_1");
    assert.ok(began > known, `it looked before it was asked, ${turns}`);
    assert.equal(ended, began, `it is looked at still, ${turns}`);
    await before;
    await comparing.stop();
  }
});

Deno.test("a look that fails again for the same cause is taken again until it was had", async () => {
  let looks = 0;
  const forgetGone = () => ++looks < 4 ? Promise.reject(new Error("The disk is full.")) : Promise.resolve();
  const comparing = new Comparing({
    log: { side: () => null },
    judged: { forgetGone },
    logger: () => {},
    environment: { ...realEnvironment, sleep: () => Promise.resolve() },
    carriesOn: true,
  } as unknown as Ports); // all that a look at a conversation without a room asks for
  await comparing.opened("conversation_1");
  assert.equal(looks, 4);
  await comparing.stop();
});

Deno.test("a look that fails again and again is not waited for when the process ends", async () => {
  const [looked, most] = [Promise.withResolvers<void>(), 50];
  let looks = 0;
  const forgetGone = () => {
    looked.resolve();
    return ++looks < most ? Promise.reject(new Error("The disk is full.")) : Promise.resolve();
  };
  const comparing = new Comparing({
    log: { side: () => null },
    judged: { forgetGone },
    logger: () => {},
    environment: { ...realEnvironment, sleep: () => realEnvironment.sleep(0) },
    carriesOn: true,
  } as unknown as Ports); // all that a look at a conversation without a room asks for
  void comparing.opened("conversation_1");
  await looked.promise;
  await comparing.stop();
  assert.ok(looks < most, `${looks} looks`);
});

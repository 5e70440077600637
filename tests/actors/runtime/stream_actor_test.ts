/** What is decided on a fold is stored on that fold or not at all, whichever stream it is. */
import assert from "node:assert/strict";
import { Folds } from "../../../actors/runtime/open_folds.ts";
import { carryOut, type Deciding, type Terms } from "../../../actors/runtime/stream_actor.ts";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import type { NewWorkspaceEvent } from "../../../events/catalog/workspace.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { openInMemory } from "../../events/store/with_log.ts";
import { workspace, type WorkspaceState } from "../../../projections/workspace.ts";

const environment = {
  now: () => "2026-01-01T00:00:00.000Z",
  monotonic: () => 0,
  hex: () => "00",
  random: () => 0,
  salt: () => "s".repeat(22),
  sleep: () => Promise.resolve(),
  breathe: () => Promise.resolve(),
};
interface Decided {
  readonly ok: true;
  readonly events: readonly NewWorkspaceEvent[];
  readonly answer: string;
}
type Order = Partial<Deciding<WorkspaceState, Decided>>;

const role = (id: string): NewWorkspaceEvent => ({
  id: `cmd/${id}`,
  type: "RoleCreated",
  v: 1,
  at: environment.now(),
  by: SYSTEM,
  data: { id, name: id, description: "", prompt: "" },
});
const making = (...ids: string[]): Decided => ({
  ok: true,
  events: ids.map((id) => role(id)),
  answer: "made",
});

/** Two processes on one store; `ask` is of the first, `other` appends without its knowing. */
async function inStream(
  body: (
    ask: (order: Order, terms?: Terms) => ReturnType<typeof carryOut<WorkspaceState, Decided>>,
    other: (id: string) => Promise<void>,
    log: StoreLog,
  ) => Promise<void>,
): Promise<void> {
  const log = await openInMemory();
  const processes = [0, 1].map(() => ({ log, environment, folds: new Folds({ log, fold: workspace }) }));
  const ask = (at: number) => (order: Order, terms: Terms = {}) => {
    const ports = processes[at];
    assert.ok(ports);
    return carryOut<WorkspaceState, Decided>(ports, "workspace", terms, {
      decide: () => making("a"),
      commit: (_, { events }) => ({ events }),
      ...order,
    });
  };
  try {
    await body(ask(0), async (id) => {
      assert.ok((await ask(1)({ decide: () => making(id) })).ok);
    }, log);
  } finally {
    await log.close();
  }
}

Deno.test("a refusal counts only on a fold that is current, and so does having nothing to do", () =>
  inStream(async (ask, other) => {
    assert.ok((await ask({ decide: () => making("a") })).ok);
    await other("b");
    const known: string[][] = [];
    const told = await ask({
      decide({ roles }) {
        known.push(Object.keys(roles));
        return roles["b"] ? making() : { ok: false, code: "not_found", detail: "There is no b." };
      },
    });
    assert.deepEqual(known, [["a"], ["a", "b"]]);
    assert.deepEqual(told.ok && [told.seq, told.repeated, told.stamp], [2, false, null]);
  }));

Deno.test("what needs nothing on an old fold is stored where the current one needs it", () =>
  inStream(async (ask, other) => {
    assert.ok((await ask({ decide: () => making("a") })).ok);
    await other("b");
    const told = await ask({ decide: ({ roles }) => roles["b"] ? making("c") : making() });
    assert.deepEqual(told.ok && [told.seq, told.stamp !== null], [3, true]);
  }));

Deno.test("what is decided while somebody else appends is decided again, also when the fold has learnt of it meanwhile", () =>
  inStream(async (ask, other, log) => {
    let decided = 0;
    const folds = new Folds({ log, fold: workspace });
    const told = await carryOut<WorkspaceState, Decided>({ log, environment, folds }, "workspace", {}, {
      decide({ roles }) {
        decided++;
        return making(roles["b"] ? "after b" : "alone");
      },
      async commit(_, { events }) {
        if (decided === 1) {
          await other("b");
          await folds.refresh("workspace");
        }
        return { events };
      },
    });
    assert.ok(told.ok);
    const { state } = await folds.refresh("workspace");
    assert.deepEqual(Object.keys(state.roles), ["b", "after b"]);
    assert.ok((await ask({})).ok);
  }));

Deno.test("a key is carried out once; with another body it is refused; the first answer is told again", () =>
  inStream(async (ask, _other, log) => {
    const idempotency = { caller: "ann", key: "k", bodyHash: "1" };
    const first = await ask({}, { idempotency });
    const again = await ask({ decide: () => making("never") }, { idempotency });
    assert.deepEqual(first.ok && [first.seq, first.repeated, first.answer], [1, false, "made"]);
    assert.deepEqual(again.ok && [again.seq, again.repeated, again.answer, again.decided], [
      1,
      true,
      "made",
      undefined,
    ]);
    const other = await ask({}, { idempotency: { ...idempotency, bodyHash: "2" } });
    assert.equal(!other.ok && other.code, "reused_key");
    assert.equal((await log.head("workspace")).seq, 1);
  }));

Deno.test("what can never be stored is said to be too large, and the next change goes on", () =>
  inStream(async (ask) => {
    const huge = Array.from({ length: 4_000 }, (_, index) => role(`role_${index}`));
    const told = await ask({ decide: () => ({ ok: true, events: huge, answer: "made" }) });
    assert.equal(!told.ok && told.code, "too_large");
    assert.ok((await ask({})).ok);
  }));

Deno.test("who has no time left is told so before anything is stored", () =>
  inStream(async (ask, _other, log) => {
    const told = await ask({}, { patienceMs: 0 });
    assert.equal(!told.ok && told.code, "unavailable");
    assert.equal((await log.head("workspace")).seq, 0);
  }));

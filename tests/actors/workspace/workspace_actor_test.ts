/** The settings in a process that did not change them. */
import assert from "node:assert/strict";
import { WorkspaceActor } from "../../../actors/workspace/workspace_actor.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import { withLog } from "../../events/store/with_log.ts";

Deno.test("whoever asks after a change was heard of is given the settings with it, also beside one who asked first", () =>
  withLog(async (log) => {
    let commands = 0;
    const process = () => new WorkspaceActor(log, realEnvironment, silent, () => `cmd_${++commands}`);
    const [one, other] = [process(), process()];
    const create = async (id: string) => {
      const data = { id, name: id, description: "", prompt: "" };
      const changed = await one.change(
        () => ({ ok: true, answer: { id }, events: [{ type: "RoleCreated", data }] }),
        { by: SYSTEM },
      );
      assert.ok(changed.ok);
      return changed.seq;
    };
    const roles = async () => Object.keys((await other.state()).roles);
    other.changed(await create("first"));
    assert.deepEqual(await roles(), ["first"]);
    const seq = await create("second");
    assert.deepEqual(await roles(), ["first"], "nobody told it yet");
    other.changed(seq);
    const all = await Promise.all([roles(), roles(), roles()]);
    assert.deepEqual(all, Array(3).fill(["first", "second"]));
    await Promise.all([one.stop(), other.stop()]);
  }));

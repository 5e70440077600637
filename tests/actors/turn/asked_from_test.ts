import assert from "node:assert/strict";
import { type About, errorType, type Place, type Tracing } from "../../../actors/runtime/tracing.ts";
import { providerError } from "../../../actors/providers/error_messages.ts";
import { createSystem } from "../../../actors/create_system.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { createToolbox } from "../../../actors/tools/toolbox.ts";
import { joiningOf } from "../../../actors/conversation/rules/joining.ts";
import { openInMemory } from "../../events/store/with_log.ts";
import { RecordingProvider } from "../recording_provider.ts";
import { settled } from "../../server/start.ts";

/** Spans as they were begun, all in the place that is set. */
class Recorded implements Tracing {
  readonly begun: About[] = [];
  place: Place | null = null;
  here = () => this.place;
  name(): void {}
  span: Tracing["span"] = (about, work) => {
    this.begun.push(about);
    return work(() => {});
  };
  /** The parents of turns so far, in their order. */
  get parents(): (string | null)[] {
    const turns = this.begun.filter(({ name }) => name === "invoke_agent");
    return turns.map(({ parent }) => parent?.spanId ?? null);
  }
}

const placeOf = (spanId: string): Place => ({ traceId: "t", spanId, traceFlags: 1 });
const ROOM = "conversation_room";
const by = { kind: "user" as const, id: "ann", name: "Ann" };

Deno.test("the turns of an exchange are parts of what asked for the first of them, in turn or not; unasked ones of nothing", async () => {
  const tracing = new Recorded();
  const log = await openInMemory();
  const mock = new RecordingProvider({ clock: realEnvironment, tokenMs: 0 });
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: () => Promise.resolve(mock),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
    tracing,
  });
  try {
    const agents = ["Ada", "Bob"].map((name, index) => ({
      id: `agent_${name}`,
      number: index + 1,
      version: 1,
      name,
      color: index + 1,
      providerId: "p",
      model: "echo",
      systemPrompt: "",
      params: {},
      tools: [],
    }));
    const provider = {
      id: "p",
      name: "Mock",
      kind: "mock" as const,
      maxConcurrent: 4,
      requestsPerMinute: 100,
      timeoutSeconds: 60,
    };
    await system.changeWorkspace(() => ({
      ok: true,
      answer: { id: "p" },
      events: [
        { type: "ProviderCreated", data: provider },
        ...agents.map((data) => ({ type: "AgentCreated" as const, data })),
      ],
    }), { by });
    const start = { type: "start", title: "", mode: "round_robin", settings: { rounds: 1 } } as const;
    await system.execute(ROOM, { ...start, agents: agents.map(joiningOf) }, { by });
    const post = async (place: Place | null) => {
      tracing.place = place;
      const outcome = await system.execute(ROOM, { type: "post", content: "hello" }, { by });
      assert.ok(outcome.ok);
      // What an actor does later is done in no place.
      tracing.place = null;
      await settled(system, ROOM);
    };
    await post(placeOf("first"));
    assert.deepEqual(tracing.parents, ["first", "first"]);
    await post(null);
    assert.deepEqual(tracing.parents.slice(2), [null, null]);
    await post(placeOf("third"));
    assert.deepEqual(tracing.parents.slice(4), ["third", "third"]);
  } finally {
    await system.stop();
    await log.close();
  }
});

Deno.test("an error is told by its code or its kind, never by its words", () => {
  assert.equal(errorType(providerError("rate_limited")), "rate_limited");
  assert.equal(errorType(new TypeError("somebody's words")), "TypeError");
  assert.equal(errorType("somebody's words"), "Error");
});

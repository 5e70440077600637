import assert from "node:assert/strict";
import { grantOf, type Known } from "../../../projections/conversation/addresses.ts";
import { heardHosts, mustAsk } from "../../../projections/conversation/asking.ts";
import type { ConversationState, ToolUse } from "../../../projections/shapes/folds.ts";

const DEFINITION = "0".repeat(64);
const nothing: Known = { addresses: new Set(), sites: new Set(), heard: new Set(), granted: new Map() };
const call = (trusted: boolean) => ({
  tool: "a__look",
  changes: false,
  address: null,
  server: { host: "a.example", definition: DEFINITION, trusted },
});
const granted = (...heard: string[][]) => new Map([[grantOf("a.example", "a__look", DEFINITION), heard]]);

Deno.test("what changes something asks, an address that nobody gave does, and all else of this program does not", () => {
  const own = { tool: "x", changes: false, address: null, server: null };
  assert.equal(mustAsk(own, nothing), false);
  assert.equal(mustAsk({ ...own, changes: true }, nothing), true);
  const read = { ...own, address: "https://a.example/" };
  assert.equal(mustAsk(read, nothing), true);
  assert.equal(mustAsk(read, { ...nothing, addresses: new Set([read.address]) }), false);
});

Deno.test("another server's tool asks but where a word on it holds: of exactly this tool, for exactly what was heard", () => {
  const heard = (...hosts: string[]) => ({ ...nothing, heard: new Set(hosts) });
  assert.equal(mustAsk(call(false), nothing), true);
  assert.equal(mustAsk(call(true), nothing), false);
  assert.equal(mustAsk(call(true), heard("a.example")), false, "its own text");
  assert.equal(mustAsk(call(true), heard("a.example", "b.example")), true);
  assert.equal(mustAsk(call(false), { ...heard("b.example"), granted: granted(["b.example"]) }), false);
  assert.equal(mustAsk(call(true), { ...heard("b.example"), granted: granted([]) }), true);
  assert.equal(
    mustAsk(call(false), { ...heard("a.example:81"), granted: granted([]) }),
    true,
    "another port",
  );
  const other = { ...call(false), server: { ...call(false).server, definition: "1".repeat(64) } };
  assert.equal(mustAsk(other, { ...nothing, granted: granted([]) }), true, "described otherwise");
  assert.equal(mustAsk({ ...call(false), tool: "a__send" }, { ...nothing, granted: granted([]) }), true);
});

Deno.test("hosts are heard by what came back from them, also where whose it was was erased", () => {
  const use = (more: Partial<ToolUse>): ToolUse => ({
    attempt: 1,
    round: 1,
    callId: "c",
    tool: "t",
    args: "",
    ...more,
  });
  const of = (...tools: ToolUse[]) => {
    const state: Pick<ConversationState, "order" | "bodies"> = {
      order: ["m"],
      bodies: { m: { content: "", tools } },
    };
    return heardHosts(state);
  };
  assert.deepEqual(of(use({ host: "a.example", status: "ok" }), use({ host: "b.example" })), ["a.example"]);
  assert.deepEqual(of(use({ address: "https://c.example:8/x", status: "error" })), ["c.example:8"]);
  assert.deepEqual(of(use({ host: "a.example", status: "refused" }), use({ status: "ok" })), []);
  assert.deepEqual(of(use({ status: "ok", erased: true })), ["?"]);
  const citations = [{ url: "https://d.example/page", title: "D", at: [0] }];
  const found = heardHosts({ order: ["m"], bodies: { m: { content: "", citations } } });
  assert.deepEqual(found, ["d.example"], "what a maker's search found is somebody else's text too");
});

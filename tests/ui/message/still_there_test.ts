import assert from "node:assert/strict";
import { stillThere } from "../../../ui/message/still_there.ts";

Deno.test("a server is asked for what its tool named where it is in use, and at the host that the call went to", () => {
  const server = { url: "https://notes.example:8443/mcp", archived: false };
  assert.equal(stillThere(server, "notes.example:8443"), server);
  assert.equal(stillThere(server, "notes.example"), null);
  assert.equal(stillThere(server, undefined), null);
  assert.equal(stillThere({ ...server, archived: true }, "notes.example:8443"), null);
  assert.equal(stillThere(undefined, "notes.example:8443"), null);
});

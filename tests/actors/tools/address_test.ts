/** Addresses a tool may read: at both edges of each network that is refused. */
import assert from "node:assert/strict";
import { isPublicAddress } from "../../../actors/tools/address.ts";

Deno.test("private networks are refused to their last address, and the one behind them is not", () => {
  const edges: readonly (readonly [last: string, next: string])[] = [
    ["10.255.255.255", "11.0.0.0"],
    ["127.255.255.255", "128.0.0.0"],
    ["169.254.255.255", "169.255.0.0"],
    ["172.31.255.255", "172.32.0.0"],
    ["192.168.255.255", "192.169.0.0"],
    ["100.127.255.255", "100.128.0.0"],
  ];
  for (const [last, next] of edges) {
    assert.equal(isPublicAddress(last), false, last);
    assert.equal(isPublicAddress(next), true, next);
  }
  for (const address of ["fdff:ffff::1", "fc00::1", "febf::1", "::1", "2001:db8::1"]) {
    assert.equal(isPublicAddress(address), false, address);
  }
  assert.equal(isPublicAddress("2606:4700::1111"), true);
  for (const nothing of ["", "example.org", "1.2.3", "::g"]) {
    assert.equal(isPublicAddress(nothing), false, nothing);
  }
});

/** Places to sign in, and servers that lead to them, that mean ill: nothing is sent where it does not belong. */
import assert from "node:assert/strict";
import { asking, DOCUMENT_BYTES, isSafe, UnaskedError } from "../../../../actors/mcp/sign_in/asking.ts";
import { discover, register, SignInError } from "../../../../actors/mcp/sign_in/discovery.ts";
import { type Served, serveFake } from "../fake_mcp.ts";

const NEVER = new AbortController().signal;
const NOTHING = { metadata: undefined, scope: undefined };

interface Said {
  readonly resource?: object;
  readonly place?: object;
  readonly answer?: (path: string, origin: string) => Response | undefined;
}

/** A server that is its own place to sign in, with what is said otherwise. */
function place({ resource, place, answer }: Said = {}): Served {
  return serveFake((request) => {
    const { pathname, origin } = new URL(request.url);
    const other = answer?.(pathname, origin);
    if (other) return other;
    if (pathname === "/.well-known/oauth-protected-resource/mcp") {
      return Response.json({ resource: `${origin}/mcp`, authorization_servers: [origin], ...resource });
    }
    if (pathname === "/.well-known/oauth-authorization-server") {
      return Response.json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        ...place,
      });
    }
    return new Response("none", { status: 404 });
  });
}

const found = (server: Served, reach: "public" | "machine" = "machine") =>
  discover(asking(reach, NEVER), server.url, NOTHING);

const paths = ({ requests }: Served) => requests.length;

Deno.test("what a server and its place say of one another has to fit", async () => {
  await using good = place();
  assert.equal((await found(good)).resource, good.url);
  const wrong: Readonly<Record<string, readonly [Said, string]>> = {
    "another server's resource": [{ resource: { resource: "https://bank.example/mcp" } }, "resource"],
    "another issuer": [{ place: { issuer: "https://bank.example" } }, "issuer"],
    "no protection of codes": [{ place: { code_challenge_methods_supported: ["plain"] } }, "pkce"],
    "silence about it": [{ place: { code_challenge_methods_supported: undefined } }, "pkce"],
    "a script to go to": [{ place: { authorization_endpoint: "javascript:alert(1)" } }, "malformed"],
    "tokens without TLS": [{ place: { token_endpoint: "http://elsewhere.example/token" } }, "insecure"],
    "a page without TLS": [{ place: { authorization_endpoint: "http://elsewhere.example/" } }, "insecure"],
    "a name and password": [{ place: { token_endpoint: "https://a:b@elsewhere.example/" } }, "insecure"],
    "a place without TLS": [
      { resource: { authorization_servers: ["http://elsewhere.example"] } },
      "insecure",
    ],
    "nothing that can be read": [{ place: { token_endpoint: 7 } }, "malformed"],
    "more than is taken": [
      {
        answer: (path) =>
          path.includes("authorization-server")
            ? Response.json({ a: "x".repeat(DOCUMENT_BYTES) })
            : undefined,
      },
      "too_large",
    ],
    "a thousand levels": [
      {
        answer: (path) => path.includes("authorization-server") ? new Response("[".repeat(5_000)) : undefined,
      },
      "too_large",
    ],
    "nothing": [{ answer: () => new Response("none", { status: 404 }) }, "silent"],
  };
  for (const [what, [said, why]] of Object.entries(wrong)) {
    await using server = place(said);
    await assert.rejects(found(server), (error) => error instanceof SignInError && error.why === why, what);
  }
});

Deno.test("a server outside leads nobody inside: neither by its documents, nor by where they say to go on", async () => {
  await using inside = place();
  await assert.rejects(
    found(inside, "public"),
    (error) => error instanceof SignInError && error.why === "inward",
  );
  assert.equal(paths(inside), 0, "it was not even asked");
  await assert.rejects(
    asking("public", NEVER)("http://localhost:9/"),
    (error) => error instanceof UnaskedError && error.why === "inward",
    "a name that leads there",
  );
  for (
    const address of ["https://169.254.169.254/", "https://[fe80::1]/", "https://[::ffff:169.254.169.254]/"]
  ) {
    await assert.rejects(
      asking("machine", NEVER)(address),
      (error) => error instanceof UnaskedError && error.why === "inward",
      address,
    );
  }
});

Deno.test("no redirect is followed: a document that is elsewhere is not there, and nothing is sent on", async () => {
  const asked: string[] = [];
  await using server = place({
    answer(path, origin) {
      asked.push(path);
      if (path.startsWith("/elsewhere")) return Response.json({});
      return Response.redirect(`${origin}/elsewhere`, 307);
    },
  });
  await assert.rejects(found(server), (error) => error instanceof SignInError && error.why === "silent");
  const ask = asking("machine", NEVER);
  await assert.rejects(
    ask(new URL("/token", server.url), { method: "POST", body: "code=secret" }),
    (error) => error instanceof UnaskedError && error.why === "redirected",
  );
  assert.ok(!asked.includes("/elsewhere"), asked.join());
});

Deno.test("a place that takes nobody in, or says it in a thousand words, is told as that", async () => {
  await using server = place({
    answer: (path) =>
      path === "/register" ? Response.json({ error: "invalid_client_metadata" }, { status: 400 }) : undefined,
  });
  const { place: there } = await found(server);
  await assert.rejects(
    register(asking("machine", NEVER), there, "http://localhost:8000/oauth/callback/x", undefined),
    (error) => error instanceof SignInError && error.why === "registration",
  );
});

Deno.test("people are led to addresses with TLS alone, unless they stay on this machine", () => {
  for (
    const good of ["https://a.example/x?y", "http://localhost:1/", "http://127.0.0.1/", "http://[::1]:8/"]
  ) {
    assert.ok(isSafe(good), good);
  }
  for (
    const bad of [
      "http://a.example/",
      "http://localhost.evil.example/",
      "http://10.0.0.1/",
      "data:text/html,x",
      "javascript:alert(1)",
      "https://u:p@a.example/",
      "file:///etc/passwd",
      "",
      "https://",
      "127.0.0.1",
    ]
  ) assert.ok(!isSafe(bad), bad);
});

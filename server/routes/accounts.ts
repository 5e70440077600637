/** Tokens for programs, and the password of a server for a team. */
import { z } from "zod";
import { Name } from "../../events/envelope.ts";
import { PASSWORD_CHARACTERS, SESSION_COOKIE, SESSION_LIFE_MS } from "../access.ts";
import { param, problemOf } from "../commanding.ts";
import { Problem } from "../problem.ts";
import { type Call, json, type Route, route } from "../route.ts";
import { mint } from "../services.ts";

const NewToken = z.object({ name: Name });
/** Characters of a password, at most: hashing must not become work without end. */
const PASSWORD_MOST = 1_000;
const Login = z.object({ password: z.string().min(1).max(PASSWORD_MOST) });
const FirstPassword = z.object({
  code: z.string().min(1, "is needed").max(100),
  password: z.string()
    .min(PASSWORD_CHARACTERS, `must have at least ${PASSWORD_CHARACTERS} characters`).max(PASSWORD_MOST),
});

async function list(call: Call<unknown>): Promise<Response> {
  const state = await call.services.system.workspace();
  const items = Object.values(state.tokens).filter((t) => !t.archived)
    .map(({ id, name, createdAt }) => ({ id, name, createdAt }));
  return json({ items, next: null });
}

async function create(call: Call<z.infer<typeof NewToken>>): Promise<Response> {
  const id = mint(call.services, "token");
  const { name } = call.body;
  const outcome = await call.services.system.changeWorkspace(
    () => ({ ok: true, events: [{ type: "TokenCreated", data: { id, name } }], answer: { id } }),
    { by: call.by },
  );
  if (!outcome.ok) throw problemOf(outcome);
  return json({ id, name, token: await call.services.access.addToken(id, name) }, 201);
}

async function revoke(call: Call<unknown>): Promise<Response> {
  const id = param(call, "id");
  await call.services.access.revokeToken(id);
  const outcome = await call.services.system.changeWorkspace((state) => {
    const token = state.tokens[id];
    if (!token) return { ok: false, code: "not_found", detail: "There is no such token." };
    return {
      ok: true,
      events: token.archived ? [] : [{ type: "TokenRevoked", data: { id } }],
      answer: { id },
    };
  }, { by: call.by });
  if (!outcome.ok) throw problemOf(outcome);
  return new Response(null, { status: 204 });
}

const cookie = (value: string, seconds: number) =>
  `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;

/** Throws 429 when somebody guesses. */
function countAttempt(call: Call<unknown>): void {
  if (call.services.access.mayTry()) return;
  throw new Problem("too_many_requests", "Too many attempts. Please wait a minute.", undefined, {
    "retry-after": "60",
  });
}

/** The first password, for who holds the code; they are signed in with it. */
async function setUp(call: Call<z.infer<typeof FirstPassword>>): Promise<Response> {
  const { access, setUp } = call.services;
  if (!setUp || !(await setUp.waits())) throw new Problem("not_found", "There is nothing to set up.");
  countAttempt(call);
  const { code, password } = call.body;
  const right = await setUp.redeem(code, () => access.setPassword(password));
  if (!right) {
    throw new Problem("unauthenticated", "The code is not right.", [
      { path: "code", message: "is not the one the server printed" },
    ]);
  }
  return await signedIn(call, password);
}

async function login(call: Call<z.infer<typeof Login>>): Promise<Response> {
  countAttempt(call);
  return await signedIn(call, call.body.password);
}

async function signedIn(call: Call<unknown>, password: string): Promise<Response> {
  const session = await call.services.access.login(password);
  if (session === null) throw new Problem("unauthenticated", "The password is not right.");
  return json({ ok: true }, 200, { "set-cookie": cookie(session, SESSION_LIFE_MS / 1_000) });
}

async function logout(call: Call<unknown>): Promise<Response> {
  await call.services.access.logout(call.request);
  return json({ ok: true }, 200, { "set-cookie": cookie("", 0) });
}

export const accounts: Route[] = [
  route({ method: "GET", path: "/api/tokens", access: "api", summary: "Tokens", status: 200, handle: list }),
  route({
    method: "POST",
    path: "/api/tokens",
    access: "api",
    summary: "Make a token; it is shown this once",
    body: NewToken,
    status: 201,
    handle: create,
  }),
  route({
    method: "DELETE",
    path: "/api/tokens/:id",
    access: "api",
    summary: "Revoke a token; open streams end",
    status: 204,
    handle: revoke,
  }),
  route({
    method: "POST",
    path: "/api/set-up",
    access: "login",
    inSetUp: true,
    summary: "Set the first password with the one-time code",
    body: FirstPassword,
    status: 200,
    handle: setUp,
  }),
  route({
    method: "POST",
    path: "/api/login",
    access: "login",
    summary: "Start a session with the password",
    body: Login,
    status: 200,
    handle: login,
  }),
  route({
    method: "POST",
    path: "/api/logout",
    access: "login",
    summary: "End the session",
    body: z.object({}),
    optionalBody: true,
    status: 200,
    handle: logout,
  }),
];

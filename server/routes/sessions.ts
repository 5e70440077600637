/** The one password of a server for a team: setting the first, changing it, coming in and going out with it. */
import { z } from "zod";
import { PASSWORD_CHARACTERS, SESSION_COOKIE, SESSION_LIFE_MS } from "../access.ts";
import { Problem } from "../problem.ts";
import { type Call, json, type Route, route } from "../route.ts";

/** Characters of a password, at most: hashing must not become work without end. */
const PASSWORD_MOST = 1_000;
const NewPassword = z.string()
  .min(PASSWORD_CHARACTERS, `must have at least ${PASSWORD_CHARACTERS} characters`).max(PASSWORD_MOST);
const Login = z.strictObject({ password: z.string().min(1).max(PASSWORD_MOST) });
const FirstPassword = z.strictObject({
  code: z.string().min(1, "is needed").max(100),
  password: NewPassword,
});
const ChangePassword = z.strictObject({
  current: z.string().max(PASSWORD_MOST).optional(),
  password: NewPassword,
});

const cookie = (value: string, seconds: number) =>
  `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;

/** Throws 429 when somebody guesses. */
function countAttempt(call: Call<unknown>): void {
  if (call.services.access.mayTry()) return;
  throw new Problem("too_many_requests", "Too many attempts. Please wait a minute.", undefined, {
    "retry-after": "60",
  });
}

/** Answers with a session of their own. */
async function signedIn(call: Call<unknown>): Promise<Response> {
  const session = await call.services.access.begin();
  return json({ ok: true }, 200, { "set-cookie": cookie(session, SESSION_LIFE_MS / 1_000) });
}

async function setUp(call: Call<z.infer<typeof FirstPassword>>): Promise<Response> {
  const { access, setUp } = call.services;
  if (!setUp || !(await setUp.waits())) throw new Problem("not_found", "There is nothing to set up.");
  countAttempt(call);
  const { code, password } = call.body;
  if (!await setUp.redeem(code, () => access.setPassword(password))) {
    throw new Problem("unauthenticated", "The code is not right.", [
      { path: "code", message: "is not the one the server printed" },
    ]);
  }
  return await signedIn(call);
}

async function login(call: Call<z.infer<typeof Login>>): Promise<Response> {
  countAttempt(call);
  if (!await call.services.access.isRight(call.body.password)) {
    throw new Problem("unauthenticated", "The password is not right.");
  }
  return await signedIn(call);
}

async function logout(call: Call<unknown>): Promise<Response> {
  await call.services.access.logout(call.request);
  return json({ ok: true }, 200, { "set-cookie": cookie("", 0) });
}

/** Who changes it stays; everybody else has to come in with the new one. */
async function change(call: Call<z.infer<typeof ChangePassword>>): Promise<Response> {
  const { access } = call.services;
  const { current, password } = call.body;
  if (await access.hasPassword()) {
    countAttempt(call);
    if (!await access.isRight(current ?? "")) {
      throw new Problem("validation", "The present password is not right.", [
        { path: "current", message: "is not the present password" },
      ]);
    }
  }
  await access.setPassword(password);
  return await signedIn(call);
}

async function session(call: Call<unknown>): Promise<Response> {
  const { access } = call.services;
  const { credential } = await access.identify(call.request);
  return json({ password: await access.hasPassword(), signedIn: credential !== "none" });
}

const access = "login";
export const sessions: Route[] = [
  route({
    method: "GET",
    path: "/api/session",
    access,
    summary: "Whether there is a password, and whether the caller is signed in",
    status: 200,
    handle: session,
  }),
  route({
    method: "POST",
    path: "/api/set-up",
    access,
    inSetUp: true,
    summary: "Set the first password with the one-time code",
    body: FirstPassword,
    status: 200,
    handle: setUp,
  }),
  route({
    method: "POST",
    path: "/api/login",
    access,
    summary: "Start a session with the password",
    body: Login,
    status: 200,
    handle: login,
  }),
  route({
    method: "POST",
    path: "/api/logout",
    access,
    summary: "End the session",
    body: z.strictObject({}),
    optionalBody: true,
    status: 200,
    handle: logout,
  }),
  route({
    method: "POST",
    path: "/api/password",
    access: "api",
    summary: "Change the password, or set one; every other session ends",
    body: ChangePassword,
    status: 200,
    handle: change,
  }),
];

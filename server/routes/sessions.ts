/** The one password of a server for a team: setting the first, changing it, coming in and going out with it. */
import { z } from "zod";
import { PASSWORD_CHARACTERS } from "../../events/catalog/limits.ts";
import type { Purpose } from "../access/attempts.ts";
import { BROWSER_COOKIE, cookieHeaders, SESSION_COOKIE } from "../access/cookies.ts";
import { Problem } from "../http/problem.ts";
import { type Call, json, type Route, route } from "../http/route.ts";
import { SESSION_LIFE_MS } from "../access/session_rows.ts";
import { setPassword } from "../access/tokens.ts";

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

/** Seconds for which a browser is known as one that signed in. */
const BROWSER_SECONDS = 365 * 86_400;

/** Counts an attempt of this caller; throws 429 while it has to wait after earlier ones. */
function countAttempt(call: Call<unknown>, purpose: Purpose): void {
  const { access } = call.services;
  const seconds = Math.ceil(access.attempts.take(purpose, call.who.key) / 1_000);
  if (seconds === 0) return;
  const detail = `Too many attempts. Please wait ${seconds === 1 ? "a second" : `${seconds} seconds`}.`;
  throw new Problem("too_many_requests", detail, undefined, { "retry-after": String(seconds) });
}

/** An attempt that was wrong: counted, and in the log: how it was made, not what was typed. */
function failed(call: Call<unknown>, purpose: Purpose): void {
  const { access } = call.services;
  access.attempts.wrong(purpose, call.who.key);
  access.note("warn", `${purpose}_failed`, { credential: call.who.key === "none" ? "none" : "known" });
}

/** Answers with a session of their own. */
async function signedIn(call: Call<unknown>): Promise<Response> {
  const { session, browser } = await call.services.access.begin();
  const answer = json({ ok: true });
  for (
    const header of [
      ...cookieHeaders(call.request, SESSION_COOKIE, session, SESSION_LIFE_MS / 1_000),
      ...cookieHeaders(call.request, BROWSER_COOKIE, browser, BROWSER_SECONDS),
    ]
  ) answer.headers.append("set-cookie", header);
  return answer;
}

const partsOf = ({ services: { system, access }, by }: Call<unknown>) => ({ system, access, by });

/** The right code is never made to wait: it is too long to be guessed, and strangers may be guessing. */
async function setUp(call: Call<z.infer<typeof FirstPassword>>): Promise<Response> {
  const { access, setUp } = call.services;
  if (!setUp || !(await setUp.waits())) throw new Problem("not_found", "There is nothing to set up.");
  const { code, password } = call.body;
  if (!setUp.isRight(code)) countAttempt(call, "set_up");
  if (!await setUp.redeem(code, () => setPassword(partsOf(call), password))) {
    failed(call, "set_up");
    throw new Problem("unauthenticated", "The code is not right.", [
      { path: "code", message: "is not the one the server printed" },
    ]);
  }
  access.note("info", "set_up");
  return await signedIn(call);
}

async function login(call: Call<z.infer<typeof Login>>): Promise<Response> {
  const { access } = call.services;
  countAttempt(call, "login");
  if (!await access.isRight(call.body.password)) {
    failed(call, "login");
    throw new Problem("unauthenticated", "The password is not right.");
  }
  access.attempts.right("login", call.who.key);
  access.note("info", "login");
  return await signedIn(call);
}

/** Who has no session has nothing to end here: anybody may ask. */
async function logout(call: Call<unknown>): Promise<Response> {
  await call.services.access.logout(call.who);
  const answer = json({ ok: true });
  for (const header of cookieHeaders(call.request, SESSION_COOKIE, "", 0)) {
    answer.headers.append("set-cookie", header);
  }
  return answer;
}

/** Who changes it stays; everybody else has to come in with the new one, and every token ends. */
async function change(call: Call<z.infer<typeof ChangePassword>>): Promise<Response> {
  const { access } = call.services;
  const { current, password } = call.body;
  if (await access.hasPassword()) {
    countAttempt(call, "password");
    if (!await access.isRight(current ?? "")) {
      failed(call, "password");
      throw new Problem("validation", "The present password is not right.", [
        { path: "current", message: "is not the present password" },
      ]);
    }
    access.attempts.right("password", call.who.key);
  }
  await setPassword(partsOf(call), password);
  return await signedIn(call);
}

async function session(call: Call<unknown>): Promise<Response> {
  const password = await call.services.access.hasPassword();
  return json({ password, signedIn: call.who.credential !== "none" });
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
    summary: "End the session of this browser and the streams it opened",
    body: z.strictObject({}),
    optionalBody: true,
    status: 200,
    handle: logout,
  }),
  route({
    method: "POST",
    path: "/api/password",
    access: "api",
    summary: "Change the password, or set one; every other session ends, and with a change every token",
    body: ChangePassword,
    status: 200,
    handle: change,
  }),
];

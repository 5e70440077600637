/** The one password of a server for a team: setting the first, changing it, coming in and going out with it. */
import type { z } from "zod";
import type { Purpose } from "../access/attempts.ts";
import { BROWSER_COOKIE, cookieHeaders, SESSION_COOKIE } from "../access/cookies.ts";
import { ChangePassword, FirstPassword, Login, SessionAnswer } from "../contract/process.ts";
import { Done, NoFields, type Wire } from "../contract/values.ts";
import { Problem } from "../http/problem.ts";
import { type Call, Reply, type Route, route } from "../http/route.ts";
import { SESSION_LIFE_MS } from "../access/session_rows.ts";
import { setPassword } from "../access/tokens.ts";

/** Seconds for which a browser is known as one that signed in. */
const BROWSER_SECONDS = 365 * 86_400;

/** Counts an attempt of this caller; throws 429 while it has to wait after earlier ones. */
function countAttempt(call: Call, purpose: Purpose): void {
  const { access } = call.services;
  const seconds = Math.ceil(access.attempts.take(purpose, call.who.key) / 1_000);
  if (seconds === 0) return;
  const detail = `Too many attempts. Please wait ${seconds === 1 ? "a second" : `${seconds} seconds`}.`;
  throw new Problem("too_many_requests", detail, undefined, { "retry-after": String(seconds) });
}

/** An attempt that was wrong: counted, and in the log: how it was made, not what was typed. */
function failed(call: Call, purpose: Purpose): void {
  const { access } = call.services;
  access.attempts.wrong(purpose, call.who.key);
  access.note("warn", `${purpose}_failed`, { credential: call.who.key === "none" ? "none" : "known" });
}

type DoneWithCookies = Reply<Wire<typeof Done>>;

const doneWith = (cookies: readonly string[]): DoneWithCookies =>
  new Reply({ ok: true }, 200, cookies.map((cookie) => ["set-cookie", cookie]));

/** Answers with a session of their own. */
async function signedIn(call: Call): Promise<DoneWithCookies> {
  const { session, browser } = await call.services.access.begin();
  return doneWith([
    ...cookieHeaders(call.request, SESSION_COOKIE, session, SESSION_LIFE_MS / 1_000),
    ...cookieHeaders(call.request, BROWSER_COOKIE, browser, BROWSER_SECONDS),
  ]);
}

const partsOf = ({ services: { system, access }, by }: Call) => ({ system, access, by });

/** The right code is never made to wait: it is too long to be guessed, and strangers may be guessing. */
async function setUp(call: Call<z.infer<typeof FirstPassword>>): Promise<DoneWithCookies> {
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

async function login(call: Call<z.infer<typeof Login>>): Promise<DoneWithCookies> {
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
async function logout(call: Call): Promise<DoneWithCookies> {
  await call.services.access.logout(call.who);
  return doneWith(cookieHeaders(call.request, SESSION_COOKIE, "", 0));
}

/** Who changes it stays; everybody else has to come in with the new one, and every token ends. */
async function change(call: Call<z.infer<typeof ChangePassword>>): Promise<DoneWithCookies> {
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

async function session(call: Call): Promise<SessionAnswer> {
  const password = await call.services.access.hasPassword();
  return { password, signedIn: call.who.credential !== "none" };
}

const access = "login";
export const sessions: Route[] = [
  route({
    method: "GET",
    path: "/api/session",
    access,
    summary: "Whether there is a password, and whether the caller is signed in",
    answer: SessionAnswer,
    handle: session,
  }),
  route({
    method: "POST",
    path: "/api/set-up",
    access,
    inSetUp: true,
    summary: "Set the first password with the one-time code",
    body: FirstPassword,
    answer: Done,
    handle: setUp,
  }),
  route({
    method: "POST",
    path: "/api/login",
    access,
    summary: "Start a session with the password",
    body: Login,
    answer: Done,
    handle: login,
  }),
  route({
    method: "POST",
    path: "/api/logout",
    access,
    summary: "End the session of this browser and the streams it opened",
    body: NoFields,
    optionalBody: true,
    answer: Done,
    handle: logout,
  }),
  route({
    method: "POST",
    path: "/api/password",
    access: "api",
    summary: "Change the password, or set one; every other session ends, and with a change every token",
    body: ChangePassword,
    answer: Done,
    handle: change,
  }),
];

/** The one password of a server for a team: setting the first, changing it, coming in and going out with it. */
import type { Purpose } from "../access/attempts.ts";
import { isStranger } from "../access/access.ts";
import { BROWSER_COOKIE, cookieHeaders, SESSION_COOKIE } from "../access/cookies.ts";
import { ChangePassword, FirstPassword, Login, SessionAnswer } from "../contract/process.ts";
import { Done, NoFields, type Wire } from "../contract/values.ts";
import { comeAgain, Problem, wrongField } from "../http/problem.ts";
import { type Call, Reply, type Route, route } from "../http/route.ts";
import { SESSION_LIFE_MS } from "../access/session_rows.ts";
import { partsOf, setPassword } from "../access/tokens.ts";

/** Seconds for which a browser is known as one that signed in. */
const BROWSER_SECONDS = 365 * 86_400;

/** Counts an attempt of this caller; throws 429 while it has to wait after earlier ones. */
function countAttempt(call: Call, purpose: Purpose): void {
  const { access } = call.services;
  const seconds = Math.ceil(access.attempts.take(purpose, call.who.key) / 1_000);
  if (seconds === 0) return;
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  const detail = `Too many attempts. Please wait ${wait}.`;
  throw comeAgain("too_many_requests", detail, seconds);
}

/** An attempt that was wrong: counted, and in the log: how it was made, not what was typed. */
function failed(call: Call, purpose: Purpose): void {
  const { access } = call.services;
  access.attempts.wrong(purpose, call.who.key);
  const credential = isStranger(call.who.key) ? "none" : "known";
  access.note("warn", `${purpose}_failed`, { credential, ...whence(call) });
}

/** For the log: where an attempt came from, as far as that is known. */
function whence({ request, services }: Call): { readonly address?: string } {
  const address = services.access.front.address(request);
  return address === null ? {} : { address };
}

type DoneWithCookies = Reply<Wire<typeof Done>>;

const doneWith = (cookies: readonly string[]): DoneWithCookies =>
  new Reply({ ok: true }, 200, cookies.map((cookie): [string, string] => ["set-cookie", cookie]));

/** Answers with a session of their own. */
async function signedIn(call: Call): Promise<DoneWithCookies> {
  const { front } = call.services.access;
  const { session, browser } = await call.services.access.begin();
  return doneWith([
    ...cookieHeaders(front, call.request, SESSION_COOKIE, session, SESSION_LIFE_MS / 1_000),
    ...cookieHeaders(front, call.request, BROWSER_COOKIE, browser, BROWSER_SECONDS),
  ]);
}

const access = "login";
export const sessions: Route[] = [
  route("GET", "/api/session", {
    access,
    summary: "Whether there is a password, and whether the caller is signed in",
    answer: SessionAnswer,
    handle: async ({ services: { access }, who: { credential } }) => (
      { password: await access.hasPassword(), signedIn: credential !== "none" }
    ),
  }),
  route("POST", "/api/set-up", {
    access,
    inSetUp: true,
    summary: "Set the first password with the one-time code",
    body: FirstPassword,
    answer: Done,
    // The right code is never made to wait: it is too long to be guessed, and strangers may be guessing.
    async handle(call) {
      const { access, setUp } = call.services;
      if (!setUp || !(await setUp.waits())) throw new Problem("not_found", "There is nothing to set up.");
      const { code, password } = call.body;
      if (!setUp.isRight(code)) countAttempt(call, "set_up");
      if (!await setUp.redeem(code, () => setPassword(partsOf(call), password))) {
        failed(call, "set_up");
        const errors = [{ path: "code", message: "is not the one the server printed" }];
        throw new Problem("unauthenticated", "The code is not right.", errors);
      }
      access.note("info", "set_up", whence(call));
      return await signedIn(call);
    },
  }),
  route("POST", "/api/login", {
    access,
    summary: "Start a session with the password",
    body: Login,
    answer: Done,
    async handle(call) {
      const { access } = call.services;
      countAttempt(call, "login");
      if (!await access.isRight(call.body.password)) {
        failed(call, "login");
        throw new Problem("unauthenticated", "The password is not right.");
      }
      access.attempts.right("login", call.who.key);
      access.note("info", "login", whence(call));
      return await signedIn(call);
    },
  }),
  route("POST", "/api/logout", {
    access,
    summary: "End the session of this browser and the streams it opened",
    body: NoFields,
    optionalBody: true,
    answer: Done,
    // Who has no session has nothing to end here: anybody may ask.
    async handle(call) {
      await call.services.access.logout(call.who);
      return doneWith(cookieHeaders(call.services.access.front, call.request, SESSION_COOKIE, "", 0));
    },
  }),
  route("POST", "/api/password", {
    whenFull: true,
    summary: "Change the password, or set one; every other session ends, and with a change every token",
    body: ChangePassword,
    answer: Done,
    async handle(call) {
      const { access } = call.services;
      const { current = "", password } = call.body;
      if (await access.hasPassword()) {
        countAttempt(call, "password");
        if (!await access.isRight(current)) {
          failed(call, "password");
          const detail = "The present password is not right.";
          throw wrongField("current", "is not the present password", detail);
        }
        access.attempts.right("password", call.who.key);
      }
      await setPassword(partsOf(call), password);
      return await signedIn(call);
    },
  }),
];

/** Whether a person is still signed in: the event stream alone cannot tell that from a lost connection. */
import { signedOut } from "./api.ts";
import { session } from "./queries.ts";

/** Milliseconds an answer about the session may take: a dead server must not hold connections. */
const SESSION_MS = 5_000;

/** Milliseconds before asking again: a change of the password puts a new session in the place of the old. */
const SESSION_AGAIN_MS = 1_000;

const isOut = async (): Promise<boolean> => {
  const answer = await session(AbortSignal.timeout(SESSION_MS));
  return answer.ok && answer.value.password && !answer.value.signedIn;
};

export async function checkSession(): Promise<void> {
  if (!await isOut()) return;
  await new Promise((resolve) => setTimeout(resolve, SESSION_AGAIN_MS));
  if (await isOut()) signedOut.value = true;
}

/** The password everybody signs in with: set here, changed here, and the way out. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useSubmit, Wrong } from "../parts/form.tsx";
import type { SessionAnswer } from "../../server/contract/process.ts";
import { signedOut } from "../state/api.ts";
import { logOut, setPassword } from "../state/commands.ts";
import { session as sessionNow } from "../state/queries.ts";
import { orSay, say } from "../state/toast.ts";
import { PasswordField } from "./password_field.tsx";

export function Password() {
  const session = useSignal<SessionAnswer | null>(null);
  const current = useSignal("");
  const password = useSignal("");
  const again = useSignal("");
  const load = async () => {
    const answer = await sessionNow();
    if (!answer.ok) return answer.message;
    session.value = answer.value;
    return "";
  };
  const there = session.value?.password ?? false;
  const form = useSubmit(async () => {
    form.wrong.value = "";
    if (password.value !== again.value) return "The two passwords are not the same.";
    const answer = await setPassword(password.value, there ? current.value : undefined);
    if (!answer.ok) return answer.message;
    // What the page asked for between two sessions was refused; this answer brought the new one.
    signedOut.value = false;
    for (const field of [current, password, again]) field.value = "";
    say(there ? "Changed. Everybody else signs in anew." : "Set. From now on everybody signs in.");
    return await load();
  });
  useEffect(() => void load().then((wrong) => (form.wrong.value = wrong)), []);
  if (!session.value) return <p aria-busy={!form.wrong.value}>{form.wrong.value || "Loading…"}</p>;
  return (
    <>
      {there && <SignedIn />}
      <form class="form" onSubmit={form.onSubmit}>
        {there && <PasswordField label="Present password" value={current} present />}
        <PasswordField label="New password" value={password} hint />
        <PasswordField label="The new password again" value={again} />
        {there && (
          <p class="hint">
            Everybody else then has to sign in anew, and every token of a program ends: make new ones under
            Tokens.
          </p>
        )}
        <Wrong of={form.wrong} />
        <p>
          <button type="submit" class="primary">{there ? "Change the password" : "Set a password"}</button>
        </p>
      </form>
    </>
  );
}

function SignedIn() {
  const leave = async () => {
    const { ok } = await orSay(logOut());
    if (ok) location.assign("/");
  };
  return (
    <article class="resource">
      <header>
        <b>This browser is signed in</b>
        <span class="buttons">
          <button type="button" class="outline" onClick={() => void leave()}>Sign out</button>
        </span>
      </header>
    </article>
  );
}

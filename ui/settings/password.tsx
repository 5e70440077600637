/** The password everybody signs in with: set here, changed here, and the way out. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useSubmit, Wrong } from "../parts/form.tsx";
import type { SessionAnswer } from "../../server/contract/process.ts";
import { signedOut } from "../state/api.ts";
import { leaveNothing } from "../state/offline/leaving.ts";
import { logOut, setPassword } from "../state/settings_commands.ts";
import { session as sessionNow } from "../state/queries.ts";
import { orSay, say } from "../state/toast.ts";
import { words as all } from "../words/settings.ts";
import { PasswordField } from "./password_field.tsx";

const words = all.password;

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
    if (password.value !== again.value) return words.differ;
    const answer = await setPassword(password.value, there ? current.value : undefined);
    if (!answer.ok) return answer.message;
    // What the page asked for between two sessions was refused; this answer brought the new one.
    signedOut.value = false;
    for (const field of [current, password, again]) field.value = "";
    say(there ? words.changed : words.wasSet);
    return await load();
  });
  useEffect(() => void load().then((wrong) => (form.wrong.value = wrong)), []);
  if (!session.value) return <p aria-busy={!form.wrong.value}>{form.wrong.value || all.loading}</p>;
  return (
    <>
      {there && <SignedIn />}
      <form class="form resource" onSubmit={form.onSubmit}>
        {there && <PasswordField label={words.present} value={current} present />}
        <PasswordField label={words.fresh} value={password} hint />
        <PasswordField label={words.again} value={again} />
        {there && <p class="hint">{words.ends}</p>}
        <Wrong of={form.wrong} />
        <div class="buttons">
          <button type="submit" class="primary">{there ? words.change : words.set}</button>
        </div>
      </form>
    </>
  );
}

function SignedIn() {
  const leave = async () => {
    const { ok } = await orSay(logOut());
    if (!ok) return;
    await leaveNothing();
    location.assign("/");
  };
  return (
    <article class="resource">
      <header>
        <b>{words.signedIn}</b>
        <span class="buttons">
          <button type="button" class="outline" onClick={() => void leave()}>{words.signOut}</button>
        </span>
      </header>
    </article>
  );
}

/** One kind of resource: what there is, and the way to each of them and to a new one. */
import { useSignal } from "@preact/signals";
import { Icon } from "../parts/icon.tsx";
import { Mark, MarkStack } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import { testProvider } from "../state/settings_commands.ts";
import { go } from "../state/router.ts";
import { settings, unreadableKeys } from "../state/server_state.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { words as told } from "../words/sayings.ts";
import { words } from "../words/settings.ts";
import type { Form, Named, Values } from "./forms.ts";
import { Sign } from "./sign.tsx";
import { agentsOf } from "./use_for.ts";

type Resource = Values & { readonly id: string; readonly archived: boolean };

export function Resources({ form }: { form: Form }) {
  const state = settings.value;
  if (!state) return null;
  const { add, none } = words.forms[form.named];
  const all = Object.values<Resource>(state[form.named]).filter((one) => !one.archived);
  return (
    <>
      <p>
        <button type="button" class="primary" onClick={() => go(`/settings/${form.named}/new`)}>
          <Icon name="plus" /> {add}
        </button>
      </p>
      {all.length === 0 ? <p class="hint">{none}</p> : (
        <ul class="resources">
          {all.map((one) => (
            <li key={one.id}>
              <Row form={form} one={one} state={state} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ form, one, state }: { form: Form; one: Resource; state: WorkspaceState }) {
  // What a test of the provider said.
  const tested = useSignal("");
  const name = String(one["name"]);
  const provides = form.named === "providers";
  return (
    <article class="resource" data-color={one["color"]}>
      <header>
        <Picture named={form.named} one={one} />
        <b>
          <Name of={name} />
        </b>
        <span class="hint">{form.summary(one, state)}</span>
        <Users named={form.named} id={one.id} state={state} />
        {provides && unreadableKeys.value.has(one.id) && <span class="hint wrong">{words.keyUnreadable}
        </span>}
        {tested.value && <span role="status">{tested.value}</span>}
        <span class="buttons">
          {provides && <TestButton id={one.id} tell={(result) => (tested.value = result)} />}
          <a
            class="outline"
            href={`/settings/${form.named}/${one.id}`}
            data-go
            aria-label={words.editNamed(name)}
          >
            {words.edit}
          </a>
        </span>
      </header>
      {form.address && (
        <p class="hint address">
          {words.forPrograms} <code>{form.address(one)}</code>
        </p>
      )}
    </article>
  );
}

function Picture({ named, one }: { named: Named; one: Resource }) {
  if (named === "agents") return <Mark agent={one.id} color={Number(one["color"])} size={32} />;
  return named === "providers" ? <Sign of={one} /> : null;
}

/** Marks that stand beside one another: beyond, a number says it. */
const SHOWN = 5;

/** Which agents have a provider, a role or a personality. */
function Users({ named, id, state }: { named: Named; id: string; state: WorkspaceState }) {
  const key = named === "providers" ? "providerId" : named === "roles" ? "roleId" : "personalityId";
  if (named === "agents" || named === "agencies") return null;
  const users = agentsOf(state).filter((agent) => agent[key] === id);
  if (users.length === 0) return null;
  return (
    <span class="users" data-tip={users.map((agent) => agent.name).join(", ")}>
      <MarkStack>
        {users.slice(0, SHOWN).map((agent) => (
          <Mark key={agent.id} agent={agent.id} color={agent.color} size={18} />
        ))}
      </MarkStack>
      <span class="sr">{words.usedBy(users.length)}</span>
      {users.length > SHOWN && <span aria-hidden="true">+{users.length - SHOWN}</span>}
    </span>
  );
}

function TestButton({ id, tell }: { id: string; tell(result: string): void }) {
  const test = async () => {
    tell(words.testing);
    const answer = await testProvider(id);
    tell(
      !answer.ok
        ? answer.message
        : answer.value.ok
        ? words.answers(Math.round(answer.value.latencyMs))
        : told.notice(answer.value.error ?? ""),
    );
  };
  return <button type="button" class="outline" onClick={() => void test()}>{words.test}</button>;
}

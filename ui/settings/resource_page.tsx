/** One resource, or a new one: its form, and beside it what comes of it. */
import { type Signal, useSignal } from "@preact/signals";
import { Versions } from "../checks/checks_here.tsx";
import { Mark } from "../parts/mark.tsx";
import { asWished, lookOf } from "../parts/marks.ts";
import { Name } from "../parts/name.tsx";
import { go } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/settings.ts";
import { Editor, type Resource } from "./editor.tsx";
import type { Form, Values } from "./forms.ts";
import { wishIn } from "./values.ts";
import { Preview } from "./told_preview.tsx";
import { Back, Title } from "./page_head.tsx";
import { Sign } from "./sign.tsx";

/** `id`: of one that there is, or `new`. */
export function ResourcePage({ form, id }: { form: Form; id: string }) {
  const state = settings.value;
  const list = `/settings/${form.named}`;
  const found = id === "new" ? undefined : state?.[form.named][id];
  if (!state) return null;
  if (id !== "new" && found?.archived !== false) {
    return (
      <>
        <Back href={list} label={words.names[form.named]} />
        <p class="hint">{words.gone}</p>
      </>
    );
  }
  return <Filled form={form} resource={found} state={state} list={list} />;
}

interface FilledProps {
  readonly form: Form;
  readonly resource: Resource | undefined;
  readonly state: NonNullable<typeof settings.value>;
  readonly list: string;
}

/** Begun once it is known what it is of: of one that was just made a page may hear after it was opened. */
function Filled({ form, resource, state, list }: FilledProps) {
  const values = useSignal<Values>(resource ?? form.initial);
  return (
    <>
      <Back href={list} label={words.names[form.named]} />
      <Title text={<Heading form={form} resource={resource} values={values} />} />
      <div class="with-aside">
        <Editor form={form} resource={resource} values={values} done={() => go(list)} />
        <Preview named={form.named} values={values.value} state={state} id={resource?.id} />
      </div>
      {form.named === "agents" && resource && <Versions agentId={resource.id} />}
    </>
  );
}

interface HeadingProps {
  readonly form: Form;
  readonly resource: Resource | undefined;
  readonly values: Signal<Values>;
}

function Heading({ form, resource, values }: HeadingProps) {
  if (!resource) return <>{words.forms[form.named].title}</>;
  return (
    <span class="named">
      {form.named === "agents" && (
        <Mark
          agent={asWished(lookOf(resource.id), wishIn(values.value))}
          color={Number(values.value["color"])}
          size={32}
        />
      )}
      {form.named === "providers" && <Sign of={resource} />}
      <Name of={String(resource["name"])} />
    </span>
  );
}

/** What else can be said of a provider before it is connected: folded away, since most people never need it. */
import { settings, tools } from "../state/server_state.ts";
import { words } from "../words/settings.ts";
import type { Adding } from "./adding.ts";
import { FieldInput } from "./field_input.tsx";
import { FORMS } from "./forms.ts";
import { at } from "./values.ts";

/** Asked for above, or chosen among the models. */
const ABOVE = ["apiKey", "defaultModel"];

export function ProviderFields({ adding }: { adding: Adding }) {
  const state = settings.value;
  if (!state) return null;
  const { elsewhere, kind } = adding.preset.value;
  const outcome = adding.outcome.value;
  const refused = outcome.state === "failed" ? outcome.trouble.fields : {};
  const hidden = (key: string) =>
    ABOVE.includes(key) || (elsewhere === true && key === "baseUrl") ||
    (kind === "mock" && ["kind", "baseUrl", "keyHeader"].includes(key));
  return (
    <details class="advanced" open={Object.keys(refused).some((key) => !hidden(key)) || undefined}>
      <summary>
        {words.advanced}
        <small>{words.providerAdvanced}</small>
      </summary>
      <div class="fields resource">
        {FORMS.providers.fields.filter(({ key }) => !hidden(key)).map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={at(adding.values.value, field.key)}
            wrong={refused[field.key] ?? adding.wrong.value[field.key] ?? ""}
            options={field.options?.(state, tools.value) ?? []}
            models={[]}
            set={(value) => adding.set(field.key, value)}
          />
        ))}
      </div>
    </details>
  );
}

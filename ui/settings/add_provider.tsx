/** A provider by its name: choose one, paste a key, connect, and give it to agents. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Preset } from "../../events/catalog/provider_presets.ts";
import type { LocalServer } from "../../projections/shapes/views.ts";
import { newId } from "../state/api.ts";
import { create, findLocalServers, tryProvider, update } from "../state/settings_commands.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/providers.ts";
import { Adding } from "./adding.ts";
import { ConnectCard } from "./connect_card.tsx";
import { FoundHere } from "./found_here.tsx";
import { ModelList } from "./model_list.tsx";
import { suggested } from "./model_choice.ts";
import { ProviderFields } from "./provider_fields.tsx";
import { ProviderTiles } from "./provider_tiles.tsx";
import { Back, Title } from "./page_head.tsx";
import { UseItFor, UseItForLater } from "./use_it_for.tsx";

const commands = {
  tryOut: tryProvider,
  create: (fields: object, key: string) =>
    create<{ id: string; keyHint: string | null }>("providers", { ...fields }, key),
  update: (id: string, fields: object) =>
    update<{ id: string; keyHint: string | null }>("providers", id, { ...fields }),
  newKey: () => newId("provider"),
};

export function AddProvider() {
  const adding = useMemo(() => new Adding(commands), []);
  const here = useLocalServers();
  // What was chosen among the models; undefined: nothing yet.
  const chosen = useSignal<string | undefined>(undefined);
  const outcome = adding.outcome.value;
  const connected = outcome.state === "connected" ? outcome : null;
  const state = settings.value;
  const choose = (preset: Preset) => {
    chosen.value = undefined;
    adding.choose(preset);
  };
  const model = connected ? chosen.value ?? suggested(connected.models) ?? "" : "";
  return (
    <>
      <Back href="/settings/providers" label={words.back} />
      <Title text={words.title} lead={words.lead} />
      <div class="with-aside">
        <div class="steps">
          <ProviderTiles adding={adding} here={here} choose={choose} />
          <ConnectCard adding={adding} choose={choose} />
          {connected && connected.models.length > 0 && (
            <ModelList
              key={connected.providerId}
              models={connected.models}
              chosen={model}
              choose={(name) => (chosen.value = name)}
            />
          )}
          <ProviderFields adding={adding} />
          <FoundHere adding={adding} here={here} choose={choose} />
        </div>
        {connected && state && (
          <UseItFor
            key={connected.providerId}
            provider={{ id: connected.providerId, kind: adding.preset.value.kind }}
            models={connected.models}
            model={model}
            typed={(name) => (chosen.value = name)}
            state={state}
          />
        )}
        {!connected && <UseItForLater />}
      </div>
    </>
  );
}

/** What was found on the server's machine, looked for once as the page opens; null while that takes. */
function useLocalServers(): readonly LocalServer[] | null {
  const found = useSignal<readonly LocalServer[] | null>(null);
  useEffect(() => {
    void findLocalServers().then((answer) => (found.value = answer.ok ? answer.value.items : []));
  }, []);
  return found.value;
}

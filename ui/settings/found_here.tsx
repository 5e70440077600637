/** A model server on this machine that nobody has connected yet: one press away. */
import { type Preset, PRESETS } from "../../events/catalog/provider_presets.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/providers.ts";
import type { Adding } from "./adding.ts";
import { presetAt } from "./known_providers.ts";
import type { Found } from "./provider_tiles.tsx";
import { PresetSign } from "./sign.tsx";

interface Props {
  readonly adding: Adding;
  readonly here: Found;
  choose(preset: Preset): void;
}

export function FoundHere({ adding, here, choose }: Props) {
  const there = Object.values(settings.value?.providers ?? {}).filter(({ archived }) => !archived)
    .map((provider) => presetAt(provider)?.id);
  const waiting = (here ?? []).filter(({ preset }) =>
    preset !== adding.preset.value.id && !there.includes(preset)
  );
  return (
    <>
      {waiting.map((server) => {
        const preset = PRESETS.find(({ id }) => id === server.preset);
        if (!preset) return null;
        return (
          <section class="found-here" key={server.preset}>
            <PresetSign preset={preset} />
            <span>
              <b>{words.foundTitle(server.name)}</b>
              <small>{words.foundMeans(server.models.length)}</small>
            </span>
            <button
              type="button"
              class="outline"
              onClick={() => {
                choose(preset);
                void adding.connect();
              }}
            >
              {words.connectToo}
            </button>
          </section>
        );
      })}
    </>
  );
}

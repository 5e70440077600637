/** The sign of a provider: a letter or two, since the makers' own pictures are theirs. */
import type { Provider } from "../../events/catalog/workspace.ts";
import { type Preset, PRESETS } from "../../events/catalog/provider_presets.ts";
import { Icon } from "../parts/icon.tsx";
import type { Values } from "./forms.ts";
import { nameOf, signOf, signOfKept } from "./known_providers.ts";

/** Of a provider that is kept. */
export function Sign({ of }: { of: Values }) {
  // A resource of this kind has the fields of one.
  const provider = of as unknown as Provider;
  return <Letters text={signOfKept(provider)} />;
}

/** Of one that may be added. */
export function PresetSign({ preset }: { preset: Preset }) {
  if (preset.id === PRESETS.at(-1)?.id) {
    return (
      <span class="maker" aria-hidden="true">
        <Icon name="plus" />
      </span>
    );
  }
  return <Letters text={signOf({ name: nameOf(preset), preset: preset.id })} />;
}

const Letters = ({ text }: { text: string }) => <span class="maker" aria-hidden="true">{text}</span>;

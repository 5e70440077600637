/** Services and servers as tiles: one is chosen, by a press or with the arrows. */
import { type Preset, PRESETS } from "../../events/catalog/provider_presets.ts";
import type { LocalServer } from "../../projections/shapes/views.ts";
import { placeAfter } from "../parts/roving.ts";
import { settings } from "../state/server_state.ts";
import { words, wordsOfKind } from "../words/providers.ts";
import type { Adding } from "./adding.ts";
import { nameOf, presetAt } from "./known_providers.ts";
import { PresetSign } from "./sign.tsx";

/** Null: it is still being looked for. */
export type Found = readonly LocalServer[] | null;

interface Props {
  readonly adding: Adding;
  readonly here: Found;
  choose(preset: Preset): void;
}

const TILES: readonly Preset[] = PRESETS;
const isOther = (preset: Preset): boolean => preset.id === TILES.at(-1)?.id;

export function ProviderTiles({ adding, here, choose }: Props) {
  const chosen = adding.preset.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const at = TILES.findIndex(({ id }) => id === chosen.id);
    const next = placeAfter(event.key, at, TILES.length, true) ?? placeAfter(event.key, at, TILES.length);
    const preset = next === null ? undefined : TILES[next];
    if (!preset) return;
    event.preventDefault();
    choose(preset);
    document.getElementById(`tile-${preset.id}`)?.focus();
  };
  return (
    <div class="tiles" role="radiogroup" aria-label={words.tiles} onKeyDown={onKeyDown}>
      {TILES.map((preset) => (
        <button
          type="button"
          role="radio"
          class={isOther(preset) ? "tile other" : "tile"}
          id={`tile-${preset.id}`}
          key={preset.id}
          aria-checked={preset.id === chosen.id}
          tabIndex={preset.id === chosen.id ? 0 : -1}
          onClick={() => choose(preset)}
        >
          <PresetSign preset={preset} />
          <b>{nameOf(preset)}</b>
          <Needs preset={preset} here={here} />
        </button>
      ))}
    </div>
  );
}

/** What a service needs, whether it was found, or that it is there already. */
function Needs({ preset, here }: { preset: Preset; here: Found }) {
  const isFound = here?.some((server) => server.preset === preset.id) ?? false;
  const isThere = Object.values(settings.value?.providers ?? {})
    .some((provider) => !provider.archived && presetAt(provider)?.id === preset.id);
  const text = isThere
    ? words.added
    : preset.local
    ? here === null ? words.looking : isFound ? words.found : words.notRunning
    : isOther(preset)
    ? wordsOfKind("openai").label
    : preset.kind === "mock"
    ? words.needs.nothing
    : preset.elsewhere
    ? words.needs.address
    : words.needs.key;
  return <small class={isFound || isThere ? "there" : undefined}>{text}</small>;
}

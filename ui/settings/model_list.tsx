/** The models of a provider that answered: what each can do, how much it reads, what it costs; one is chosen. */
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { Icon } from "../parts/icon.tsx";
import { words } from "../words/providers.ts";
import { ModelRow } from "./model_facts.tsx";
import { isForChat, matching } from "./model_choice.ts";

/** Models shown at once: whoever looks for another one writes its name. */
const SHOWN = 8;
/** From so many on they can be searched. */
const SEARCHED = 9;

interface Props {
  readonly models: readonly OfferedModel[];
  readonly chosen: string;
  choose(name: string): void;
}

export function ModelList({ models, chosen, choose }: Props) {
  const query = useSignal("");
  const most = useSignal(SHOWN);
  const others = useSignal(false);
  const talking = models.filter(({ name }) => isForChat(name));
  const silent = models.length - talking.length;
  const all = matching(others.value || talking.length === 0 ? models : talking, query.value);
  // The chosen one is always in sight.
  const first = [...all.filter(({ name }) => name === chosen), ...all.filter(({ name }) => name !== chosen)];
  const shown = query.value ? all.slice(0, most.value) : first.slice(0, most.value);
  return (
    <section class="models">
      <header>
        <h2 id="models">{words.models}</h2>
        {models.length >= SEARCHED && (
          <label class="search-field">
            <Icon name="search" />
            <input
              type="search"
              placeholder={words.filter}
              aria-label={words.filter}
              value={query.value}
              onInput={(event) => {
                most.value = SHOWN;
                query.value = event.currentTarget.value;
              }}
            />
          </label>
        )}
        <span class="window">{words.context}</span>
        <span class="price">{words.price}</span>
      </header>
      <div role="radiogroup" aria-labelledby="models" aria-describedby="models-hint">
        {shown.map((model) => (
          <Row
            key={model.name}
            model={model}
            on={model.name === chosen}
            choose={() => choose(model.name)}
          />
        ))}
        {shown.length === 0 && <p class="hint">{words.noneOfThem}</p>}
      </div>
      <footer>
        <span class="hint" id="models-hint">{words.modelsHint}</span>
        {all.length > shown.length && (
          <button type="button" class="link" onClick={() => (most.value += 50)}>
            {words.more(all.length - shown.length)}
          </button>
        )}
        {silent > 0 && talking.length > 0 && !others.value && (
          <button type="button" class="link" onClick={() => (others.value = true)}>
            {words.notForChat(silent)}
          </button>
        )}
      </footer>
    </section>
  );
}

function Row({ model, on, choose }: { model: OfferedModel; on: boolean; choose(): void }) {
  return (
    <label class="offer">
      <input
        type="radio"
        name="model"
        aria-label={words.choose(clearText(model.name))}
        checked={on}
        onChange={choose}
      />
      <ModelRow model={model} />
    </label>
  );
}

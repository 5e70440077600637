/** What a model can do, how much it reads and what it costs: as small marks beside its name. */
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { rate } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { Name } from "../parts/name.tsx";
import { settings } from "../state/server_state.ts";
import { words } from "../words/providers.ts";
import { costs } from "./model_choice.ts";
import { compact } from "./short_numbers.ts";

const CAN:
  readonly (readonly [what: "images" | "pdf" | "tools" | "thinks" | "structured", icon: IconName])[] = [
    ["images", "eye"],
    ["pdf", "file-text"],
    ["tools", "wrench"],
    ["thinks", "brain"],
    ["structured", "list-checks"],
  ];

/** `short`: by their pictures alone, their words for who does not see them. */
export function Can({ model, short = false }: { model: OfferedModel; short?: boolean }) {
  return (
    <span class="can">
      {CAN.filter(([what]) => model[what]).map(([what, icon]) => (
        <span class="tag" key={what} data-tip={short ? words.can[what] : undefined}>
          <Icon name={icon} size={13} /> {short ? <span class="sr">{words.can[what]}</span> : words.can[what]}
        </span>
      ))}
    </span>
  );
}

/** `200K`; nothing where nobody says. */
const windowOf = ({ contextWindow }: OfferedModel): string =>
  contextWindow === undefined ? "" : compact(contextWindow);

/** Dollars a million tokens, in and out. */
function priceOf(model: OfferedModel): string {
  const price = costs(model, settings.value?.settings.prices ?? {});
  if (!price) return words.priceUnknown;
  return price.input === 0 && price.output === 0
    ? words.free
    : `${rate(price.input)} / ${rate(price.output)}`;
}

/** What stands of it in a row of a list: its names, and all of it. */
export function ModelRow({ model, short = false }: { model: OfferedModel; short?: boolean }) {
  return (
    <>
      <span class="what">
        <b>
          <Name of={model.name} />
        </b>
        {model.label && (
          <small>
            <Name of={model.label} />
          </small>
        )}
      </span>
      <Can model={model} short={short} />
      <span class="window">{windowOf(model)}</span>
      <span class="price">{priceOf(model)}</span>
    </>
  );
}

/** All of it in a line, below a field. */
export function ModelFacts({ model }: { model: OfferedModel }) {
  const window = windowOf(model);
  return (
    <p class="model-facts">
      <Can model={model} />
      {window && <span>{words.reads(window)}</span>}
      <span>{words.costs(priceOf(model))}</span>
    </p>
  );
}

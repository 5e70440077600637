/** Who answers in the conversation that begins here, and what else holds in it. */
import { factsOf } from "../../events/catalog/modes.ts";
import { modeIcon, Modes, modeWords } from "../chat/mode_select.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { Popover } from "../parts/popover.tsx";
import { settings } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { words as head } from "../words/head.ts";
import { words } from "../words/home.ts";
import { choice, choose, present } from "./choosing.ts";

export function HomeMode() {
  const { mode, agencyId, settings: chosen } = choice.value;
  const agency = agencyId === null ? undefined : settings.value?.agencies[agencyId];
  const shown = agency ? "manager" : mode;
  const told = modeWords(shown, factsOf(shown).rounds ? chosen.rounds ?? 1 : null);
  return (
    <Popover
      label={head.whoAnswers(told)}
      name={head.whoAnswersShort}
      class="to2"
      align="start"
      content={(close) => (
        <>
          <Modes
            mode={agency ? null : mode}
            rounds={chosen.rounds ?? 1}
            choose={(value) => choose({ mode: value, agencyId: null })}
            setRounds={(rounds) => choose({ settings: { ...chosen, rounds } })}
            close={close}
          />
          <Agencies close={close} />
          <button
            type="button"
            class="quiet more-settings"
            onClick={() => {
              close();
              dialog.value = { name: "conversation" };
            }}
          >
            <Icon name="sliders-horizontal" />
            {words.more}
          </button>
        </>
      )}
    >
      <Icon name={modeIcon(shown)} />
      <span class="mode-name">{told}</span>
      <Icon name="chevron-down" />
    </Popover>
  );
}

function Agencies({ close }: { close(): void }) {
  const agencies = present(settings.value?.agencies);
  if (agencies.length === 0) return null;
  return (
    <div class="modes agencies" role="group" aria-label={words.agencies}>
      <h3>{words.agencies}</h3>
      {agencies.map(({ id, name }) => (
        <button
          type="button"
          key={id}
          aria-pressed={choice.value.agencyId === id}
          onClick={() => {
            choose({ agencyId: id });
            close();
          }}
        >
          <Icon name="network" />
          <span>
            <b>
              <Name of={name} />
            </b>
          </span>
        </button>
      ))}
    </div>
  );
}

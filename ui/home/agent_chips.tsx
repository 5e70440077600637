/** Who is asked: a chip for each agent, pressed in or out, and the others behind one more. */
import { useMemo } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { Icon } from "../parts/icon.tsx";
import { Mark } from "../parts/mark.tsx";
import { type Look, looksOf } from "../parts/marks.ts";
import { Name } from "../parts/name.tsx";
import { Popover } from "../parts/popover.tsx";
import { nextIn } from "../parts/roving.ts";
import { wished } from "../state/own_marks.ts";
import { words } from "../words/home.ts";
import { choice, choose, chosenIds, toggled, withChips } from "./choosing.ts";

interface Agent {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly archived: boolean;
}

/** One stop of the Tab key; arrows move along the chips. */
const along = (event: KeyboardEvent & { currentTarget: HTMLElement }) =>
  void nextIn(
    [...event.currentTarget.querySelectorAll<HTMLElement>(":scope > .ag, .menu > .ag")],
    event,
    true,
  );

export function AgentChips({ agents }: { agents: readonly Agent[] }) {
  const chosen = chosenIds(agents, choice.value);
  const { chips, others } = withChips(agents, chosen);
  // The same as in the conversation that begins here, as far as they are told apart already.
  const looks = looksOf(agents.map(({ id }) => id));
  return (
    <div class="ags" role="group" aria-label={words.agents} onKeyDown={along}>
      {chips.map(({ id, name, color }, at) => {
        const on = chosen.includes(id);
        return (
          <button
            type="button"
            key={id}
            class={on ? "ag" : "ag off"}
            aria-pressed={on}
            tabIndex={at === 0 ? 0 : -1}
            onClick={() => choose({ agentIds: toggled(agents, choice.value, id) })}
          >
            <Mark agent={wished(id, looks.get(id))} color={color} />
            <Name of={name} />
          </button>
        );
      })}
      <Popover
        label={words.add}
        name={words.addAgents}
        class="ag add"
        align="start"
        content={() => <Others agents={others} all={agents} looks={looks} />}
      >
        <Icon name="plus" />
        {words.add}
      </Popover>
    </div>
  );
}

interface OthersProps {
  readonly agents: readonly Agent[];
  readonly all: readonly Agent[];
  readonly looks: ReadonlyMap<string, Look>;
}

/** Those without a chip: who is put in gets one, and stays here too while it is open, so that nothing moves. */
function Others({ agents, all, looks }: OthersProps) {
  // Opened before anybody is known, it offers those there are once they are.
  const offered = useMemo(() => agents, [all.length > 0]);
  const chosen = chosenIds(all, choice.value);
  return (
    <div
      class="others"
      role="group"
      aria-label={words.addAgents}
      onKeyDown={(event) => {
        // Arrows move here, not along the chips behind.
        event.key.startsWith("Arrow") && event.stopPropagation();
        nextIn([...event.currentTarget.querySelectorAll<HTMLElement>("button, a")], event, true);
      }}
    >
      {offered.map(({ id, name, color }) => (
        <button
          type="button"
          key={id}
          class={chosen.includes(id) ? "ag" : "ag off"}
          aria-pressed={chosen.includes(id)}
          onClick={() => choose({ agentIds: toggled(all, choice.value, id) })}
        >
          <Mark agent={wished(id, looks.get(id))} color={color} size={18} />
          <Name of={name} />
        </button>
      ))}
      <a class="chip" href="/settings/agents" data-go>
        <Icon name="plus" />
        {words.newAgent}
      </a>
    </div>
  );
}

/** An agency has its own agents: it stands in their place. */
export function AgencyChip({ id, name, members }: {
  readonly id: string;
  readonly name: string;
  readonly members: readonly Agent[];
}) {
  const shown = clearText(name);
  return (
    <div class="ags" role="group" aria-label={words.agencyOf(shown)}>
      <span class="ag agency" key={id}>
        <Icon name="network" />
        <Name of={name} />
        <button
          type="button"
          class="icon"
          aria-label={words.noAgency(shown)}
          onClick={() => choose({ agencyId: null })}
        >
          <Icon name="x" size={14} />
        </button>
      </span>
      {members.map((member) => (
        <span class="ag member" key={member.id}>
          <Mark agent={member.id} color={member.color} />
          <Name of={member.name} />
        </span>
      ))}
    </div>
  );
}

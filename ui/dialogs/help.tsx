/** All keys, by what they are for; and the switch that turns them off. */
import "./help.css";
import { KEY_NAMES, type KeyName, KEYS } from "../keys/key_table.ts";
import { capsOf } from "../keys/told.ts";
import { Sheet } from "../parts/form.tsx";
import { keysOn } from "../state/ui_state.ts";
import { words } from "../words/keys.ts";
import { words as presses } from "../words/presses.ts";

export function Help() {
  const groups = Map.groupBy(KEY_NAMES, (name) => KEYS[name].group);
  return (
    <Sheet title={words.title}>
      {/* One begins to read at the top: the first that can have the focus stands at the end. */}
      <div class="key-groups" tabIndex={-1} autofocus>
        {[...groups].map(([group, names]) => (
          <section key={group}>
            <h3>{words.groups[group]}</h3>
            <dl class="keys">{names.map((name) => <Line key={name} name={name} />)}</dl>
          </section>
        ))}
      </div>
      <label class="keys-on">
        <input
          type="checkbox"
          checked={keysOn.value}
          onChange={(event) => (keysOn.value = event.currentTarget.checked)}
        />{" "}
        {words.on}
        <small class="hint">{words.outside}</small>
      </label>
    </Sheet>
  );
}

function Line({ name }: { name: KeyName }) {
  return (
    <div>
      <dt>
        {KEYS[name].press.map((press, at) => (
          <span key={press}>
            {at > 0 && <small>{presses.or}</small>}
            {capsOf(press).map((cap) => <kbd key={cap}>{cap}</kbd>)}
          </span>
        ))}
      </dt>
      <dd>{words.does[name]}</dd>
    </div>
  );
}

/** The one thing a service asks for, the button that asks it, and what came of that. */
import type { Preset } from "../../events/catalog/provider_presets.ts";
import { COMPATIBLE, presetOfKey } from "../../events/catalog/provider_presets.ts";
import { Icon } from "../parts/icon.tsx";
import { seconds } from "../parts/format.ts";
import { words } from "../words/providers.ts";
import type { Adding } from "./adding.ts";
import { hostOf } from "./known_providers.ts";
import { SecretInput } from "./secret_input.tsx";
import { mayKeep, tellTrouble } from "./trouble.ts";

interface Props {
  readonly adding: Adding;
  choose(preset: Preset): void;
}

export function ConnectCard({ adding, choose }: Props) {
  const preset = adding.preset.value;
  const { state } = adding.outcome.value;
  const known = knownAt(adding);
  const wantsKey = preset.keysAt !== undefined || preset.elsewhere === true;
  return (
    <form
      class="form connect"
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== "busy") void adding.connect();
      }}
    >
      {preset.elsewhere && <Address adding={adding} />}
      {wantsKey
        ? <KeyField adding={adding} choose={choose} keysAt={known?.keysAt ?? preset.keysAt} />
        : (
          <div class="with-button">
            <p>
              {preset.kind === "mock"
                ? words.practiceMeans
                : words.localMeans(preset.name, hostOf(preset.baseUrl ?? ""))}
            </p>
            <ConnectButton adding={adding} />
          </div>
        )}
      <Result adding={adding} />
    </form>
  );
}

/** The service whose address was taken over, which says where its keys are. */
const knownAt = (adding: Adding): Preset | undefined =>
  COMPATIBLE.find(({ baseUrl }) => baseUrl === adding.values.value["baseUrl"]);

function Address({ adding }: { adding: Adding }) {
  const { value } = adding.values;
  const take = (preset: Preset) => {
    adding.set("baseUrl", preset.baseUrl ?? "");
    adding.set("name", preset.name);
  };
  return (
    <>
      {adding.preset.value.id === "other" && (
        <p class="known">
          <span class="hint">{words.known}</span>
          {COMPATIBLE.map((preset) => (
            <button
              type="button"
              class="chip"
              key={preset.id}
              aria-pressed={value["baseUrl"] === preset.baseUrl}
              onClick={() => take(preset)}
            >
              {preset.name}
            </button>
          ))}
        </p>
      )}
      <div class="field">
        <label for="connect-address">{words.address}</label>
        <input
          id="connect-address"
          type="url"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          placeholder={words.addressPlaceholder}
          value={String(value["baseUrl"] ?? "")}
          onInput={(event) => adding.set("baseUrl", event.currentTarget.value)}
        />
      </div>
    </>
  );
}

function KeyField({ adding, choose, keysAt }: Props & { readonly keysAt: string | undefined }) {
  const preset = adding.preset.value;
  const outcome = adding.outcome.value;
  const typed = String(adding.values.value["apiKey"] ?? "");
  const kept = outcome.state === "connected" && outcome.keyHint !== null;
  return (
    <div class="field">
      <span class="head">
        <label for="connect-key">{preset.elsewhere ? words.keyIfAny : words.key(preset.name)}</label>
        {keysAt && <a href={keysAt} target="_blank" rel="noreferrer">{words.whereToFind}</a>}
      </span>
      <div class="with-button">
        <SecretInput
          id="connect-key"
          isKey
          autocomplete="off"
          placeholder={kept ? `••••••••••••${outcome.keyHint}` : words.keyPlaceholder}
          value={typed}
          show={words.showKey}
          hide={words.hideKey}
          set={(value) => adding.set("apiKey", value)}
        />
        <ConnectButton adding={adding} />
      </div>
      <LooksLike adding={adding} choose={choose} typed={typed} />
    </div>
  );
}

/** Says so where a key looks like one of another service. */
function LooksLike({ adding, choose, typed }: Props & { readonly typed: string }) {
  const preset = adding.preset.value;
  const other = presetOfKey(typed);
  if (!other || !preset.keyBegins || other.id === preset.id) return null;
  const use = () => {
    choose(other);
    adding.set("apiKey", typed);
  };
  return (
    <p class="result">
      <Icon name="info" />
      <span>
        {words.looksLike(other.name)}{" "}
        <button type="button" class="link" onClick={use}>{words.useInstead(other.name)}</button>
      </span>
    </p>
  );
}

function ConnectButton({ adding }: { adding: Adding }) {
  const { state } = adding.outcome.value;
  return (
    <button
      type="submit"
      class={state === "connected" ? "outline connected" : "primary"}
      aria-busy={state === "busy"}
      disabled={state === "busy"}
    >
      {state === "connected" && <Icon name="check" />}
      {state === "busy" ? words.connecting : state === "connected" ? words.connected : words.connect}
    </button>
  );
}

function Result({ adding }: { adding: Adding }) {
  const outcome = adding.outcome.value;
  switch (outcome.state) {
    case "failed": {
      const { trouble } = outcome;
      const withKey = Boolean(adding.values.value["apiKey"]);
      return (
        <div class="result bad" role="alert">
          <Icon name="circle-alert" />
          <span>
            {tellTrouble(trouble, adding.preset.value, withKey)}
            {mayKeep(trouble) && (
              <>
                {" "}
                <button type="button" class="link" onClick={() => void adding.connect(true)}>
                  {words.keepAnyway}
                </button>
              </>
            )}
          </span>
        </div>
      );
    }
    case "connected": {
      const { models } = outcome;
      // Nobody measures less than a tenth of a second.
      const latencyMs = outcome.latencyMs === null ? null : Math.max(100, outcome.latencyMs);
      return (
        <p class="result good" role="status">
          <Icon name="circle-check" />
          <span>
            {latencyMs === null ? words.kept : (
              <>
                <b>{words.works}</b> {models.length > 0
                  ? words.answered(seconds(latencyMs), models.length)
                  : words.noModels(seconds(latencyMs))}
              </>
            )}
          </span>
        </p>
      );
    }
    default:
      return <p class="sr" role="status">{outcome.state === "busy" ? words.connecting : ""}</p>;
  }
}

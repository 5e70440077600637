/** How the server is doing, asked for again and again while somebody looks. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { StatusAnswer } from "../../server/contract/process.ts";
import { HELD_MS } from "../../events/catalog/limits.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import { clock, count, fileSize } from "../parts/format.ts";
import { status as statusNow } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { words as all } from "../words/settings.ts";
import { words as told } from "../words/sayings.ts";
import { words } from "../words/status.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 5_000;
/** What kept it longest is told of so many. */
const TOLD = 3;

const states: Readonly<Record<string, string>> = words.states;

/** What is deleted by itself: after how long, how much soon, and when was last looked. */
function deleting({ days, soon, looked }: StatusAnswer["retention"]): string {
  if (days === null) return words.keeps;
  const found = looked ? [words.goes(soon), words.looked(clock(looked.at))] : [words.unlooked];
  return [words.deletes(days), ...found].join(", ");
}

/** What of its own work kept the server from everything else at worst, and when. */
function longest(loopHeld: StatusAnswer["loopHeld"]): string {
  const worst = loopHeld.filter(({ ownMs }) => ownMs >= HELD_MS).slice(0, TOLD);
  if (worst.length === 0) return words.neverHeld(HELD_MS);
  const names: Readonly<Record<string, string>> = words.heldBy;
  return worst.map(({ name, ownMs, at }) => words.heldFor(names[name] ?? name, Math.round(ownMs), clock(at)))
    .join("; ");
}

/** What is told of a status, in the order in which it stands there. */
export function rowsOf(
  status: StatusAnswer,
  named: (id: string) => string,
): readonly (readonly [string, string])[] {
  const { store, disk, backup, retention, providers } = status;
  const place = store.kind === "remote" ? words.elsewhere : words.inMemory;
  return [
    [words.version, status.version],
    [words.turns, words.running(status.turnsRunning, status.turnsWaiting)],
    [words.streams, count(status.subscribers)],
    [words.store, store.bytes === undefined ? place : fileSize(store.bytes)],
    ...disk ? [[words.disk, fileSize(disk.free)] as const] : [],
    [words.backup, backup ? words.backupOf(clock(backup.at), fileSize(backup.bytes)) : words.noBackup],
    [words.retention, deleting(retention)],
    [words.commits, count(status.commitsPerSecond)],
    [words.lag, words.late(Math.round(status.loopLagMs))],
    [words.held, longest(status.loopHeld)],
    [
      words.providers,
      providers.length === 0
        ? words.noProviders
        : providers.map(({ id, state }) => `${named(id)}: ${states[state] ?? state}`).join(", "),
    ],
  ];
}

export function Status() {
  const status = useSignal<StatusAnswer | null>(null);
  const wrong = useSignal("");
  useEffect(() => {
    const load = async () => {
      const answer = await statusNow();
      wrong.value = answer.ok ? "" : answer.message;
      if (answer.ok) status.value = answer.value;
    };
    void load();
    const timer = setInterval(() => void load(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!status.value) return <p aria-busy={!wrong.value}>{wrong.value || all.loading}</p>;
  const { disk, lastErrors } = status.value;
  const named = (id: string) => clearText(settings.value?.providers[id]?.name ?? id);
  return (
    <>
      {disk && disk.state !== "ok" && (
        <p class="resource warning" role="alert">{disk.state === "full" ? words.diskFull : words.diskLow}</p>
      )}
      <dl class="resource server-state">
        {rowsOf(status.value, named).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{words.errors}</h2>
      {lastErrors.length === 0 ? <p class="hint">{words.noErrors}</p> : (
        <ul class="resources">
          {lastErrors.map(({ at, provider, message }) => (
            <li key={`${at} ${provider} ${message}`} class="resource">
              {clock(at)} · {clearText(provider)}: {told.notice(message)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

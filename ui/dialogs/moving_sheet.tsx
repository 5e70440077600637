/** Another product's file in a dialog: what is in it, taking it in, and where it is afterwards. */
import "./moving_sheet.css";
import { useEffect, useMemo } from "preact/hooks";
import { clearText, firstCharacters } from "../../events/catalog/clear_text.ts";
import type { Card } from "../../projections/moving_in/cards.ts";
import type { Moved, Survey } from "../../projections/moving_in/moving.ts";
import { type Counts, LEFT, MARKDOWN } from "../../projections/moving_in/talks.ts";
import { count, date } from "../parts/format.ts";
import { MovingFile, type Phase } from "../state/moving_file.ts";
import { go } from "../state/router.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/moving.ts";

/** Code points of a prompt that are shown. */
const SHOWN = 600;

export function MovingSheet({ file }: { file: File }) {
  const moving = useMemo(() => new MovingFile(file), [file]);
  useEffect(() => {
    void moving.look();
    // Left in the middle, it ends; what was taken in stays.
    return () => moving.stop();
  }, [moving]);
  const phase = moving.phase.value;
  return (
    <div class="moving">
      <h2>{words.title}</h2>
      <p class="hint">
        <bdi>{file.name}</bdi>
      </p>
      <div role="status">
        <Said phase={phase} />
      </div>
      {phase.name === "found" && (
        <label class="switch-line">
          <input
            type="checkbox"
            checked={moving.branches.value}
            onChange={(event) => {
              moving.branches.value = event.currentTarget.checked;
              void moving.look();
            }}
          />
          <span>{words.alsoBranches}</span>
        </label>
      )}
      <Buttons phase={phase} moving={moving} />
    </div>
  );
}

function Said({ phase }: { phase: Phase }) {
  switch (phase.name) {
    case "looking":
      return <Progress text={words.looking} percent={phase.percent} />;
    case "found":
      return <Found so={phase.so} />;
    case "moving":
      return <Progress text={words.moving(phase.so.created)} percent={phase.percent} />;
    case "done":
      return <Done {...phase} />;
    case "card":
      return <FoundCard card={phase.card} />;
    case "made":
      return <p>{words.cardMade(phase.card.name, phase.taken)}</p>;
    case "none":
      return <p class="problem">{words.faults[phase.fault]}</p>;
    case "failed":
      return <p class="problem">{phase.wrong}</p>;
  }
}

function Progress({ text, percent }: { text: string; percent: number }) {
  return (
    <>
      <p>{text}</p>
      <progress max={100} value={percent} aria-label={words.progress} />
    </>
  );
}

function Found({ so }: { so: Survey }) {
  const isAllHere = so.here + so.deleted === so.talks + so.branches;
  const lines = [
    words.talks(so.talks),
    so.branches > 0 ? words.branches(so.branches) : "",
    words.messages(so.messages),
    so.files > 0 ? words.files(so.files) : "",
    words.between(date(so.first), date(so.last)),
    so.here > 0 ? words.here(so.here) : "",
    so.deleted > 0 ? words.deleted(so.deleted) : "",
  ].filter((line) => line !== "");
  return (
    <>
      <h3>{words.from(so.from)}</h3>
      <ul class="found">{lines.map((line) => <li key={line}>{line}</li>)}</ul>
      {so.from === MARKDOWN && <p class="hint">{words.guessed}</p>}
      <Left left={so.left} />
      <p class="hint">{isAllHere ? words.nothingNew : words.keeps}</p>
    </>
  );
}

function FoundCard({ card: { name, prompt, left } }: { card: Card }) {
  const lines = [
    left.greetings > 0 ? words.greetings(left.greetings) : "",
    left.lore > 0 ? words.lore(left.lore) : "",
    left.assets > 0 ? words.assets(left.assets) : "",
    left.cut ? words.cut : "",
  ].filter((line) => line !== "");
  return (
    <>
      <h3>{words.card(clearText(name))}</h3>
      <blockquote dir="auto">{clearText(firstCharacters(prompt, SHOWN), " ")}</blockquote>
      {lines.length > 0 && <p>{words.leftOut}</p>}
      {lines.length > 0 && <ul class="found">{lines.map((line) => <li key={line}>{line}</li>)}</ul>}
      <p class="hint">{words.cardBecomes}</p>
    </>
  );
}

function Left({ left }: { left: Counts }) {
  const why = LEFT.filter((name) => left[name] !== undefined);
  if (why.length === 0) return null;
  return (
    <details>
      <summary>{words.leftOut}</summary>
      <dl>
        {why.map((name) => (
          <div key={name}>
            <dt>{words.left[name]}</dt>
            <dd class="num">{count(left[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Done({ so, stopped, wrong }: { so: Moved; stopped: boolean; wrong: string }) {
  return (
    <>
      <p>{words.imported(so.created, so.messages)}</p>
      {so.here > 0 && <p>{words.here(so.here)}</p>}
      {wrong !== "" && <p class="problem">{wrong}</p>}
      {stopped && <p>{wrong === "" ? words.stopped : words.brokeOff}</p>}
      <Left left={so.left} />
      {so.created > 0 && <p class="hint">{words.where}</p>}
    </>
  );
}

function Buttons({ phase, moving }: { phase: Phase; moving: MovingFile }) {
  const leave = () => void (dialog.value = null);
  const open = phase.name === "done" ? phase.so.open : "";
  return (
    <p class="buttons">
      {phase.name === "moving"
        ? <button type="button" class="outline" onClick={() => moving.stop()}>{words.stop}</button>
        : <button type="button" class="outline" onClick={leave}>{words.close}</button>}
      {phase.name === "found" && (
        <button type="button" class="primary" onClick={() => void moving.move()}>{words.begin}</button>
      )}
      {phase.name === "card" && (
        <button
          type="button"
          class="primary"
          disabled={phase.busy}
          onClick={() => void moving.make()}
        >
          {words.makeAgent}
        </button>
      )}
      {phase.name === "made" && phase.taken.state !== "alone" && (
        <a class="primary" href={`/settings/agents/${phase.taken.id}`} onClick={leave}>{words.openAgent}</a>
      )}
      {open !== "" && (
        <button
          type="button"
          class="primary"
          onClick={() => {
            leave();
            go(`/c/${open}`);
          }}
        >
          {words.open}
        </button>
      )}
    </p>
  );
}

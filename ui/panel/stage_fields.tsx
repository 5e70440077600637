/** One stage in the form of a format: what every stage says, and folded away what most never need. */
import { type Signal, useSignal } from "@preact/signals";
import { BUILT_IN_PANELS } from "../../events/catalog/built_in_panels.ts";
import { PANEL_NAME_CODE_POINTS, PANEL_ROUNDS } from "../../events/catalog/limits.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import { words } from "../words/panelling.ts";
import { Choice, Note, noted, Text, Ticks, type Told } from "./format_inputs.tsx";
import {
  type Drafts,
  type MoreField,
  put,
  shownOf,
  type Stage,
  textOf,
  toggled,
  wrongText,
} from "./stage_more.ts";

const FINDINGS = BUILT_IN_PANELS.find(({ id }) => id === "review")?.format.stages[0]?.schema;
/** Where a schema of one's own begins. */
const BEGUN: Stage["schema"] = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};
const SEES = ["own", "all", "anonymised", "summary", "question"] as const;

/** The form as it stands. */
export interface Part {
  readonly typed: Signal<PanelFormat>;
  readonly drafts: Signal<Drafts>;
  /** What is wrong, by its path. */
  readonly wrong: Signal<Readonly<Record<string, string>>>;
}

/** How a stage's answers are to look. */
const formOf = ({ brief, schema }: Stage): "words" | "findings" | "brief" | "own" =>
  brief
    ? "brief"
    : schema === undefined
    ? "words"
    : JSON.stringify(schema) === JSON.stringify(FINDINGS)
    ? "findings"
    : "own";

function formed(stage: Stage, form: string): Stage {
  const { brief: _, schema: __, agree, ...bare } = stage;
  if (form === "brief") return { ...bare, brief: true };
  const schema = form === "findings" ? FINDINGS : form === "own" ? BEGUN : undefined;
  return schema ? { ...bare, schema, ...(agree === undefined ? {} : { agree }) } : bare;
}

interface StageProps extends Part {
  readonly at: number;
  readonly stage: Stage;
}

/** A stage as its fields change it. */
interface Edit {
  readonly stage: Stage;
  told(field: string): Told;
  set(next: Stage): void;
  /** What was typed into these no longer counts. */
  forget(...fields: readonly MoreField[]): void;
}

export function StageFields({ at, stage, ...part }: StageProps) {
  const { typed, drafts, wrong } = part;
  const opened = useSignal(false);
  const edit: Edit = {
    stage,
    told: (field) => {
      const path = `format.stages.${at}.${field}`;
      return { path, wrong: wrong.value[path] ?? "" };
    },
    set: (next) => {
      const stages = typed.value.stages.map((one, index) => index === at ? next : one);
      typed.value = { ...typed.value, stages };
      // What the server said of this stage it said of it as it was.
      wrong.value = Object.fromEntries(
        Object.entries(wrong.value).filter(([path]) => !path.startsWith(`format.stages.${at}.`)),
      );
    },
    forget: (...fields) => {
      const kept = Object.entries(drafts.value[stage.id] ?? {}).filter(([field]) =>
        !fields.some((one) => one === field)
      );
      drafts.value = { ...drafts.value, [stage.id]: Object.fromEntries(kept) };
    },
  };
  return (
    <div class="format-part">
      <Basics edit={edit} roles={typed.value.roles} />
      <Form edit={edit} begun={() => (opened.value = true)} />
      <Rounds edit={edit} />
      <More edit={edit} at={at} part={part} opened={opened} />
      <RemoveStage stage={stage} part={part} />
    </div>
  );
}

function Basics({ edit: { stage, told, set }, roles }: { edit: Edit; roles: PanelFormat["roles"] }) {
  const others = (id: string) => stage.who.filter((one) => one !== id);
  return (
    <>
      <Text {...told("name")} label={words.name} value={stage.name} set={(name) => set({ ...stage, name })} />
      <Text
        {...told("gives")}
        label={words.gives}
        value={stage.gives}
        set={(gives) => set({ ...stage, gives })}
      />
      <Ticks
        {...told("who")}
        label={words.who}
        options={roles.map(({ id, name }) => [id, name])}
        ticked={stage.who}
        set={(id, on) => set({ ...stage, who: on ? [...others(id), id] : others(id) })}
      />
      <Choice
        {...told("turns")}
        label={words.turns}
        value={stage.turns}
        options={[["together", words.together], ["in_turn", words.inTurn]]}
        set={(turns) => set({ ...stage, turns: turns === "in_turn" ? "in_turn" : "together" })}
      />
      <Choice
        {...told("sees")}
        label={words.shown}
        value={stage.sees}
        options={SEES.map((one) => [one, words.sees[one]])}
        set={(sees) => set({ ...stage, sees: SEES.find((one) => one === sees) ?? "all" })}
      />
      <Text
        {...told("instruction")}
        label={words.instruction}
        long
        value={stage.instruction}
        set={(instruction) => set({ ...stage, instruction })}
      />
    </>
  );
}

/** `begun`: a schema of one's own is to be written. */
function Form({ edit: { stage, told, set, forget }, begun }: { edit: Edit; begun(): void }) {
  return (
    <Choice
      {...told("form")}
      label={words.form}
      value={formOf(stage)}
      options={[
        ["words", words.formWords],
        ["findings", words.formFindings],
        ["brief", words.formBrief],
        ["own", words.formOwn],
      ]}
      set={(chosen) => {
        forget("schema", "agree");
        set(formed(stage, chosen));
        if (chosen === "own") begun();
      }}
    />
  );
}

function Rounds({ edit: { stage, told, set, forget } }: { edit: Edit }) {
  return (
    <Choice
      {...told("rounds")}
      label={words.rounds}
      value={String(stage.rounds ?? 1)}
      options={Array.from({ length: PANEL_ROUNDS }, (_, index) => [String(index + 1), String(index + 1)])}
      set={(rounds) => {
        const { rounds: _, agree: __, tokens: ___, ...once } = stage;
        if (rounds === "1") forget("agree", "tokens");
        set(rounds === "1" ? once : { ...stage, rounds: Number(rounds) });
      }}
    />
  );
}

function RemoveStage(
  { stage, part: { typed, drafts, wrong } }: { readonly stage: Stage; readonly part: Part },
) {
  const { stages } = typed.value;
  if (stages.length < 2) return null;
  const remove = () => {
    const left = stages.filter(({ id }) => id !== stage.id).map((one) => toggled(one, stage.id, false));
    typed.value = { ...typed.value, stages: left };
    // Another stage may be given its id.
    drafts.value = { ...drafts.value, [stage.id]: {} };
    wrong.value = {};
  };
  return <button type="button" class="outline" onClick={remove}>{words.removeStage(stage.name)}</button>;
}

interface MoreProps {
  readonly edit: Edit;
  readonly at: number;
  readonly part: Part;
  readonly opened: Signal<boolean>;
}

/** Folded away until something in it is wrong. */
function More({ edit: { stage, told, set }, at, part: { typed, drafts }, opened }: MoreProps) {
  const sources = shownOf(typed.value.stages, at);
  const draft = drafts.value[stage.id] ?? {};
  const field = (name: MoreField) => {
    const text = draft[name] ?? textOf(stage, name);
    const { path, wrong } = told(name);
    return {
      path,
      text,
      wrong: wrongText(name, text) || wrong,
      set: (text: string) => {
        drafts.value = { ...drafts.value, [stage.id]: { ...draft, [name]: text } };
        set(put(stage, name, text));
      },
    };
  };
  const [schema, agree, tokens, minutes] = [
    field("schema"),
    field("agree"),
    field("tokens"),
    field("minutes"),
  ];
  const of = told("of");
  const isWrong = [of, schema, agree, tokens, minutes].some(({ wrong }) => wrong !== "");
  return (
    <details
      class="advanced"
      open={opened.value || isWrong}
      onToggle={(event) => (opened.value = event.currentTarget.open)}
    >
      <summary>
        {words.more}
        <small>{words.moreOf}</small>
      </summary>
      <div class="format-more">
        {sources.length > 0 && (
          <Ticks
            {...of}
            label={words.of}
            hint={words.ofHint}
            options={sources.map(({ id, name }) => [id, id === stage.id ? words.ofItself : name])}
            ticked={stage.of ?? []}
            set={(id, on) => set(toggled(stage, id, on))}
          />
        )}
        {stage.brief === undefined && <Typed {...schema} label={words.schema} hint={words.schemaHint} code />}
        <Typed {...agree} label={words.agree} hint={words.agreeHint} />
        <Typed {...tokens} label={words.stageTokens} hint={words.stageTokensHint} whole />
        <Typed {...minutes} label={words.minutes} hint={words.minutesHint} whole />
      </div>
    </details>
  );
}

interface TypedProps extends Told {
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  readonly code?: true;
  readonly whole?: true;
  set(text: string): void;
}

function Typed({ path, text, wrong, label, hint, code, whole, set }: TypedProps) {
  const common = { ...noted({ path, wrong }, hint), id: path, value: text, autocomplete: "off" };
  return (
    <div class="field">
      <label for={path}>{label}</label>
      {code
        ? (
          <textarea
            {...common}
            dir="ltr"
            class="code"
            rows={4}
            spellcheck={false}
            onInput={(event) => set(event.currentTarget.value)}
          />
        )
        : (
          <input
            {...common}
            type="text"
            maxLength={PANEL_NAME_CODE_POINTS}
            inputMode={whole ? "numeric" : "text"}
            onInput={(event) => set(event.currentTarget.value)}
          />
        )}
      <Note path={path} wrong={wrong} hint={hint} />
    </div>
  );
}

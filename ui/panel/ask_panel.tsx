/** A panel is called: how it goes, who sits where, and the question. In the open conversation, or in one that begins with it. */
import "./ask_panel.css";
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { BUILT_IN_PANELS } from "../../events/catalog/built_in_panels.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import { turnsOf } from "../../projections/panels/formats.ts";
import { Attaching } from "../chat/attachment_chips.tsx";
import type { JudgePanel } from "../../server/contract/comparison_shapes.ts";
import { DialogForm, openMade, useSubmit, useTries, wrongOf } from "../parts/form.tsx";
import type { Answer } from "../state/api.ts";
import type { AttachingFiles } from "../state/attaching.ts";
import { useExpected } from "../trials/expected_use.tsx";
import { showComparison } from "../comparing/comparison_calls.ts";
import { askPanel, judgePanel, keepPanel, panelUse, start } from "../state/commands.ts";
import { place } from "../state/router.ts";
import { here, settings } from "../state/server_state.ts";
import { type Dialog, dialog } from "../state/ui_state.ts";
import { say } from "../state/toast.ts";
import { words } from "../words/panelling.ts";
import { FormatPicture } from "./format_picture.tsx";
import { limitsOf, type Most } from "./panel_limits.ts";
import { type Beside, besideOf, Judge, Meter, NOBODY } from "./worth.tsx";
import { type Chair, chairsOf, proposed, type Sitter } from "./seating.ts";

/** A format that can be chosen. */
export interface Offered {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly format: PanelFormat;
  readonly seats?: readonly Chair[] | undefined;
}

/** Those of one's own first. */
export function offered(): Offered[] {
  const own = Object.values(settings.value?.panelFormats ?? {}).filter(({ archived }) => !archived).map((
    { id, format, seats },
  ) => ({ id, name: clearText(format.name), about: clearText(format.description), format, seats }));
  return [
    ...own,
    ...BUILT_IN_PANELS.map(({ id, format }) => ({
      id,
      name: words.builtIn[id]?.name ?? format.name,
      about: words.builtIn[id]?.about ?? format.description,
      format,
    })),
  ];
}

/** Who can sit: of the open conversation those who are enabled, else all there are. */
function sittersHere(): Sitter[] {
  const store = here.value;
  if (store) {
    return store.now.participants.filter(({ enabled }) => enabled).map(({ agentId, name }) => ({
      agentId,
      name: clearText(name),
    }));
  }
  return Object.values(settings.value?.agents ?? {}).filter(({ archived }) => !archived).map((
    { id, name },
  ) => ({
    agentId: id,
    name: clearText(name),
  }));
}

/** Where a conversation is begun: in the project that is open. */
function into(): { readonly projectId?: string } {
  const at = place.value;
  return at.view === "project" ? { projectId: at.id } : {};
}

/** What is told of before it is asked. */
const asking = (
  question: { readonly question: string } & WithFiles,
  format: string,
  seats: readonly Chair[],
  beside: Beside,
) => ({
  ...question,
  panel: { format, seats: [...seats] },
  ...(here.value ? besideOf(beside) : into()),
});

type WithFiles = ReturnType<typeof withFiles>;

/** The files that go with it, as far as they are there. */
function withFiles(files: AttachingFiles | undefined) {
  const uploaded = files?.items.value.flatMap(({ uploaded }) => uploaded ?? []) ?? [];
  return uploaded.length > 0 ? { attachments: uploaded.map(({ sha256, name }) => ({ sha256, name })) } : {};
}

interface Putting {
  readonly seated: readonly string[];
  readonly beside: Beside;
  readonly key: string;
  /** It is asked. */
  done(): void;
}

/** Puts it to a panel: here, out of sight beside one of its agents, or in a conversation that begins with it. */
async function put(
  message: { readonly content: string; readonly panel: JudgePanel["panel"] } & WithFiles,
  { seated, beside, key, done }: Putting,
): Promise<Answer<unknown>> {
  const store = here.value;
  if (!store) {
    const made = await start({ agentIds: [...seated], ...into(), message }, key);
    if (made.ok) done();
    openMade(made);
    return made;
  }
  const { aloneId, ...judging } = besideOf(beside);
  const { content: question, ...more } = message;
  if (aloneId === undefined) {
    const asked = await askPanel(store.id, { id: key, ...message });
    if (!asked.ok) return asked;
    dialog.value = null;
    done();
    return asked;
  }
  const begun = await judgePanel(store.id, { question, ...more, aloneId, ...judging }, key);
  if (!begun.ok) return begun;
  showComparison(store.id, begun.value.comparisonId);
  done();
  return begun;
}

type Props = Omit<Extract<Dialog, { name: "panel" }>, "name">;

export function AskPanel({ text, files, asked }: Props) {
  const all = offered();
  const sitters = sittersHere();
  const chosen = useSignal(all.find(({ id }) => id === "council")?.id ?? all[0]?.id ?? "");
  const of = useComputed(() => offered().find(({ id }) => id === chosen.value));
  const there = (chairs: readonly Chair[] = []) =>
    chairs.length > 0 && chairs.every(({ agentId }) => sitters.some((one) => one.agentId === agentId));
  const seatsFor = (one: Offered | undefined) =>
    one ? there(one.seats) ? [...one.seats ?? []] : proposed(one.format, sitters) : [];
  const chairs = useSignal<readonly Chair[]>(seatsFor(of.peek()));
  const question = useSignal(text);
  // A message has it as its id.
  const tries = useTries("message");
  const most = useSignal<Most>({ tokens: "", usd: "" });
  const beside = useSignal<Beside>(NOBODY);
  const seated = [...new Set(chairs.value.map(({ agentId }) => agentId))];
  const attached = withFiles(files);
  const form = useSubmit(async () => {
    const limits = limitsOf(most.value);
    if (limits === null) return words.mostWrong;
    const panel = { format: chosen.value, seats: [...chairs.value], ...limits };
    const message = { content: question.value, ...attached, panel };
    const done = () => {
      files?.take();
      asked?.();
    };
    const to = { seated, beside: beside.value };
    return wrongOf(await tries.send({ message, ...to }, (key) => put(message, { ...to, key, done })));
  });
  const offer = of.value;
  const use = useExpected(
    offer && seated.length > 0
      ? asking({ question: question.value, ...attached }, chosen.value, chairs.value, beside.value)
      : null,
    (what) => panelUse(here.value?.id, what),
  );
  return (
    <DialogForm
      form={form}
      title={words.ask}
      action={words.begin}
      disabled={use.waits || files?.busy === true}
      told={use.told}
    >
      <p class="hint">{words.askLead}</p>
      <Question typed={question} />
      {files && <Attaching files={files} done={() => undefined} />}
      <Formats
        all={all}
        chosen={chosen.value}
        choose={(one) => {
          chosen.value = one.id;
          chairs.value = seatsFor(one);
          beside.value = NOBODY;
        }}
      />
      {offer && (
        <Chosen offer={offer} sitters={sitters} seated={seated} chairs={chairs} most={most} beside={beside} />
      )}
    </DialogForm>
  );
}

interface ChosenProps {
  readonly offer: Offered;
  readonly sitters: readonly Sitter[];
  /** Each once. */
  readonly seated: readonly string[];
  readonly chairs: Signal<readonly Chair[]>;
  readonly most: Signal<Most>;
  readonly beside: Signal<Beside>;
}

/** The format that is chosen, and all that is said of asking it. */
function Chosen({ offer, sitters, seated, chairs, most, beside }: ChosenProps) {
  return (
    <>
      <FormatShown offer={offer} />
      <Seats format={offer.format} sitters={sitters} chairs={chairs} />
      <Limits most={most} />
      <ComesTo offer={offer} chairs={chairs.value} />
      <Meter key={offer.id} formatId={offer.id} />
      {here.value && <Judge sitters={sitters} seated={seated} beside={beside} />}
      <p class="hint">{words.useMeans}</p>
    </>
  );
}

function ComesTo({ offer, chairs }: { readonly offer: Offered; readonly chairs: readonly Chair[] }) {
  return (
    <p class="hint num">
      {words.comesTo(turnsOf(offer.format, chairs), offer.format.stages.length)}
      {" · "}
      <button type="button" class="link" onClick={() => void keep(offer, chairs)}>
        {words.keep}
      </button>
    </p>
  );
}

function Limits({ most }: { readonly most: Signal<Most> }) {
  const field = (name: keyof Most, label: string) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        placeholder={words.noLimit}
        value={most.value[name]}
        onInput={(event) => (most.value = { ...most.value, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="pair">
      {field("tokens", words.mostTokens)}
      {field("usd", words.mostUsd)}
    </div>
  );
}

function FormatShown({ offer: { about, name, format } }: { readonly offer: Offered }) {
  return (
    <div class="format-shown">
      <p>{about}</p>
      <div class="format-scroll" tabIndex={0} role="group" aria-label={name}>
        <FormatPicture format={format} />
      </div>
    </div>
  );
}

function Question({ typed }: { typed: Signal<string> }) {
  return (
    <label class="field">
      <span>{words.question}</span>
      <textarea
        required
        rows={3}
        autofocus
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <small class="hint">{words.questionHint}</small>
    </label>
  );
}

interface FormatsProps {
  readonly all: readonly Offered[];
  readonly chosen: string;
  choose(one: Offered): void;
}

function Formats({ all, chosen, choose }: FormatsProps) {
  return (
    <fieldset class="choosing">
      <legend>{words.formats}</legend>
      <div class="formats">
        {all.map((one) => (
          <label key={one.id} class="format">
            <input type="radio" name="format" checked={chosen === one.id} onChange={() => choose(one)} />
            <b>{one.name}</b>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

async function keep({ format }: Offered, seats: readonly Chair[]): Promise<void> {
  const answer = await keepPanel({ format, seats: [...seats] });
  say(answer.ok ? words.kept : answer.message);
}

interface SeatsProps {
  readonly format: PanelFormat;
  readonly sitters: readonly Sitter[];
  readonly chairs: Signal<readonly Chair[]>;
}

function Seats({ format, sitters, chairs }: SeatsProps) {
  if (sitters.length === 0) return <p class="problem" role="status">{words.noAgents}</p>;
  const set = (at: number, agentId: string) => {
    chairs.value = chairs.value.map((chair, index) => index === at ? { ...chair, agentId } : chair);
  };
  return (
    <fieldset class="choosing">
      <legend>{words.seats}</legend>
      <div class="seats">
        {format.roles.map(({ id, name, many }) => {
          const role = clearText(name);
          const own = chairsOf(chairs.value, id);
          return (
            <div key={id} class="seat-row">
              <span class="seat-role">{role}</span>
              <span class="seat-list">
                {own.map(({ chair, at }) => (
                  <span key={at} class="seat">
                    <select
                      aria-label={role}
                      value={chair.agentId}
                      onChange={(event) => set(at, event.currentTarget.value)}
                    >
                      {sitters.map(({ agentId, name }) => (
                        <option key={agentId} value={agentId}>{name}</option>
                      ))}
                    </select>
                    {many && own.length > 1 && (
                      <button
                        type="button"
                        class="icon"
                        aria-label={words.removeSeat(
                          role,
                          sitters.find(({ agentId }) => agentId === chair.agentId)?.name ?? "",
                        )}
                        onClick={() => (chairs.value = chairs.value.filter((_, index) => index !== at))}
                      >
                        ×
                      </button>
                    )}
                  </span>
                ))}
                {many && (
                  <button
                    type="button"
                    class="outline"
                    onClick={() => {
                      const agentId = sitters[own.length % sitters.length]?.agentId ?? "";
                      chairs.value = [...chairs.value, { role: id, agentId }];
                    }}
                  >
                    {words.addSeat(role)}
                  </button>
                )}
              </span>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

/** What comes of a form while one fills it in, made by the same code that makes it for the models. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { isForm } from "../../events/catalog/answer_form.ts";
import type { Personality } from "../../events/catalog/workspace.ts";
import { estimateTokens } from "../../projections/context/tokens.ts";
import { personalityText } from "../../projections/prompt/personality_text.ts";
import { formInstructions } from "../../projections/prompt/form_instructions.ts";
import { systemPrompt } from "../../projections/prompt/system_prompt.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { Mark } from "../parts/mark.tsx";
import { asWished, lookOf } from "../parts/marks.ts";
import { Name } from "../parts/name.tsx";
import { words as all } from "../words/settings.ts";
import { FORMS, type Named, type Values } from "./forms.ts";
import { sentValues, wishIn } from "./values.ts";

const words = all.preview;
/** How the part about the others begins; who they are, only a conversation knows. */
const GROUP = "You are participating in a group conversation. …";
const textOf = (values: Values, key: string): string => String(values[key] ?? "");

interface Props {
  readonly named: Named;
  readonly values: Values;
  readonly state: WorkspaceState;
  /** Of what is changed; none: it is made. */
  readonly id: string | undefined;
}

export function Preview({ named, values, state, id }: Props) {
  switch (named) {
    case "agents":
      return <AgentPreview values={values} state={state} id={id} />;
    case "roles":
      return <Told title={words.toldRole} text={textOf(values, "prompt").trim()} />;
    case "personalities":
      return <Told title={words.toldRole} text={personalityText(personalityOf(values))} />;
    default:
      return null;
  }
}

/** What a form for one holds, as one. */
function personalityOf(values: Values): Pick<Personality, "traits" | "instructions"> {
  return { traits: values["traits"] as Personality["traits"], instructions: textOf(values, "instructions") };
}

function AgentPreview({ values, state, id }: Omit<Props, "named">) {
  const name = textOf(values, "name").trim() || words.unnamed;
  const role = state.roles[textOf(values, "roleId")];
  const personality = state.personalities[textOf(values, "personalityId")];
  const provider = state.providers[textOf(values, "providerId")];
  const { answerForm: form } = sentValues(FORMS.agents, values);
  const prompt = systemPrompt({
    agent: { name: textOf(values, "name") || "…", systemPrompt: textOf(values, "systemPrompt") },
    role,
    personality,
    ...(isForm(form) ? { form: formInstructions(form) } : {}),
    group: GROUP,
  });
  const mark = wishIn(values);
  const model = textOf(values, "model") || provider?.defaultModel || all.defaultOfProvider;
  return (
    <aside class="preview-of" aria-label={words.title}>
      <article class="sample" data-color={Number(values["color"] ?? 1)}>
        <header>
          <Mark agent={asWished(lookOf(id ?? name), mark)} color={Number(values["color"] ?? 1)} size={32} />
          <b class="speaks">
            <Name of={name} />
          </b>
          <small>{provider ? model : ""}</small>
        </header>
        <p dir="auto">{words.sample(clearText(name))}</p>
        {(role || personality) && (
          <footer>
            {[role, personality].map((one) =>
              one && (
                <span class="tag" key={one.id}>
                  <Name of={one.name} />
                </span>
              )
            )}
          </footer>
        )}
      </article>
      {id === undefined && !(mark.shape && mark.motif) && <p class="hint">{words.shape}</p>}
      <Told title={words.told} text={prompt} more={words.groupMeans} inside />
    </aside>
  );
}

interface ToldProps {
  readonly title: string;
  readonly text: string;
  readonly more?: string;
  /** It stands in an aside already. */
  readonly inside?: boolean;
}

function Told({ title, text, more, inside = false }: ToldProps) {
  const content = (
    <section class="told">
      <h2>{title}</h2>
      <small class="hint">{text ? words.tokens(estimateTokens(text)) : words.nothing}</small>
      {text && <p class="preview" dir="auto">{text}</p>}
      {more && <small class="hint">{more}</small>}
    </section>
  );
  return inside ? content : <aside class="preview-of" aria-label={words.title}>{content}</aside>;
}

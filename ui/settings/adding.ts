/**
 * A provider that is about to be added: what was typed, what came of connecting, and what is kept by then. It is asked
 * before it is kept, and its key is forgotten here as soon as the server has it.
 */
import { batch, computed, signal } from "@preact/signals";
import { type Preset, PRESETS } from "../../events/catalog/provider_presets.ts";
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import { PROVIDER_LIMITS } from "../../events/catalog/limits.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import type { ProviderTrial, TryProvider } from "../../server/contract/resources.ts";
import type { Answer } from "../state/api.ts";
import { FORMS, type Values } from "./forms.ts";
import { hostOf, nameOf } from "./known_providers.ts";
import { changed, sentValues, wrongIn } from "./values.ts";
import { words as told } from "../words/sayings.ts";

/** Why it is not connected: what the provider said, or what this server did not take, by its field. */
export interface Trouble {
  readonly code: ErrorCode | "not_taken" | "no_address";
  /** In words, for what no code says. */
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

export type Outcome =
  | { readonly state: "idle" | "busy" }
  | { readonly state: "failed"; readonly trouble: Trouble }
  | {
    readonly state: "connected";
    readonly providerId: string;
    readonly models: readonly OfferedModel[];
    /** Milliseconds until it had answered; null where it was kept without being asked. */
    readonly latencyMs: number | null;
    /** The last characters of its key; null without one. */
    readonly keyHint: string | null;
  };

/** A provider as the server answers it, as far as it matters here. */
export interface Kept {
  readonly id: string;
  readonly keyHint: string | null;
}

/** What is asked of the server. */
export interface Commands {
  tryOut(provider: TryProvider): Promise<Answer<ProviderTrial>>;
  create(fields: Values, key: string): Promise<Answer<Kept>>;
  update(id: string, fields: Values): Promise<Answer<Kept>>;
  newKey(): string;
}

const FORM = FORMS.providers;
/** Fields that decide where is asked, how, and with what: when one changes, what came of asking is old. */
const ASKED = ["kind", "baseUrl", "apiKey", "keyHeader", "headers"];

export class Adding {
  readonly preset = signal<Preset>(PRESETS[0]);
  readonly values = signal<Values>(valuesOf(PRESETS[0]));
  readonly outcome = signal<Outcome>({ state: "idle" });
  /** What is wrong with each field, as it is typed. */
  readonly wrong = computed(() => wrongIn(FORM, this.values.value));
  /** Counts the tries: what comes of an older one is not heard any more. */
  #tries = 0;
  /** Under which the making is one, however often it is asked for. */
  #key: string;
  /** The provider that was kept, and as it was then. */
  #kept: { readonly id: string; readonly values: Values } | null = null;

  constructor(readonly commands: Commands) {
    this.#key = commands.newKey();
  }

  /** Begins anew with another service; `more` is known of it already. */
  choose(preset: Preset, more: Values = {}): void {
    this.#tries++;
    this.#kept = null;
    this.#key = this.commands.newKey();
    batch(() => {
      this.preset.value = preset;
      this.values.value = { ...valuesOf(preset), ...more };
      this.outcome.value = { state: "idle" };
    });
  }

  set(key: string, value: unknown): void {
    if (this.values.value[key] === value) return;
    this.values.value = { ...this.values.value, [key]: value };
    if (!ASKED.includes(key)) return;
    this.#tries++;
    this.outcome.value = { state: "idle" };
  }

  /** Asks it for its models, and keeps it when it answers; `untested` keeps it without asking. */
  async connect(untested = false): Promise<void> {
    const mine = ++this.#tries;
    const { elsewhere } = this.preset.value;
    const values = wellNamed(this.preset.value, this.values.value);
    if (elsewhere && !String(values["baseUrl"] ?? "").trim()) return this.#fail("no_address", "");
    this.outcome.value = { state: "busy" };
    const trial = untested ? null : await this.commands.tryOut(trialOf(values));
    if (mine !== this.#tries) return;
    if (trial && !trial.ok) return this.#refuse(trial);
    if (trial && !trial.value.ok) {
      return this.#fail(trial.value.code ?? "internal", trial.value.error ?? "");
    }
    const kept = await this.#keep(values);
    if (mine !== this.#tries) return;
    if (!kept.ok) return this.#refuse(kept);
    batch(() => {
      // The server has it now; nobody reads it out of this page.
      this.values.value = { ...this.values.value, apiKey: "", headers: "" };
      this.outcome.value = {
        state: "connected",
        providerId: kept.value.id,
        models: trial?.value.models ?? [],
        latencyMs: trial?.value.latencyMs ?? null,
        keyHint: kept.value.keyHint,
      };
    });
  }

  async #keep(values: Values): Promise<Answer<Kept>> {
    const known = this.#kept;
    const body = changed(FORM, values, known?.values);
    if (known) {
      const answer = await this.commands.update(known.id, body);
      if (answer.ok) this.#kept = { id: known.id, values: { ...values, apiKey: "", headers: "" } };
      return answer;
    }
    const answer = await this.commands.create(body, this.#key);
    // What was not heard may have been done; what was refused is asked anew.
    if (!answer.ok && answer.status !== 0) this.#key = this.commands.newKey();
    if (answer.ok) this.#kept = { id: answer.value.id, values: { ...values, apiKey: "", headers: "" } };
    return answer;
  }

  #refuse(answer: Extract<Answer<unknown>, { ok: false }>): void {
    const fields = Object.fromEntries(answer.errors.map(({ path, message }) => [path, told.field(message)]));
    this.outcome.value = { state: "failed", trouble: { code: "not_taken", message: answer.message, fields } };
  }

  #fail(code: Trouble["code"], message: string): void {
    this.outcome.value = { state: "failed", trouble: { code, message, fields: {} } };
  }
}

/** What a provider of this preset begins with. */
function valuesOf(preset: Preset): Values {
  const { kind, baseUrl = "" } = preset;
  return { ...FORM.initial, ...PROVIDER_LIMITS, name: nameOf(preset), kind, baseUrl };
}

/** What nobody named is called by its host. */
function wellNamed(preset: Preset, values: Values): Values {
  const given = values["name"] !== "" && values["name"] !== nameOf(preset);
  if (preset.id !== "other" || given) return values;
  return { ...values, name: hostOf(String(values["baseUrl"] ?? "")) || nameOf(preset) };
}

/** Of these values what is sent to be tried. */
function trialOf(values: Values): TryProvider {
  const given = (key: string) => {
    const value = String(values[key] ?? "").trim();
    return value === "" ? {} : { [key]: value };
  };
  const { headers } = sentValues(FORM, values);
  const body = {
    ...given("kind"),
    ...given("baseUrl"),
    ...given("keyHeader"),
    ...given("apiKey"),
    ...(headers ? { headers } : {}),
  };
  // The form offers nothing else; the server looks again.
  return body as TryProvider;
}

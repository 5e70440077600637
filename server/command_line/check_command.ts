/**
 * `fishbowl check`: runs a conversation out of a file again, in memory and in a store of its own, and says whether what
 * was set in it still holds. Nothing is kept but what is asked for.
 */
import { adapters } from "../../actors/providers/kinds.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import { createSystem } from "../../actors/create_system.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { fetchUrl } from "../../actors/tools/fetch_url.ts";
import { renameConversation } from "../../actors/tools/rename_conversation.ts";
import { createToolbox, currentTime } from "../../actors/tools/toolbox.ts";
import type { System } from "../../actors/system.ts";
import { CHECK_QUESTIONS } from "../../events/catalog/limits.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { exportStream } from "../../events/store/transfer/transfer.ts";
import { resultsOf } from "../../projections/checks/results.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { type Access, type ModelChoice, type Now, runAgain } from "../checks/rerun_talk.ts";
import { offline, RecordedAnswers } from "../checks/recorded_answers.ts";
import {
  aboutText,
  changedLines,
  type CheckedRun,
  CheckReport,
  junit,
  reportLines,
  ruleText,
  whyText,
} from "../checks/report.ts";
import { questionsOf } from "../../projections/checks/results.ts";
import { agentsOf, takeTalk, type TalkAgent } from "../checks/talk.ts";
import { StartError } from "./start_error.ts";
import type { CheckOptions } from "./check_options.ts";
import { type Console, writeLines } from "./maintenance.ts";
import { UsageError } from "./usage_error.ts";

/** Bytes of a prompt or a report that is read. */
const FILE_BYTES = 4 * 1024 * 1024;

async function textOf(path: string): Promise<string> {
  try {
    if ((await Deno.stat(path)).size > FILE_BYTES) throw new StartError(`The file ${path} is too large.`);
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The file ${path} cannot be read.`);
  }
}

/** What is open while it lasts: a store in memory, and what answers. */
class Bench implements AsyncDisposable {
  readonly now: Now = { run: "", seats: new Map() };
  answers = new RecordedAnswers();

  private constructor(readonly store: StoreLog, readonly system: System) {}

  static async open(isOffline: boolean): Promise<Bench> {
    const store = await openLog({ path: ":memory:" });
    const real = adapters(new MockProvider({ clock: realEnvironment, tokenMs: 0 }), () => Date.now());
    let bench: Bench | null = null;
    const system = await createSystem({
      log: store,
      environment: realEnvironment,
      logger: silent,
      adapter: isOffline
        ? async (kind) =>
          offline(await real(kind), () => bench?.answers ?? new RecordedAnswers(), {
            question: async () => bench ? await bench.question() : 0,
            get seats() {
              return bench?.now.seats ?? new Map();
            },
          })
        : real,
      tools: createToolbox([currentTime(realEnvironment), fetchUrl(), renameConversation]),
      masterKey: crypto.getRandomValues(new Uint8Array(32)),
    });
    bench = new Bench(store, system);
    return bench;
  }

  /** Which question is being asked, from 0. */
  async question(): Promise<number> {
    const { questions = [], planned = [] } = (await this.system.conversation(this.now.run))?.run ?? {};
    return questions.length - planned.length - 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { system, store } = this;
    await system.stop();
    await store.close();
  }
}

async function stateOf({ system, store }: Bench, path: string): Promise<ConversationState> {
  const id = await takeTalk(store, path, realEnvironment.now());
  const state = await system.conversation(id);
  if (!state) throw new StartError(`The conversation in ${path} cannot be read.`);
  return state;
}

/** Agents as they are run now. */
type Cast = readonly (TalkAgent & ModelChoice & { readonly systemPrompt: string })[];

async function castOf(
  agents: readonly TalkAgent[],
  choice: ModelChoice | undefined,
  { prompts }: CheckOptions,
  note: Console["note"],
): Promise<Cast> {
  const names = new Set(agents.map(({ participant: { name } }) => name));
  for (const name of prompts.keys()) {
    if (!names.has(name)) throw new UsageError(`--prompt: ${name} answers nothing in this conversation.`);
  }
  return await Promise.all(agents.map(async (agent) => {
    const { participant: { name }, prompt } = agent;
    const path = prompts.get(name);
    if (path === undefined && prompt === null) note(`The prompt of ${name} is not in the file: it has none.`);
    return { ...agent, ...choice, systemPrompt: path === undefined ? prompt ?? "" : await textOf(path) };
  }));
}

/** Nobody's money is spent by a default they did not see. */
function mustHaveCap(cast: Cast, { offline, tokens, judge }: CheckOptions): void {
  const paid = [...cast.map(({ kind }) => kind), ...(judge ? [judge.kind] : [])].some((kind) =>
    kind !== "mock"
  );
  if (offline || !paid || tokens !== undefined) return;
  throw new UsageError("Say how many tokens each run may use at most: --tokens N.");
}

const seatText = (talk: ConversationState, key: string): string => {
  const [question = "", , ...name] = key.split(" ");
  return `${name.join(" ")}, question ${Number(question) + 1} of ${questionsOf(talk).length}`;
};

async function checkedRun(
  bench: Bench,
  talk: ConversationState,
  cast: Cast,
  options: CheckOptions,
): Promise<{ readonly told: CheckedRun; readonly run: ConversationState }> {
  const { system, now } = bench;
  const { tokens, baseUrl, apiKey } = options;
  const access: Access = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  const began = realEnvironment.monotonic();
  const run = await runAgain(system, talk, cast, {
    access,
    now,
    judge: options.judge,
    ...(tokens === undefined ? {} : { tokens }),
  });
  const ms = realEnvironment.monotonic() - began;
  const prices = pricesInForce(await system.workspace());
  const results = resultsOf(talk, run, { prices });
  const told: CheckedRun = {
    models: Object.fromEntries(
      cast.map(({ participant: { name }, kind, model }) => [name, `${kind}/${model}`]),
    ),
    tokens: run.tokens,
    seconds: Math.round(ms) / 1_000,
    results: (talk.expectations ?? []).flatMap((one, at) => {
      const result = results[at];
      if (!result) return [];
      const line = { id: one.id, about: aboutText(talk, one), rule: ruleText(one) };
      // What was recorded comes at once.
      if (options.offline && one.kind === "seconds") {
        return [{ ...line, outcome: "open" as const, why: UNTIMED, judged: null }];
      }
      return [{ ...line, outcome: result.outcome, why: whyText(result), judged: result.judged }];
    }),
    misfits: [...bench.answers.misfits].map((key) => seatText(talk, key)),
  };
  return { told, run };
}

const UNTIMED = "nobody was asked, so no time was measured";
const NOT_JUDGED = whyText({ why: "not_judged", measured: null });

/** @returns 0: all hold; 1: some do not. What nobody was asked to judge, or to answer in time, is told and no failure. */
function statusOf({ runs }: CheckReport, { judge }: CheckOptions): number {
  const left: readonly (string | null)[] = judge ? [UNTIMED] : [UNTIMED, NOT_JUDGED];
  const isBad = ({ outcome, why }: CheckedRun["results"][number]) =>
    outcome === "failed" || (outcome === "open" && !left.includes(why));
  return runs.some(({ results }) => results.some(isBad)) ? 1 : 0;
}

/** @returns the exit status */
export async function checkCommand(options: CheckOptions, console: Console): Promise<number> {
  await using bench = await Bench.open(options.offline);
  const talk = await stateOf(bench, options.file);
  if (!talk.expectations?.length) throw new UsageError("This conversation has nothing that is checked.");
  const questions = questionsOf(talk).length;
  if (questions > CHECK_QUESTIONS) {
    throw new UsageError(`At most ${CHECK_QUESTIONS} questions are run again; it has ${questions}.`);
  }
  const { agents, unknown } = await agentsOf(bench.system, talk);
  for (const name of unknown) console.note(`${name} never answered in it, and does not take part.`);
  if (agents.length === 0) throw new UsageError("No agent answered in this conversation.");
  const before = options.against === undefined ? null : await reportIn(options.against);
  const recorded = options.offline && options.answers !== undefined
    ? await stateOf(bench, options.answers)
    : talk;
  const casts = await Promise.all(
    (options.models.length > 0 ? options.models : [undefined]).map((choice) =>
      castOf(agents, choice, options, console.note)
    ),
  );
  for (const cast of casts) mustHaveCap(cast, options);
  const runs: CheckedRun[] = [];
  let last: ConversationState | null = null;
  for (const cast of casts) {
    if (options.offline) bench.answers = await RecordedAnswers.of(bench.system, recorded);
    const { told, run } = await checkedRun(bench, talk, cast, options);
    runs.push(told);
    last = run;
  }
  const report: CheckReport = { fishbowl: "check/1", title: talk.title, runs };
  if (options.out !== undefined && last) {
    await writeLines(await exportStream(bench.store, last.id), { out: options.out }, console);
  }
  if (options.junit !== undefined) await Deno.writeTextFile(options.junit, junit(report));
  console.out(
    options.json
      ? JSON.stringify(report, null, 2)
      : [...reportLines(report), ...(before ? changedLines(before, report) : [])].join("\n"),
  );
  return statusOf(report, options);
}

async function reportIn(path: string): Promise<CheckReport> {
  let value: unknown;
  try {
    value = JSON.parse(await textOf(path));
  } catch (error) {
    if (error instanceof StartError) throw error;
  }
  const { data } = CheckReport.safeParse(value);
  if (!data) throw new UsageError("--against must be what check --json wrote.");
  return data;
}

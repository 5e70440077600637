/** The message box of a conversation that begins with what is sent in it. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { codePoints, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import { Attaching, DropZone } from "../chat/attachment_chips.tsx";
import { AskButtons, AttachButton, Count, SendButton } from "../chat/composer_parts.tsx";
import { estimated, newcomer, projectTokens } from "../chat/estimate.ts";
import { MessageBox } from "../chat/message_box.tsx";
import { costWords, isFree } from "../chat/recipients.tsx";
import type { Draft } from "../chat/use_draft.ts";
import { useKeys } from "../keys/acts.ts";
import type { AttachingFiles } from "../state/attaching.ts";
import { go, place } from "../state/router.ts";
import { prices } from "../state/prices_now.ts";
import { settings } from "../state/server_state.ts";
import { begin, giveUp, refusal, resume, starting } from "../state/starting.ts";
import { connections } from "../state/ui_state.ts";
import { toThese } from "../words/writing.ts";
import { words } from "../words/home.ts";
import { AgencyChip, AgentChips } from "./agent_chips.tsx";
import { bodyOf, choice, choose, chosenIds, obstacleOf, present, toggled } from "./choosing.ts";
import { HomeMode } from "./home_mode.tsx";

interface Props {
  readonly draft: Draft;
  readonly files: AttachingFiles;
  readonly picker: RefObject<HTMLInputElement | null>;
  /** It begins in this one. */
  readonly projectId?: string;
}

/** What is ready to be sent, to whom, and the sending of it. */
function useStart({ draft, files, projectId }: Props) {
  const known = settings.value !== null;
  const agents = present(settings.value?.agents);
  const { agencyId } = choice.value;
  const agency = agencyId === null ? undefined : settings.value?.agencies[agencyId];
  // One that was put away meanwhile is asked no more.
  const wanted = agency && !agency.archived ? choice.value : { ...choice.value, agencyId: null };
  const chosen = chosenIds(agents, wanted);
  const uploaded = files.items.value.flatMap((file) => file.uploaded ?? []);
  const text = draft.text.value;
  const body = bodyOf(wanted, chosen, text, uploaded, projectId);
  const now = starting.value;
  const length = codePoints(text);
  const blank = text.trim() === "" && uploaded.length === 0;
  const obstacle = obstacleOf(wanted, chosen);
  const sending = now?.status === "sending";
  const ready = !blank && length <= MESSAGE_CODE_POINTS && !files.busy && obstacle === null && !sending &&
    known;
  const arrive = (id: string | null) => {
    if (id === null) return;
    draft.set("");
    files.take();
    if (["home", "project"].includes(place.peek().view)) go(`/c/${id}`);
  };
  /** What was to be sent before it was known who is asked. */
  const early = useSignal<string | null>(null);
  const send = () => {
    if (ready) void begin(body).then(arrive);
    else if (!known) early.value = text;
  };
  const meant = early.value === text;
  useEffect(() => {
    if (!known || early.peek() === null) return;
    early.value = null;
    // What was written on since is not done yet.
    if (meant) send();
  }, [known, meant]);
  const same = now !== null && JSON.stringify(now.body) === JSON.stringify(body);
  useEffect(() => {
    // `same` is of the page as it was drawn: by now the settings may have come, without which nobody is asked.
    const unheard = starting.peek();
    if (!known || unheard?.status !== "failed" || unheard.key !== now?.key) return;
    // What an earlier page could not send goes out again, unless it was changed since.
    if (same) void resume().then(arrive);
    else giveUp();
  }, [connections.value, known, same]);
  return {
    agents,
    agency: wanted.agencyId === null ? undefined : agency,
    chosen,
    uploaded,
    obstacle,
    length,
    ready,
    sending,
    send,
    again: () => void resume().then(arrive),
  };
}

export function StartingBox(props: Props) {
  const { draft, files, picker } = props;
  const { agents, agency, chosen, uploaded, obstacle, length, ready, sending, send, again } = useStart(props);
  useKeys({
    agent({ digit }) {
      const agent = agency ? undefined : agents[digit - 1];
      if (!agent) return false;
      choose({ agentIds: toggled(agents, choice.value, agent.id) });
      return true;
    },
  });
  const asked = agents.filter(({ id }) => agency ? id === agency.managerAgentId : chosen.includes(id));
  const members = asked.map(({ id, name, number, color }) => ({ id, name, number, color, enabled: true }));
  const roster = {
    participants: agents.map(({ id, color }, addedSeq) => ({ id, agentId: id, color, addedSeq })),
    former: [],
  };
  return (
    <form
      class="composer big"
      id="composer-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DropZone files={files} done={draft.focus} />
      {agency
        ? (
          <AgencyChip
            id={agency.id}
            name={agency.name}
            members={agents.filter(({ id }) => agency.agentIds.includes(id))}
          />
        )
        : <AgentChips agents={agents} />}
      <MessageBox
        draft={draft}
        files={files}
        members={agency ? [] : members}
        roster={roster}
        placeholder={asked.length === 0 && obstacle === null ? words.boxNote : words.box}
        readOnly={sending}
        send={send}
      />
      <div class="chips">
        <Attaching files={files} done={draft.focus} />
        {obstacle && <p class="problem" role="status">{words.nobody}</p>}
        <NotStarted again={again} />
      </div>
      <AttachButton files={files} picker={picker} done={draft.focus} />
      <HomeMode />
      <span class="est num">
        {asked.length > 0 && tellCost(asked, draft.text.value, uploaded, props.projectId)}
      </span>
      <Count length={length} />
      {agents.length > 0 && (
        <AskButtons
          text={draft.text.value}
          files={files}
          blind={false}
          panel
          asked={() => draft.set("")}
        />
      )}
      <SendButton ready={ready} busy={sending} />
    </form>
  );
}

type Agents = ReturnType<typeof useStart>["agents"];

/** “to 3 agents · ≈ $0.01”; a name that is written from right to left leaves the figure behind it alone. */
function tellCost(
  asked: Agents,
  text: string,
  files: ReturnType<typeof useStart>["uploaded"],
  projectId: string | undefined,
) {
  const besides = projectTokens(settings.value, projectId);
  const free = asked.every(({ providerId }) => isFree(providerId));
  const providers = settings.value?.providers ?? {};
  const all = asked.map(({ model, providerId, systemPrompt }) =>
    newcomer(
      model || (providers[providerId]?.defaultModel ?? ""),
      isFree(providerId),
      systemPrompt,
      besides,
    )
  );
  const { tokens: _, ...estimate } = estimated(all, text, files, prices.value);
  const cost = costWords({ ...estimate, tokens: 0 }, free);
  return (
    <>
      <bdi>{toThese(asked.map(({ name }) => name))}</bdi>
      {cost && ` · ${cost}`}
    </>
  );
}

/** Why nothing has begun: nobody heard it, or the server will not have it. */
function NotStarted({ again }: { again(): void }) {
  const now = starting.value;
  if (refusal.value !== "") return <p class="problem" role="alert">{refusal.value}</p>;
  if (now?.status !== "failed" || !now.error) return null;
  return (
    <p class="problem" role="alert">
      {words.notStarted} {now.error} {words.notStartedWhy}
      <button type="button" onClick={again}>{words.again}</button>
    </p>
  );
}

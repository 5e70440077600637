/** An agent's mark, what the agent is doing just now, and several of them in a stack. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { clearText } from "../../events/catalog/clear_text.ts";
import { Icon } from "./icon.tsx";
import { lookHere, wished } from "../state/own_marks.ts";
import { attachmentAddress } from "../state/queries.ts";
import { type Look, MOTIFS, type Roster, SHAPES } from "./marks.ts";
import { drawn } from "./svg_nodes.ts";

/** `writing` has a ring, `ok` and `failed` a sign at the corner, `failed` is grey, `off` is faint, `out` hollow. */
export type MarkState = "writing" | "waiting" | "ok" | "failed" | "off" | "out";

interface MarkProps {
  /** What the agent looks like here (`lookIn` a conversation), or its id outside one. */
  readonly agent: Look | string;
  /** The agent's own, 1 to 9. */
  readonly color: number | undefined;
  /** Pixels: 18, 24, 32 or 40. */
  readonly size?: number;
  readonly state?: MarkState | undefined;
  /** It leads the others (manager mode). */
  readonly leads?: boolean;
  /** Its name, where no words beside it say it. */
  readonly label?: string;
}

/** The colour of those nobody knows: brought along from elsewhere, or gone. */
const UNKNOWN = 9;

export function Mark({ agent, color = UNKNOWN, size = 24, state, leads = false, label }: MarkProps) {
  const { shape, motif, picture } = typeof agent === "string" ? wished(agent) : agent;
  const said = label === undefined
    ? { "aria-hidden": true } as const
    : { role: "img", "aria-label": label } as const;
  return (
    <span class={state ? `mark ${state}` : "mark"} data-color={color} {...said}>
      {picture && <OwnPicture key={picture} hash={picture} size={size} />}
      <svg viewBox="0 0 24 24" width={size} height={size}>
        <path class="shape" d={SHAPES[shape]} />
        <path class="gloss" d={SHAPES[shape]} fill="url(#sheen)" />
        <g class="motif">{drawn(MOTIFS[motif])}</g>
      </svg>
      {leads && (
        <span class="sign crown">
          <Icon name="crown" size={12} />
        </span>
      )}
      {state === "ok" && (
        <span class="sign ok">
          <Icon name="check" size={9} />
        </span>
      )}
      {state === "failed" && (
        <span class="sign failed">
          <Icon name="x" size={9} />
        </span>
      )}
    </span>
  );
}

/** Pictures that were there once: they need not fade in where a mark is drawn anew. */
const shown = new Set<string>();

/** An agent's own picture, over its mark: that stands until the picture is there, and where it does not come. */
function OwnPicture({ hash, size }: { hash: string; size: number }) {
  const there = useSignal(shown.has(hash));
  return (
    <img
      class={there.value ? "own there" : "own"}
      src={attachmentAddress({ sha256: hash })}
      alt=""
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      onLoad={() => {
        shown.add(hash);
        there.value = true;
      }}
      onError={() => (there.value = false)}
    />
  );
}

/** Someone who takes part in a conversation. */
interface Member {
  readonly id: string;
  readonly color: number;
}

interface MemberProps extends Omit<MarkProps, "agent" | "color"> {
  /** The fold of the conversation, or another list of those who joined it. */
  readonly roster: Roster;
  readonly member: Member;
}

/** The mark of an agent in its conversation. */
export const MemberMark = ({ roster, member, ...more }: MemberProps) => (
  <Mark agent={lookHere(roster, member.id)} color={member.color} {...more} />
);

interface AuthorProps extends Omit<MarkProps, "agent" | "color" | "label"> {
  readonly roster: Roster;
  /** Null for a person. */
  readonly participantId: string | null;
  readonly name: string;
}

/** The mark of whoever wrote a message: an agent's own, or the round of a person. */
export function AuthorMark({ roster, participantId, name, ...more }: AuthorProps) {
  if (participantId === null) return <Person name={name} size={more.size ?? 24} />;
  const { participants, former } = roster;
  const member = [...participants, ...former].find(({ id }) => id === participantId);
  return <Mark agent={lookHere(roster, participantId)} color={member?.color} {...more} />;
}

/** The person's: a teal round with the first letter of the name. */
export function Person({ name, size = 24 }: { name: string; size?: number }) {
  const [letter = "?"] = clearText(name, "?").trim();
  return (
    <span class="mark" aria-hidden="true">
      <svg viewBox="0 0 24 24" width={size} height={size}>
        <path class="shape" d={SHAPES.round} />
        <text class="letter" x="12" y="16.3">{letter.toUpperCase()}</text>
      </svg>
    </span>
  );
}

/** Marks that overlap, each ringed in the colour of the surface below. */
export const MarkStack = ({ children }: { children: ComponentChildren }) => (
  <span class="marks">{children}</span>
);

/** A move of another product's conversations into this workspace, as the page does it: looked at, taken in, stopped. */
import { signal } from "@preact/signals";
import type { KnownAnswer } from "../../server/contract/moving_shapes.ts";
import type { Imported } from "../../server/contract/conversation_shapes.ts";
import type { Uploaded } from "../../server/contract/process.ts";
import type { FoundFile } from "../../projections/moving_in/files.ts";
import type { MovedKey } from "../../projections/shapes/moved.ts";
import { type Archive, ArchiveError, type Fault, openArchive } from "../../projections/moving_in/archive.ts";
import {
  type CardHost,
  type FoundCard,
  readCard,
  takeCard,
  type TakenCard,
} from "../../projections/moving_in/cards.ts";
import {
  faultOf,
  type Host,
  type Moved,
  moveIn,
  type Survey,
  survey,
} from "../../projections/moving_in/moving.ts";
import type { Source } from "../../projections/moving_in/zip.ts";
import { type Answer, type Failure, newId } from "./api.ts";
import { knownImports, takeInMoved, upload } from "./commands.ts";
import { create } from "./settings_commands.ts";

export type Phase =
  | { readonly name: "looking"; readonly percent: number }
  | { readonly name: "found"; readonly so: Survey }
  | { readonly name: "moving"; readonly so: Moved; readonly percent: number }
  /** `wrong`: what broke it off, in words; "" where nothing did. */
  | { readonly name: "done"; readonly so: Moved; readonly stopped: boolean; readonly wrong: string }
  | { readonly name: "card"; readonly card: FoundCard; readonly busy: boolean }
  | { readonly name: "made"; readonly card: FoundCard; readonly taken: TakenCard }
  | { readonly name: "none"; readonly fault: Fault }
  | { readonly name: "failed"; readonly wrong: string };

/** What the server answered where it was not what was wanted. */
class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Tries of one request at a server that is busy. */
const TRIES = 20;
const PAUSE_MS = 1_000;

export const sourceOf = (file: Blob): Source => ({
  size: file.size,
  ...(file instanceof File ? { changed: file.lastModified } : {}),
  read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
});

/** What a move needs of the page around it. */
export interface Around {
  readonly known: (keys: readonly MovedKey[]) => Promise<Answer<KnownAnswer>>;
  readonly upload: (file: FoundFile) => Promise<Answer<Uploaded>>;
  readonly take: (lines: string) => Promise<Answer<Imported>>;
  readonly agents: () => ReturnType<CardHost["agents"]>;
  readonly make: (agent: Parameters<CardHost["make"]>[0]) => Promise<Answer<{ readonly id: string }>>;
  /** An agent's picture of a larger one; null where that cannot be. */
  readonly small: (file: File) => Promise<File | null>;
  readonly wait: (ms: number) => Promise<void>;
}
const AROUND: Around = {
  known: knownImports,
  upload: ({ bytes, type, name }) => upload(new File([bytes], name), type),
  take: takeInMoved,
  async agents() {
    // The page has it; a test has no page.
    const { settings } = await import("./server_state.ts");
    return Object.values(settings.value?.agents ?? {}).filter(({ archived }) => !archived);
  },
  make: (agent) => create("agents", agent, newId("make")),
  async small(file) {
    const { squareOf } = await import("../settings/square_picture.ts");
    const made = await squareOf(file);
    return made.ok ? made.file : null;
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

function hostOf({ known, upload, take, wait }: Around, rest: () => Promise<void>): Host {
  const patiently = async <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    for (let tries = 1;; tries++) {
      const answer = await ask();
      if (answer.ok || (answer.status !== 429 && answer.status !== 503) || tries === TRIES) return answer;
      await wait(PAUSE_MS);
      await rest();
    }
  };
  return {
    async known(keys) {
      const answer = await patiently(() => known(keys));
      if (!answer.ok) throw new Refused(answer);
      return answer.value.items;
    },
    async upload(file) {
      const answer = await patiently(() => upload(file));
      if (answer.ok) return answer.value;
      if (answer.status === 415 || answer.status === 422) return null;
      throw new Refused(answer);
    },
    async take(lines) {
      const answer = await patiently(() => take(lines));
      if (answer.ok) return { conversationId: answer.value.conversation.id, created: answer.value.created };
      if (answer.status === 409) return null;
      throw new Refused(answer);
    },
  };
}

const percentOf = ({ read, bytes }: { readonly read: number; readonly bytes: number }): number =>
  Math.min(100, Math.floor(100 * read / Math.max(1, bytes)));

/** One file's move. */
export class MovingFile {
  readonly phase = signal<Phase>({ name: "looking", percent: 0 });
  /** Other branches too. */
  readonly branches = signal(false);
  #archive: Archive | null = null;
  /** Of what is under way; what came before it ends. */
  #turn = 0;

  constructor(readonly file: Blob, readonly around: Around = AROUND) {}

  /** Lets the page draw, and ends what is not wanted any more. */
  #rest = (turn: number) => async (): Promise<void> => {
    await this.around.wait(0);
    if (turn !== this.#turn) throw new Stopped();
  };

  /** Looks at all of it. */
  async look(): Promise<void> {
    const turn = ++this.#turn;
    const rest = this.#rest(turn);
    this.phase.value = { name: "looking", percent: 0 };
    try {
      const card = this.#archive ? null : await readCard(sourceOf(this.file));
      if (card) return void (this.phase.value = { name: "card", card, busy: false });
      this.#archive ??= await openArchive(sourceOf(this.file));
      const { known } = hostOf(this.around, rest);
      const tell = (so: Survey) => (this.phase.value = { name: "looking", percent: percentOf(so) });
      const so = await survey(this.#archive, { branches: this.branches.value }, known, tell, rest);
      this.phase.value = so.talks > 0 ? { name: "found", so } : { name: "none", fault: faultOf(so) };
    } catch (error) {
      if (error instanceof Stopped) return;
      this.phase.value = error instanceof ArchiveError
        ? { name: "none", fault: error.fault }
        : { name: "failed", wrong: wordsOf(error) };
    }
  }

  /** Takes it in, as far as it gets. */
  async move(): Promise<void> {
    const archive = this.#archive;
    if (!archive) return;
    const turn = ++this.#turn;
    const rest = this.#rest(turn);
    let so: Moved | null = null;
    const tell = (now: Moved) => {
      so = { ...now };
      this.phase.value = { name: "moving", so, percent: percentOf(now) };
    };
    const end = (done: Moved, stopped: boolean, wrong: string) =>
      void (this.phase.value = { name: "done", so: done, stopped, wrong });
    try {
      const done = await moveIn(
        archive,
        { branches: this.branches.value },
        hostOf(this.around, rest),
        tell,
        rest,
      );
      end(done, false, "");
    } catch (error) {
      const wrong = error instanceof Stopped ? "" : wordsOf(error);
      if (so) end(so, true, wrong);
      else if (wrong !== "") this.phase.value = { name: "failed", wrong };
    }
  }

  /** Makes an agent of the card. */
  async make(): Promise<void> {
    const { value } = this.phase;
    if (value.name !== "card" || value.busy) return;
    const { card } = value;
    this.phase.value = { name: "card", card, busy: true };
    const { around } = this;
    const { upload } = hostOf(around, () => Promise.resolve());
    try {
      const own = await card.picture?.();
      const small = own ? await around.small(new File([own.bytes], own.name, { type: own.type })) : null;
      const bytes = small && new Uint8Array(await small.arrayBuffer());
      const picture = small && bytes ? { bytes, type: small.type, name: small.name } : null;
      const make: CardHost["make"] = async (agent) => {
        const answer = await around.make(agent);
        if (!answer.ok) throw new Refused(answer);
        return answer.value;
      };
      const taken = await takeCard(card, picture, { agents: around.agents, upload, make });
      this.phase.value = { name: "made", card, taken };
    } catch (error) {
      this.phase.value = { name: "failed", wrong: wordsOf(error) };
    }
  }

  /** Ends what is under way, at the next conversation. What was taken in stays. */
  stop(): void {
    this.#turn++;
  }
}

class Stopped extends Error {}

/** What the server or the browser said. A file that went away is the browser's to tell. */
const wordsOf = (error: unknown): string => error instanceof Error ? error.message : "";

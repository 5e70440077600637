/** Conversations that were made of one another: by forking, by saying something otherwise, by running again. */
import { begunAt, madeOf } from "../../projections/conversation/list_order.ts";
import type { Call } from "../http/route.ts";
import { AllConversations } from "./all_conversations.ts";

/** Conversations of one family that are looked through. */
export const FAMILY = 500;

/** The conversations of one family, without the one that is asked of. */
interface Family {
  readonly ids: readonly string[];
  /** It may have more. */
  readonly partial: boolean;
}

/** A family as it is found: from those that are known, to what they were made of and to what was made of them. */
class Relatives {
  readonly known: Set<string>;
  readonly #begun = new Set<string>();
  /** There are more than are looked through. */
  partial = false;

  constructor(readonly all: AllConversations, readonly id: string) {
    this.known = new Set([id]);
  }

  /** Everybody who is joined to `ids`; they are known from now on. */
  async spread(ids: readonly string[]): Promise<void> {
    for (let next = ids; next.length > 0;) {
      const rows = await Promise.all(next.map((id) => this.all.row(id)));
      const beside = rows.flatMap((row) => row?.lineage?.conversationId ?? []);
      for (const row of rows) if (row) this.#begun.add(row.createdAt);
      for (const { ids, more } of (await this.all.under(next.map(madeOf), FAMILY)).values()) {
        beside.push(...ids);
        this.partial ||= more;
      }
      next = [...new Set(beside)].filter((id) => this.#take(id));
    }
  }

  /** Those that began when one of them did and are joined to none. */
  async apart(): Promise<string[]> {
    const found = await this.all.under([...this.#begun].map(begunAt), FAMILY);
    const ids = [...found.values()].flatMap(({ ids, more }) => {
      this.partial ||= more;
      return ids.filter((id) => !this.known.has(id));
    });
    this.partial ||= ids.length > FAMILY;
    return ids.slice(0, FAMILY);
  }

  /** @returns whether it is new to them, and has room */
  #take(id: string): boolean {
    if (this.known.has(id)) return false;
    if (this.known.size > FAMILY) {
      this.partial = true;
      return false;
    }
    this.known.add(id);
    return true;
  }
}

/** The other conversations that have one beginning, or one set of questions, with this one. */
export async function familyOf({ services }: Call, id: string, messageId: string): Promise<Family> {
  const family = new Relatives(new AllConversations(services), id);
  await family.spread([id]);
  // Where one between them was deleted nothing joins them: but a fork began when the first of them did.
  for (const other of await family.apart()) {
    const there = family.known.has(other) ? null : await services.system.conversation(other);
    if (!there || !Object.hasOwn(there.messages, messageId)) continue;
    family.known.add(other);
    await family.spread([other]);
  }
  return { ids: [...family.known].slice(1), partial: family.partial };
}

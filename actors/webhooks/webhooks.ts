/**
 * Other programs are told what happens, at least once, under an id that every try has. What is to be delivered is in
 * the store before the place in the order of events moves on, and leaves it when a receiver has taken it: a crash loses
 * nothing, and of several processes one takes each. A receiver that takes nothing for days is told nothing any more.
 */
import type { EventLog, Located } from "../../events/store/types.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { isAfter } from "../../events/store/read/position.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import { Seal, UNREADABLE } from "../runtime/sealing.ts";
import { type Delivery, PAUSES_MS, type Webhook, WebhookRows } from "./rows.ts";
import { type Send, send } from "./sending.ts";
import { newSecret, signedHeaders } from "./signature.ts";
import { HalfBrought, type HalfPorts, withoutHalf } from "../live/half_brought.ts";
import { type Payload, payloadOf, type Told } from "./told_events.ts";

const SECOND = 1_000, DAY = 86_400_000;
/** Days without a try that was taken, after which a receiver is told nothing any more. */
export const FAILING_DAYS = 3;
/** Milliseconds between looks for what is due, and whether there is a webhook at all. */
const LOOK_MS = { due: SECOND, any: 5 * SECOND };
const PAGE = 200;
/** The status of a receiver that wants nothing any more. */
const GONE = 410;
/** Tries at the same time. */
const AT_ONCE = 4;
/** Events read, after which it is kept how far, though none was anybody's. */
const KEEP_AFTER = 1_000;

export interface WebhookPorts {
  readonly log: Pick<EventLog, "order" | "side" | "list" | "due">;
  readonly withheld: HalfPorts["withheld"];
  readonly masterKey: Uint8Array;
  readonly environment: Pick<Environment, "now" | "sleep" | "hex">;
  readonly logger: Logger;
  /** @default over HTTP */
  readonly send?: Send;
}

const bound = (id: string): string => `webhook:${id}`;

/** The same for the same event and receiver, whoever puts it there. */
const deliveryId = (hook: string, event: string): string => `msg_${sha256(`${hook} ${event}`).slice(0, 32)}`;

export class Webhooks {
  readonly rows: WebhookRows;
  readonly #ports: WebhookPorts;
  readonly #seal: Seal;
  /** What is half where it reads; null while it reads for nobody. */
  #half: HalfBrought | null = null;
  readonly #stop = new AbortController();
  #task: Promise<void> | null = null;
  #unkept = 0;
  /** How far this process has read for all of them. */
  #read: string | null = null;
  /** Those it has read for. */
  #known: ReadonlySet<string> = new Set();

  constructor(ports: WebhookPorts) {
    this.#ports = ports;
    this.#seal = new Seal(ports.masterKey);
    this.rows = new WebhookRows(ports.log.side("webhook"), ports.log.side("delivery"));
  }

  /** Makes one that is told what happens from now on. The secret is told this once. */
  async create(
    url: string,
    events: readonly Told[],
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const { log, environment } = this.#ports;
    const id = `webhook_${environment.hex()}`;
    const secret = newSecret();
    await this.rows.hooks.set(id, {
      url,
      events,
      secret: this.#seal.close(secret, bound(id)),
      createdAt: environment.now(),
      position: await log.order.end(),
      disabled: null,
      failingSince: null,
      tries: [],
    });
    await this.#halfHere();
    return { id, secret };
  }

  /** Changes where it is and what it is told; allowed again, it is told what happens from then on. */
  async change(
    id: string,
    { url, events, enabled }: { url?: string; events?: readonly Told[]; enabled?: boolean },
  ): Promise<boolean> {
    const { log, environment } = this.#ports;
    const position = await log.order.end();
    const at = environment.now();
    const found = await this.rows.change(id, (row) => ({
      ...row,
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: [...events] }),
      ...(enabled === false ? { disabled: row.disabled ?? { at, why: "person" as const } } : {}),
      ...(enabled === true && row.disabled ? { disabled: null, failingSince: null, position } : {}),
    }));
    if (enabled === false) await this.rows.removeOf(id);
    else await this.#halfHere();
    return found;
  }

  async remove(id: string): Promise<void> {
    await this.rows.hooks.delete(id);
    await this.rows.removeOf(id);
  }

  /** Sends something that nothing happened for. */
  async test(id: string): Promise<void> {
    const { environment } = this.#ports;
    const timestamp = environment.now();
    const payload: Payload = { type: "webhook.test", timestamp, data: { webhookId: id } };
    await this.#enqueue(id, `test ${environment.hex()}`, payload);
  }

  /** Begins to tell, in the background. */
  begin(): void {
    this.#task ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#task;
  }

  async #run(): Promise<void> {
    const { environment, logger } = this.#ports;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      // Where it is not known, soon again.
      let there = true;
      try {
        there = await this.look();
      } catch (error) {
        if (!signal.aborted) logger("error", "webhooks_failed", safely(error));
      }
      await environment.sleep(there ? LOOK_MS.due : LOOK_MS.any, signal);
    }
  }

  /** Reads what happened, and tries what is due. @returns whether anybody is to be told */
  async look(): Promise<boolean> {
    const hooks = (await this.rows.all()).filter(({ disabled }) => disabled === null);
    if (hooks.length === 0) {
      this.#read = null;
      this.#half = null;
      this.#known = new Set();
      return false;
    }
    await this.#readOn(hooks);
    for (;;) {
      const due = await this.rows.due(this.#now(), PAGE);
      const left = due.values();
      // Helpers that share one list.
      const helper = async () => {
        for (const delivery of left) if (!this.#stop.signal.aborted) await this.#try(delivery);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, helper));
      if (due.length < PAGE || this.#stop.signal.aborted) return true;
    }
  }

  #now(): number {
    return Date.parse(this.#ports.environment.now());
  }

  async #readOn(all: readonly Webhook[]): Promise<void> {
    const { order } = this.#ports.log;
    const hooks = await Promise.all(all.map((hook) => this.#placed(hook)));
    // One that was made, or allowed again, may stand before what was read for the others; those know what they have.
    const places = hooks.filter(({ id }) => !this.#known.has(id)).map(({ position }) => position);
    let at = [...places, ...this.#read === null ? [] : [this.#read]].reduce((a, b) => isAfter(a, b) ? b : a);
    this.#read = at;
    this.#known = new Set(hooks.map(({ id }) => id));
    // Also where nothing happened since: what is half now may be whole when something has.
    const half = await this.#halfHere();
    while (!this.#stop.signal.aborted) {
      const page = await order.page(at, PAGE);
      const last = page.at(-1)?.position;
      if (last === undefined) break;
      // Of what was brought it is told that it is there, from when it is whole.
      await this.#put(hooks, await withoutHalf(this.#ports, half.told(page)), last, page.length);
      at = last;
      this.#read = at;
    }
  }

  /** With a place that this store knows: after a restore what happens from now on is told. */
  async #placed(hook: Webhook): Promise<Webhook> {
    const { order } = this.#ports.log;
    if (await order.knows(hook.position)) return hook;
    const position = await order.end();
    await this.rows.change(hook.id, (row) => row.position === position ? undefined : { ...row, position });
    return { ...hook, position };
  }

  /** Where it begins to read, how a history began that is being brought may stand before that place. */
  async #halfHere(): Promise<HalfBrought> {
    if (this.#half) return this.#half;
    const half = new HalfBrought();
    await half.learn(this.#ports);
    return this.#half ??= half;
  }

  /** Puts a page among the deliveries; only then does the place move on. */
  async #put(hooks: readonly Webhook[], page: readonly Located[], last: string, read: number): Promise<void> {
    this.#unkept += read;
    const keep = this.#unkept >= KEEP_AFTER;
    if (keep) this.#unkept = 0;
    for (const hook of hooks) {
      let told = false;
      for (const located of page) {
        const payload = isAfter(located.position, hook.position) ? payloadOf(located) : null;
        if (!payload || !hook.events.includes(payload.type)) continue;
        await this.#enqueue(hook.id, `${located.stream} ${located.event.id}`, payload);
        told = true;
      }
      if (!told && !keep) continue;
      await this.rows.change(
        hook.id,
        (row) => isAfter(last, row.position) ? { ...row, position: last } : undefined,
      );
    }
  }

  async #enqueue(hook: string, what: string, payload: Payload): Promise<void> {
    await this.rows.add({
      id: deliveryId(hook, what),
      hook,
      type: payload.type,
      body: JSON.stringify(payload),
      tries: 0,
      dueAt: 0,
    });
  }

  async #try(delivery: Delivery): Promise<void> {
    const { id, place, hook: hookId, type, body, tries } = delivery;
    const { environment } = this.#ports;
    const hook = await this.rows.get(hookId);
    // Put there while somebody removed it.
    if (!hook || hook.disabled) return await this.rows.deliveries.delete(place);
    const now = this.#now();
    const pauseMs = (before: number) => PAUSES_MS[Math.min(before, PAUSES_MS.length - 1)] ?? 0;
    if (!await this.rows.take(place, now, pauseMs)) return;
    const secret = this.#seal.open(hook.secret, bound(hookId));
    const status = secret === UNREADABLE ? null : await (this.#ports.send ?? send)({
      url: hook.url,
      headers: signedHeaders(secret, { id, body, now }),
      body,
      signal: this.#stop.signal,
    });
    if (this.#stop.signal.aborted) return;
    const ok = status !== null && status >= 200 && status < 300;
    const at = environment.now();
    if (ok) await this.rows.deliveries.delete(place);
    else await this.rows.wait(delivery);
    await this.rows.tried(hookId, { id, type, at, status, ok }, ({ failingSince }) => ({
      failingSince: ok ? null : failingSince ?? at,
    }));
    if (!ok) await this.#giveUp(hookId, status, tries);
  }

  /** A receiver that is gone, or took nothing for days, is told nothing any more, and a person sees why. */
  async #giveUp(id: string, status: number | null, tries: number): Promise<void> {
    const hook = await this.rows.get(id);
    const since = hook?.failingSince ?? null;
    const days = since === null ? 0 : (this.#now() - Date.parse(since)) / DAY;
    const gone = status === GONE;
    if (!hook || !gone && (tries === 0 || days < FAILING_DAYS)) return;
    const why = gone ? "gone" as const : "failing" as const;
    const disabled = { at: this.#ports.environment.now(), why };
    await this.rows.change(id, (row) => row.disabled ? undefined : { ...row, disabled });
    await this.rows.removeOf(id);
    this.#ports.logger("warn", "webhook_disabled", {
      webhookId: id,
      why,
      detail: gone
        ? "The receiver of a webhook says that it is gone (410): it is told nothing any more."
        : `The receiver of a webhook has taken nothing for ${FAILING_DAYS} days: it is told nothing any more.`,
    });
  }
}

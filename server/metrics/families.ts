/** What `/metrics` tells: no name, no word and no key of anybody, only how much and how long. */
import process from "node:process";
import type { StoreLog } from "../../events/store/log.ts";
import { type LastBackup, lastBackup } from "./last_backup.ts";
import type { Services } from "../http/services.ts";
import type { Family, Sample } from "./exposition.ts";

/** Conversations that are to be removed are counted up to here. */
export const DUE_COUNTED = 1_000;

const one = (value: number): readonly Sample[] => [{ value }];
const by = (label: string, values: Iterable<readonly [string, number]>): readonly Sample[] =>
  [...values].map(([name, value]) => ({ labels: { [label]: name }, value }));

/** The figures as they are now. */
export async function families({ system, store, hub, meter, disk }: Services): Promise<readonly Family[]> {
  const [due, backup, looked] = await Promise.all([
    system.log.due.list(DUE_COUNTED),
    lastBackup(store),
    system.retention.last(),
    disk.look(),
  ]);
  return [
    ...turnFamilies(system.status(), meter.turns),
    ...storeFamilies(system.log.stats(), disk, due.length),
    ...backupFamilies(backup),
    {
      name: "fishbowl_conversations_untouched",
      help:
        "Conversations that go within a day because nobody touched them; absent where none do by themselves.",
      type: "gauge",
      samples: looked === null ? [] : one(looked.soon),
    },
    {
      name: "fishbowl_streams",
      help: "Event streams that are open.",
      type: "gauge",
      samples: one(hub.size),
    },
    ...processFamilies(meter.takeLag()),
    {
      name: "fishbowl_event_loop_held_total",
      help: "How often the loop was held for 20 ms or more, by what ran then; where several did, by each.",
      type: "counter",
      samples: by("work", meter.holds.told().map(({ name, times }) => [name, times] as const)),
    },
  ];
}

function turnFamilies(
  { turnsRunning, turnsWaiting, providers }: ReturnType<Services["system"]["status"]>,
  { ended, firstText }: Services["meter"]["turns"],
): readonly Family[] {
  return [
    {
      name: "fishbowl_turns",
      help: "Turns of this process that are under way.",
      type: "gauge",
      samples: by("state", [["running", turnsRunning], ["waiting", turnsWaiting]]),
    },
    {
      name: "fishbowl_turns_ended_total",
      help: "Turns of all processes on the store that ended since this one started.",
      type: "counter",
      samples: by("outcome", ended),
    },
    {
      name: "fishbowl_first_text_seconds",
      help: "From the request of a turn to its first text.",
      type: "histogram",
      distribution: firstText,
    },
    {
      name: "fishbowl_provider_state",
      help: "1 for the state a provider is in: ok, busy, limited or failing.",
      type: "gauge",
      samples: providers.map(({ id, state }) => ({ labels: { provider: id, state }, value: 1 })),
    },
  ];
}

function storeFamilies(
  { commits, events, committingMs, bytes }: ReturnType<StoreLog["stats"]>,
  { free, state }: Services["disk"],
  due: number,
): readonly Family[] {
  return [
    {
      name: "fishbowl_commit_seconds",
      help: "Commits of this process to the store, and how long they took.",
      type: "summary",
      distribution: { count: commits, sum: committingMs / 1_000 },
    },
    {
      name: "fishbowl_events_total",
      help: "Events this process has appended.",
      type: "counter",
      samples: one(events),
    },
    {
      name: "fishbowl_store_bytes",
      help: "Size of the store's file, with what is not yet written back into it.",
      type: "gauge",
      samples: bytes === null ? [] : one(bytes),
    },
    {
      name: "fishbowl_disk_free_bytes",
      help: "Bytes that are left where the store lies.",
      type: "gauge",
      samples: free === null ? [] : one(free),
    },
    {
      name: "fishbowl_read_only",
      help: "1 while nothing new is taken, because the disk of the store is nearly full.",
      type: "gauge",
      samples: one(state === "full" ? 1 : 0),
    },
    {
      name: "fishbowl_conversations_due",
      help: `Deleted conversations that are yet to be removed for good, counted up to ${DUE_COUNTED}.`,
      type: "gauge",
      samples: one(due),
    },
  ];
}

function backupFamilies(made: LastBackup | null): readonly Family[] {
  return [
    {
      name: "fishbowl_last_backup_timestamp_seconds",
      help: "When the last sound backup of the store was begun.",
      type: "gauge",
      samples: made === null ? [] : one(made.at / 1_000),
    },
    {
      name: "fishbowl_last_backup_bytes",
      help: "Size of that backup.",
      type: "gauge",
      samples: made === null ? [] : one(made.bytes),
    },
  ];
}

function processFamilies(lag: number): readonly Family[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "fishbowl_event_loop_lag_seconds",
      help: "How late the look of each second came at worst since this was last asked.",
      type: "gauge",
      samples: one(lag),
    },
    {
      name: "process_cpu_seconds_total",
      help: "Processor time of this process.",
      type: "counter",
      samples: one((user + system) / 1e6),
    },
    {
      name: "process_resident_memory_bytes",
      help: "Memory of this process.",
      type: "gauge",
      samples: one(Deno.memoryUsage().rss),
    },
  ];
}

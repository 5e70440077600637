/** Where the faults happen: servers on one store, links to them, a small disk and a clock of their own where the machine allows. */
import { Wire } from "../browser/wire.ts";
import { layGreeted } from "../greeted.ts";
import type { SeededRandom } from "../sim/random.ts";
import { DESCRIPTORS, type Scene } from "./faults.ts";
import { People } from "./people.ts";
import { ServerProcess } from "./server_process.ts";

/** Bytes of the disk that can be filled: room for a long run, and small enough to fill at once. */
const DISK_BYTES = 384 << 20;
/** Moves the clock of a process by what a file says; Debian's package `faketime`. */
const LIB_FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

export interface StageOptions {
  readonly processes: number;
  /** A KV Connect service; absent: a file. */
  readonly kv?: string;
  tell?(line: string): void;
}

export class Stage implements AsyncDisposable {
  readonly wrong: string[] = [];
  readonly figures: Record<string, number[]> = {};

  private constructor(readonly scene: Scene) {}

  static async open({ processes, kv, tell }: StageOptions, random: SeededRandom): Promise<Stage> {
    const scratch = await Deno.makeTempDir();
    const data = `${scratch}/data`;
    await Deno.mkdir(data, { mode: 0o700 });
    const ownDisk = kv === undefined && await mount(data);
    if (kv === undefined) await layGreeted(data);
    const clock = await hasFakeTime() ? `${scratch}/clock` : null;
    if (clock) await Deno.writeTextFile(clock, "+0");
    const more = kv === undefined ? [] : ["--kv", kv];
    const limits = { descriptors: DESCRIPTORS, env: environmentOf(clock, kv) };
    const links = Array.from({ length: processes }, () => new Wire());
    const servers = links.map(({ port }) =>
      new ServerProcess(data, [...more, "--allowed-host", `localhost:${port}`], limits)
    );
    const addresses = () => servers.flatMap(({ address }) => address ?? []);
    const stage: Stage = new Stage({
      servers,
      people: new People(addresses, random),
      random,
      scratch,
      data,
      kv: more,
      ownDisk,
      clock,
      links,
      wrong: (sentence) => void (stage.wrong.push(sentence), tell?.(`WRONG: ${sentence}`)),
      measured: (what, value) => void (stage.figures[what] ??= []).push(Math.round(value)),
    });
    return stage;
  }

  addresses = (): string[] => this.scene.servers.flatMap(({ address }) => address ?? []);

  /** The same servers by links that can be cut. */
  wired = (): string[] => {
    const { servers, links } = this.scene;
    return servers.flatMap(({ address }, index) => {
      const link = links[index];
      if (!address || !link) return [];
      link.to(Number(new URL(address).port));
      return [`http://localhost:${link.port}`];
    });
  };

  /** Everything runs and nothing is cut. */
  async heal(): Promise<void> {
    const { servers, links } = this.scene;
    for (const link of links) link.plug();
    for (const server of servers) {
      server.resume();
      if (!server.address) await server.start();
    }
  }

  /** Ends the servers; the store stays. */
  async end(): Promise<void> {
    const { servers, links } = this.scene;
    for (const link of links) await link[Symbol.asyncDispose]();
    for (const server of servers) server.resume();
    await Promise.all(servers.map((server) => server.running ? server.terminate() : 0));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { ownDisk, data, scratch } = this.scene;
    if (ownDisk) await succeeds("umount", [data]);
    await Deno.remove(scratch, { recursive: true });
  }
}

/** A disk in memory, for who may mount one. */
function mount(folder: string): Promise<boolean> {
  return succeeds("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES},mode=0700`, "tmpfs", folder]);
}

function hasFakeTime(): Promise<boolean> {
  return Deno.stat(LIB_FAKETIME).then(({ isFile }) => isFile, () => false);
}

function environmentOf(clock: string | null, kv: string | undefined): Record<string, string> {
  const time = {
    LD_PRELOAD: LIB_FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clock ?? "",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Seconds after which the file is read again.
    FAKETIME_CACHE_DURATION: "1",
  };
  return {
    ...(clock ? time : {}),
    ...(kv === undefined ? {} : { FISHBOWL_MASTER_KEY: "07".repeat(32) }),
  };
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  try {
    const command = new Deno.Command(program, { args: [...args], stdout: "null", stderr: "null" });
    return (await command.output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** A real denokv for the length of a test, where the variable `FISHBOWL_DENOKV` names its program. */
import { inFolder } from "../in_folder.ts";

/** Its program; absent: nobody named one, and tests with it are ignored. */
export const DENOKV = Deno.env.get("FISHBOWL_DENOKV");
const TOKEN = "a_long_token_for_tests";

/** What a program on it finds in its environment. */
export const KV_ENV = { DENO_KV_ACCESS_TOKEN: TOKEN, FISHBOWL_MASTER_KEY: "07".repeat(32) };

/** Runs `body` with the address of an empty service, and a folder. */
export const withDenokv = (body: (kv: string, folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const { port } = freePort();
    const service = new Deno.Command(DENOKV ?? "denokv", {
      args: ["--sqlite-path", `${folder}/denokv.sqlite`, "serve", "--addr", `127.0.0.1:${port}`],
      env: KV_ENV,
      stdout: "null",
      stderr: "null",
    }).spawn();
    try {
      await answers(port);
      await body(`http://127.0.0.1:${port}`, folder);
    } finally {
      service.kill("SIGKILL");
      await service.status;
    }
  });

function freePort(): Deno.NetAddr {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr;
}

/** Waits until somebody listens there. */
async function answers(port: number): Promise<void> {
  for (;;) {
    try {
      using _ = await Deno.connect({ hostname: "127.0.0.1", port });
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

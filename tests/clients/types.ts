/**
 * Of `deno task check`: the answers that the packed client is typed with are those of the contract. The types of the
 * package are made of the description, which is made of the contract's schemas.
 */
import { writePackage } from "../../server/client/package.ts";

const HERE = new URL("../../server/client/operations.ts", import.meta.url).href;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** Operations whose answers differ are told by their names. */
const same = (made: string) => `
import type { Operations as Made } from "${made}";
import type { Operations as Here } from "${HERE}";
type Other = {
  [N in keyof Here]: N extends keyof Made ? Made[N]["answer"] extends Here[N]["answer"] ? never : N : N;
}[keyof Here];
export const same: [Other] extends [never] ? true : Other = true;
`;

const folder = await Deno.makeTempDir();
try {
  await writePackage(folder);
  await Deno.writeTextFile(`${folder}/same.ts`, same(`${folder}/operations.ts`));
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--config", CONFIG, `${folder}/same.ts`],
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  Deno.exitCode = code;
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Says something, signs and changes keys for ever, telling each step by a letter; whoever started it kills it. */
import { openLog } from "../../events/store/log.ts";
import { markFile } from "../../events/store/file/mark.ts";
import { Signing } from "../../actors/signing/signing.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { appended, said } from "../events/store/given.ts";

const [path = "", name = ""] = Deno.args;
const log = await openLog({ path, signed: markFile(path, "-signed") });
const masterKey = new Uint8Array(32).fill(7);
const signing = new Signing({ log, environment: realEnvironment, logger: silent, masterKey });
const step = () => Deno.stdout.writeSync(new TextEncoder().encode("s"));
for (let n = 0;; n++) {
  step();
  await appended(log, `c_${name}`, [said(`${name}/${n}`)]);
  step();
  await signing.sign("demand");
  step();
  if (n % 3 === 2) await signing.changeKey();
}

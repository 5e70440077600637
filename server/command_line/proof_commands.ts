/** `fishbowl export --proof`, and `fishbowl verify FILE`, which needs no store. */
import { fromBase64url } from "../../events/catalog/checkpoint.ts";
import { ProofCheck, type Proved, shortKey } from "../../events/catalog/proof.ts";
import { proofLinesOf } from "../../events/catalog/proof_lines.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { exportProof } from "../../events/store/transfer/export_proof.ts";
import { disclosing } from "../../projections/conversation/disclosed.ts";
import { type Console, needed, writeLines } from "./maintenance.ts";
import { type Options, UsageError } from "./options.ts";
import { signingOf } from "./sign_command.ts";
import { StartError } from "../serve.ts";

export async function exportProofCommand(
  log: StoreLog,
  options: Options,
  console: Console,
): Promise<number> {
  const stream = needed(options, "the id of a conversation");
  const signing = await signingOf(log, options);
  const checkpoint = await signing.signed(stream);
  const messages = options.messages?.split(",");
  const shown = { prompts: options.prompts, ...(messages ? { messages: new Set(messages) } : {}) };
  const lines = checkpoint && await exportProof(log, stream, {
    checkpoint,
    changes: await signing.changes(),
    disclosing: () => disclosing(shown),
  });
  return await writeLines(lines, options, console);
}

/** @returns the exit status: 0 where the proof holds, and is of the key that was named */
export async function verifyProofCommand({ rest, key }: Options, console: Console): Promise<number> {
  if (key !== undefined && fromBase64url(key)?.length !== 32) {
    throw new UsageError("--key must be a public key, as /.well-known/fishbowl.json tells it.");
  }
  let file: Deno.FsFile;
  try {
    file = await Deno.open(rest[0] ?? "");
  } catch {
    throw new StartError("The file cannot be read.");
  }
  const check = new ProofCheck(crypto.subtle);
  for await (const text of proofLinesOf(file.readable)) {
    if ("detail" in await check.line(text)) break;
  }
  const verdict = check.end();
  if (!verdict.ok) {
    const { line, detail } = verdict.refuted;
    console.out(`Line ${line}: ${detail}. The proof does not hold.`);
    return 1;
  }
  for (const line of told(verdict.proved)) console.out(line);
  if (key === undefined) {
    console.out("Whose key that is, you have to know: compare it, or say --key.");
    return 0;
  }
  if (verdict.proved.keys.includes(key)) return 0;
  console.out(
    `It is not the key ${key}, and that one vouches for none of its keys: somebody else signed it.`,
  );
  return 1;
}

function told({ stream, events, erased, withheld, checkpoint: { n, at }, keys }: Proved): string[] {
  const gaps = [
    erased > 0 ? `of ${erased} the words were erased` : "",
    withheld > 0 ? `of ${withheld} withheld` : "",
  ]
    .filter(Boolean).join(", ");
  const signer = keys.at(-1) ?? "";
  return [
    `The proof holds: ${stream}, ${events} events${
      gaps && ` (${gaps})`
    }, as checkpoint ${n} of ${at} signed it.`,
    `Signed by ${signer} (${shortKey(signer)}).`,
    ...keys.slice(0, -1).map((key) => `The key ${key} vouches for it.`),
  ];
}

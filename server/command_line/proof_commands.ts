/** `fishbowl export --proof`, and `fishbowl verify FILE`, which needs no store. */
import { fromBase64url } from "../../events/catalog/checkpoint.ts";
import { type OwnKey, ownKeys, standingOf } from "../../events/catalog/own_keys.ts";
import { ProofCheck, type Proved, shortKey } from "../../events/catalog/proof.ts";
import { proofLinesOf } from "../../events/catalog/proof_lines.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { exportProof } from "../../events/store/transfer/export_proof.ts";
import { disclosing } from "../../projections/conversation/disclosed.ts";
import { WellKnown } from "../contract/signing_shapes.ts";
import { type Console, needed, writeLines } from "./maintenance.ts";
import { type Options, UsageError } from "./options.ts";
import { signingOf } from "./sign_command.ts";
import { StartError } from "./start_error.ts";

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
  const own = key === undefined ? [] : await keysNamed(key);
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
  const wrong = notOf(own, verdict.proved, key);
  if (wrong !== null) console.out(wrong);
  return wrong === null ? 0 : 1;
}

/** What is told of a server's keys: bytes that are read of it. */
const TOLD_BYTES = 1024 * 1024;

/**
 * The keys that are meant: one, or all that a server tells of itself, kept in a file.
 * @throws {UsageError} for what is neither
 */
async function keysNamed(named: string): Promise<readonly OwnKey[]> {
  if (fromBase64url(named)?.length === 32) return [{ key: named, until: null }];
  try {
    if ((await Deno.stat(named)).size > TOLD_BYTES) throw new RangeError("too long");
    const keys = await ownKeys(crypto.subtle, WellKnown.parse(JSON.parse(await Deno.readTextFile(named))));
    if (keys.length > 0) return keys;
  } catch {
    // It is none of both.
  }
  throw new UsageError(
    "--key must be a public key, or a file with what /.well-known/fishbowl.json of its server says.",
  );
}

/** Why a proof is not of a server with these keys; null where it is. */
function notOf(own: readonly OwnKey[], { keys, checkpoint }: Proved, named: string): string | null {
  const [now] = own;
  if (now && keys.includes(now.key)) return null;
  switch (standingOf(own, checkpoint)) {
    case "now":
    case "before":
      return null;
    case "late":
      return "Its key was one of that server, and was changed before this was signed: somebody else signed it.";
    case "strange":
      return own.length === 1 && fromBase64url(named)?.length === 32
        ? `It is not the key ${named}, and that one vouches for none of its keys: somebody else signed it, or the ` +
          "same server before its key was changed. What its /.well-known/fishbowl.json says tells which: --key FILE."
        : "It is none of the keys that server ever had: somebody else signed it.";
  }
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

/** Proofs taken in: by whose key they were signed is told in the conversation, and what signed them is kept as it was. */
import { z } from "zod";
import { isSignedBy, readCheckpoint, rootBy } from "../../events/catalog/checkpoint.ts";
import type { Actor } from "../../events/catalog/envelope.ts";
import { type OwnKey, standingOf } from "../../events/catalog/own_keys.ts";
import { type Proved, shortKey } from "../../events/catalog/proof.ts";
import { chainAt } from "../../events/store/transfer/export_proof.ts";
import { type FileTypes, importProof, type KeptProof } from "../../events/store/transfer/import_proof.ts";
import type { ImportOptions, ImportResult } from "../../events/store/transfer/import_stream.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { importOptions } from "../command_line/derived_rows.ts";

/** What requests were made of: never served as a file. */
const SHELL_TYPE = "application/vnd.fishbowl.shell+json";
/** Of a text that was too long for its event: what no text can be is stored as JSON, and all of it is read as such. */
const TEXT_TYPE = "application/json";

const Named = z.object({
  data: z.object({
    shellBlob: z.string().optional(),
    attachments: z.array(z.object({
      sha256: z.string(),
      type: z.string(),
      text: z.object({ sha256: z.string() }).optional(),
    })).optional(),
  }),
});

function fileTypes(): FileTypes {
  const types = new Map<string, string>();
  return {
    look(words) {
      const { shellBlob, attachments = [] } = Named.safeParse(words).data?.data ?? {};
      for (const { sha256, type, text } of attachments) {
        types.set(sha256, type);
        if (text) types.set(text.sha256, "text/plain");
      }
      // Whatever else names it: it is no file of anybody.
      if (shellBlob !== undefined) types.set(shellBlob, SHELL_TYPE);
    },
    typeOf: (sha256) => types.get(sha256) ?? TEXT_TYPE,
  };
}

/** What the conversation says of it, behind its last event. */
function said({ checkpoint, keys }: Proved, own: readonly OwnKey[]): string {
  const { at } = checkpoint;
  const key = shortKey(keys.at(-1) ?? "");
  if (standingOf(own, checkpoint) === "before") {
    return `This conversation was imported with a proof: what stands above was signed on ${at} by ${key}, an earlier key of this server.`;
  }
  return own.some((one) => one.until === null && keys.includes(one.key))
    ? `This conversation was imported with a proof: what stands above was signed on ${at} by ${key}, this server’s own key.`
    : `This conversation was imported with a proof: what stands above was signed on ${at} by ${key}, a key that this server does not know.`;
}

/** @param own the keys of this server, now and before */
export async function takeProof(
  store: StoreLog,
  lines: () => AsyncIterable<string>,
  { at, by, own, maxBytes }: { at: string; by: Actor; own: readonly OwnKey[]; maxBytes?: number },
): Promise<ImportResult> {
  return await importProof(store, lines, fileTypes(), (proved): ImportOptions => ({
    ...importOptions(at, by, { told: said(proved, own) }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  }));
}

const Kept: z.ZodType<KeptProof> = z.object({
  events: z.number(),
  text: z.string(),
  signature: z.string(),
  path: z.array(z.tuple([z.enum(["L", "R"]), z.string()])),
  changes: z.array(z.object({ text: z.string(), signature: z.string() })),
});

/**
 * What signed a conversation elsewhere, and whether it holds for the events as they are stored here; null where nothing
 * did.
 */
export async function proofKept(store: StoreLog, id: string, own: readonly OwnKey[]) {
  const kept = Kept.safeParse(await store.side("proof").get(id)).data;
  const checkpoint = kept && readCheckpoint(kept.text);
  if (!kept || !checkpoint) return null;
  const { key, at, n, root } = checkpoint;
  const { subtle } = crypto;
  const head = [id, kept.events, await chainAt(store, id, kept.events)] as const;
  const holds = await isSignedBy(subtle, key, kept) && await rootBy(subtle, head, kept.path) === root;
  const standing = standingOf(own, checkpoint);
  return { ...kept, key, at, n, own: standing === "now" || standing === "before", holds };
}

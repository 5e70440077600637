/** Attachments: stored by their hash, served so that a browser never runs them. */
import { ATTACHMENT_BYTES, IMAGE_TYPES } from "../../events/catalog/limits.ts";
import { Uploaded } from "../contract/process.ts";
import { Bytes } from "../contract/values.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { checkUpload, cleanName, isInternal } from "./uploads.ts";

function fileName(request: Request): string {
  try {
    return cleanName(decodeURIComponent(request.headers.get("x-file-name") ?? ""));
  } catch {
    throw new Problem("validation", "X-File-Name must be URI-encoded.");
  }
}

async function upload(call: Call): Promise<Uploaded> {
  if (call.bytes.length === 0) throw new Problem("validation", "The file is empty.");
  const type = (call.request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  checkUpload(call.bytes, type);
  const name = fileName(call.request);
  // Equal bytes are kept once, under the type they came with first.
  const stored = await call.services.system.log.blobs.put(call.bytes, type);
  return { sha256: stored.sha256, name, type: stored.type, size: stored.size };
}

async function download(call: Call): Promise<Response> {
  const sha256 = call.params["sha256"] ?? "";
  const blob = /^[0-9a-f]{64}$/.test(sha256) ? await call.services.system.log.blobs.get(sha256) : null;
  const image = blob && IMAGE_TYPES.find((type) => type === blob.info.type);
  if (!blob || isInternal(blob.info.type)) {
    throw new Problem("not_found", "There is no such file.");
  }
  return new Response(new Uint8Array(blob.bytes), {
    headers: {
      "content-type": image ?? "application/octet-stream",
      "content-disposition": image ? "inline" : "attachment",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=31536000, immutable",
    },
  });
}

export const files: Route[] = [
  route({
    method: "POST",
    path: "/api/attachments",
    access: "api",
    summary: "Upload a file (bytes, with its type and X-File-Name)",
    rawBytes: ATTACHMENT_BYTES,
    status: 201,
    answer: Uploaded,
    handle: upload,
  }),
  route({
    method: "GET",
    path: "/api/attachments/:sha256",
    access: "api",
    summary: "An uploaded file",
    media: Object.fromEntries([...IMAGE_TYPES, "application/octet-stream"].map((type) => [type, Bytes])),
    handle: download,
  }),
];

/** Attachments: stored by their hash, served so that a browser never runs them. */
import { ATTACHMENT_BYTES } from "../../events/limits.ts";
import { Problem } from "../problem.ts";
import { type Call, json, type Route, route } from "../route.ts";
import { checkUpload, IMAGE_TYPES } from "../uploads.ts";

/** Characters of a file name. */
const NAME_CHARACTERS = 255;

function fileName(request: Request): string {
  const header = request.headers.get("x-file-name") ?? "file";
  try {
    const name = decodeURIComponent(header).replace(/[\p{Cc}/\\]/gu, "_").trim();
    return name.slice(0, NAME_CHARACTERS) || "file";
  } catch {
    throw new Problem("validation", "X-File-Name must be URI-encoded.");
  }
}

async function upload(call: Call<unknown>): Promise<Response> {
  if (call.bytes.length === 0) throw new Problem("validation", "The file is empty.");
  const type = (call.request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  checkUpload(call.bytes, type);
  const name = fileName(call.request);
  const { sha256, size } = await call.services.system.log.putBlob(call.bytes, type);
  return json({ sha256, name, type, size }, 201);
}

async function download(call: Call<unknown>): Promise<Response> {
  const sha256 = call.params["sha256"] ?? "";
  const blob = /^[0-9a-f]{64}$/.test(sha256) ? await call.services.system.log.blob(sha256) : null;
  const image = blob && IMAGE_TYPES.find((type) => type === blob.info.type);
  // Blobs also hold long texts and requests; only what was uploaded as a file is served here.
  if (!blob || blob.info.type.startsWith("application/vnd.fishbowl")) {
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
    handle: upload,
  }),
  route({
    method: "GET",
    path: "/api/attachments/:sha256",
    access: "api",
    summary: "An uploaded file",
    status: 200,
    handle: download,
  }),
];

/** Attachments: stored by their hash, served so that a browser never runs them. */
import { ATTACHMENT_BYTES, IMAGE_TYPES } from "../../events/catalog/limits.ts";
import { KeepUploads, KeptUploads, Uploaded } from "../contract/process.ts";
import { Bytes } from "../contract/values.ts";
import { Problem } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";
import { checkUpload, cleanName, isInternal, takeFile } from "./uploads.ts";

function fileName(request: Request): string {
  try {
    return cleanName(decodeURIComponent(request.headers.get("x-file-name") ?? ""));
  } catch {
    throw new Problem("validation", "X-File-Name must be URI-encoded.");
  }
}

export const files: Route[] = [
  route("POST", "/api/attachments", {
    summary: "Upload a file (bytes, with its type and X-File-Name)",
    rawBytes: ATTACHMENT_BYTES,
    status: 201,
    answer: Uploaded,
    async handle({ bytes, request, services }) {
      if (bytes.length === 0) throw new Problem("validation", "The file is empty.");
      const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
      const name = fileName(request);
      checkUpload(bytes, type, name);
      return { ...await takeFile(services.system, bytes, type), name };
    },
  }),
  route("POST", "/api/attachments/keep", {
    summary: "Keep uploads that are on no message yet for another day; says which are not here any more",
    body: KeepUploads,
    answer: KeptUploads,
    async handle({ body, services }) {
      return { gone: await services.system.uploads.keep(body.sha256) };
    },
  }),
  route("GET", "/api/attachments/:sha256", {
    summary: "An uploaded file",
    media: Object.fromEntries([...IMAGE_TYPES, "application/octet-stream"].map((type) => [type, Bytes])),
    async handle({ params: { sha256 = "" }, services }) {
      const blob = /^[0-9a-f]{64}$/.test(sha256) ? await services.system.log.blobs.get(sha256) : null;
      if (!blob || isInternal(blob.info.type)) {
        throw new Problem("not_found", "There is no such file.");
      }
      const image = IMAGE_TYPES.find((type) => type === blob.info.type);
      return new Response(new Uint8Array(blob.bytes), {
        headers: {
          "content-type": image ?? "application/octet-stream",
          "content-disposition": image ? "inline" : "attachment",
          "content-security-policy": "default-src 'none'; sandbox",
          "cache-control": "private, max-age=31536000, immutable",
        },
      });
    },
  }),
];

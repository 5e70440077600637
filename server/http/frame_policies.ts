/**
 * What the pages in frames may do: one draws diagrams, one shows what a model wrote as a page, one a picture from
 * elsewhere. Each has an origin of its own that is nobody's (`sandbox`), loads nothing but what its line below says,
 * and stands in no page but ours; what it shows is handed over by a message (SECURITY.md 5).
 */

/** Sources each frame is allowed beside its own script; a frame that is not here is not served. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Diagrams carry their style in an element.
  mermaid: ["style-src 'unsafe-inline'"],
  // A page in one file: its scripts and styles stand in it, its pictures, fonts and sounds too.
  preview: [
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "font-src data:",
    "media-src data: blob:",
  ],
  // The picture that a person asked for. Never over plain http, which would reach machines of the person's own net.
  picture: ["img-src https:"],
};

/** Frames that nobody wrote a script for but us: only the script with this hash runs. */
const OUR_SCRIPT_ALONE = new Set(["mermaid", "picture"]);
/** Frames that reach no other machine by any way, WebRTC and hints to connect among them, where a browser knows it. */
const NOWHERE = new Set(["mermaid", "preview"]);

/**
 * Headers of the frame of that name, null where there is none.
 * @param hash SHA-256 of its script, in base64
 */
export function framePolicy(name: string, hash: string): Readonly<Record<string, string>> | null {
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
  if (!allowed) return null;
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src ${OUR_SCRIPT_ALONE.has(name) ? `'sha256-${hash}'` : "'unsafe-inline'"}`,
    ...allowed,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-frame-options": "SAMEORIGIN",
    ...(NOWHERE.has(name) ? { "connection-allowlist": "()" } : {}),
  };
}

/** What stands in the one script of a frame's page. */
export function scriptOf(page: string): string {
  const start = page.indexOf("<script>");
  return start < 0 ? "" : page.slice(start + "<script>".length, page.lastIndexOf("</script>"));
}

/** SHA-256 in base64, as policies and tags have it. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toBase64();
}

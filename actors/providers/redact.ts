/** The one redaction function for logs and error details (SECURITY.md 7): exact known secrets and usual patterns. */
import type { Fields } from "../logger.ts";

const REDACTED = "[redacted]";
/** Shorter "secrets" would blank out ordinary words. */
const SECRET_MIN_LENGTH = 6;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|xai|gsk|key|or|hf|fb)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{8,}/g, REDACTED],
  [/\b(?:ghp|gho|github_pat|glpat|AKIA|AIza|ya29\.)[-_A-Za-z0-9.]{10,}/g, REDACTED],
  [/\beyJ[-_A-Za-z0-9]{8,}\.[-_A-Za-z0-9]{8,}(?:\.[-_A-Za-z0-9]*)?/g, REDACTED],
  [/\b(bearer|basic)\s+[^\s"',;]{6,}/gi, `$1 ${REDACTED}`],
  [
    /((?:x-api-key|api[-_]?key|authorization|access[-_]?token|secret|password|cookie)["']?\s*[:=]\s*["']?)(?!bearer\s|basic\s)[^\s"',;&]{4,}/gi,
    `$1${REDACTED}`,
  ],
  // Credentials inside an address.
  [/(\bhttps?:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
];

/**
 * The text without secrets.
 * @param secrets exact values known to be secret, e.g. the provider keys in use.
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < SECRET_MIN_LENGTH) continue;
    for (
      const form of new Set([
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        btoaSafe(secret),
      ])
    ) {
      result = result.replaceAll(form, REDACTED);
    }
  }
  for (const [pattern, instead] of PATTERNS) result = result.replace(pattern, instead);
  return result;
}

/** The same for the fields of a log line. */
export function redacted(fields: Fields, secrets: Iterable<string> = []): Fields {
  return Object.fromEntries(
    Object.entries(fields).map((
      [name, value],
    ) => [name, typeof value === "string" ? redact(value, secrets) : value]),
  );
}

function btoaSafe(secret: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(secret)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The one redaction function for logs and error details (SECURITY.md 7): exact known secrets and usual patterns. */
const REDACTED = "[redacted]";
/** Shorter "secrets" would blank out ordinary words. */
const SECRET_MIN_LENGTH = 6;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ghp|gho|github_pat|glpat|AKIA|AIza|ya29\.)[-_A-Za-z0-9.]{10,}/g, REDACTED],
  [/\b(bearer|basic)\s+[^\s"',;]{6,}/gi, `$1 ${REDACTED}`],
  [
    /((?:x-api-key|api[-_]?key|authorization|access[-_]?token|secret|password|cookie)["']?\s*[:=]\s*["']?)(?!bearer\s|basic\s)[^\s"',;&]{4,}/gi,
    `$1${REDACTED}`,
  ],
  // Credentials inside an address.
  [/(\bhttps?:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`],
];

/** Each of the patterns needs one of these. The ids in lines of the log have none, and are looked at for each line. */
const MARKS = /[\s:=@]|ghp|gho|github_pat|glpat|AKIA|AIza|ya29\./;

/** What keys and signed tokens are made of. Each run of it is read once: inside it, keys may begin anywhere. */
const RUN = /[-_.A-Za-z0-9]+/g;
const KEY = /(?<!\w)(?:sk|pk|rk|xai|gsk|key|or|hf|fb)[-_]/;
const LONG = /[A-Za-z0-9]{8}/;
const TOKEN = /(?<!\w)eyJ/;
/** Units of a part of a signed token, at least. */
const TOKEN_PART = 8;

/** A run without keys (`sk-…`) and signed tokens (`eyJ….….…`). */
function withoutKeys(run: string): string {
  const parts = run.split(".");
  const shown: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    const token = TOKEN.exec(part);
    const payload = parts[index + 1] ?? "";
    if (token && part.length - token.index >= 3 + TOKEN_PART && payload.length >= TOKEN_PART) {
      shown.push(part.slice(0, token.index) + REDACTED);
      // Payload and signature.
      index += 2;
      continue;
    }
    const key = KEY.exec(part);
    const secret = key && LONG.test(part.slice(key.index + key[0].length));
    shown.push(secret ? part.slice(0, key.index) + REDACTED : part);
  }
  return shown.join(".");
}

/**
 * The text without secrets.
 * @param secrets exact values known to be secret, e.g. the provider keys in use.
 * @outside
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let result = withoutSecrets(text, secrets);
  // Each run by itself only where one of them may hold a key.
  if (KEY.test(result) || TOKEN.test(result)) result = result.replace(RUN, withoutKeys);
  if (!MARKS.test(result)) return result;
  for (const [pattern, instead] of PATTERNS) result = result.replace(pattern, instead);
  return result;
}

/**
 * The text without these values, in the forms they may be repeated in; the rest stays as it is.
 * @outside
 */
export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let result = text;
  for (const secret of secrets) {
    // None of its forms is shorter than it is.
    if (secret.length < SECRET_MIN_LENGTH || secret.length > result.length) continue;
    for (
      const form of new Set([
        secret,
        encodeURIComponent(secret.toWellFormed()),
        JSON.stringify(secret).slice(1, -1),
        new TextEncoder().encode(secret).toBase64(),
      ])
    ) {
      result = result.replaceAll(form, REDACTED);
    }
  }
  return result;
}

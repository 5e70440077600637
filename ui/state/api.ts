/** The one module that talks to the server. Failures are values: what happened, in words for people. */

import { signal } from "@preact/signals";
import { words } from "../words/frame.ts";
import { language } from "../words/language.ts";
import { heardTime } from "./server_time.ts";

/** The server wants a password. */
export const signedOut = signal(false);
/** The server has no password yet and waits for its first one. */
export const settingUp = signal(false);

export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { path: string; message: string }[];
}
export type Answer<T> = { readonly ok: true; readonly value: T } | Failure;

/** Whether the server understood and will not have it: the same again would be refused again. */
export const refuses = ({ status }: Failure): boolean => status >= 400 && status < 500 && status !== 429;

/** `<kind>_<12 hex>`, also where `crypto.randomUUID` is missing (plain http outside loopback). */
export function newId(kind: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `${kind}_${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Our server says why. What says nothing stands before it: a proxy, which has a bound of its own for bodies. */
const unsaid = (status: number): string => status === 413 ? words.tooMuch : words.answered(status);

async function failure(response: Response): Promise<Failure> {
  // A wrong code is no lost session.
  if (response.status === 401 && !settingUp.value) signedOut.value = true;
  const problem = await response.json().catch(() => ({})) as Partial<Record<string, unknown>>;
  if (problem["code"] === "set_up") settingUp.value = true;
  const code = String(problem["code"] ?? "unknown");
  const detail = problem["detail"];
  return {
    ok: false,
    status: response.status,
    code,
    message: detail === undefined ? unsaid(response.status) : words.refused(code, String(detail)),
    errors: Array.isArray(problem["errors"]) ? problem["errors"] : [],
  };
}

/** A request as the browser makes it; the answer in words where it is none. */
export async function send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
  let response: Response;
  let text = "";
  const asked = Date.now();
  try {
    response = await fetch(path, { ...init, credentials: "same-origin" });
    heardTime(response.headers, asked);
    if (response.ok) text = await response.text();
  } catch {
    // Before the answer or in the middle of it: either way it has not been heard.
    return { ok: false, status: 0, code: "offline", message: words.unreachable, errors: [] };
  }
  if (!response.ok) return await failure(response);
  // A document; lines of JSON are none.
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  const value: unknown = response.status === 204 ? undefined : isJson ? JSON.parse(text) : text;
  // The server's contract says what T is; this is the edge where it enters.
  return { ok: true, value: value as T };
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<Answer<T>> =>
  send<T>(path, { method: "GET", ...(signal ? { signal } : {}) });

/** A write. `key` makes a repetition harmless. */
export function write<T>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body: unknown = {},
  key?: string,
): Promise<Answer<T>> {
  // What the server puts into words, such as the title of a copy, is in the language of the page.
  const headers: Record<string, string> = { "content-type": "application/json", "accept-language": language };
  if (key) headers["idempotency-key"] = key;
  return send<T>(path, {
    method,
    headers,
    ...(method === "DELETE" ? {} : { body: JSON.stringify(body) }),
  });
}

/** What a server gave of a resource, as files that go onto a message. */
import type { McpResource } from "../../server/contract/resources.ts";

export type GivenResource = Extract<McpResource, { ok: true }>;

export const filesOf = ({ files }: GivenResource): File[] =>
  files.map(({ name, type, text, bytes = "" }) =>
    new File([text ?? Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name, { type })
  );

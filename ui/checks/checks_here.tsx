/** Checks: loaded when somebody first asks. */
import { lazy } from "../parts/lazy.tsx";

export const ChecksHere = lazy<{ messageId?: string | undefined }>(async () =>
  (await import("./checks_dialog.tsx")).Checks
);
export const ChecksPage = lazy(async () => (await import("./checks_page.tsx")).ChecksPage);
export const Versions = lazy<{ agentId: string }>(async () =>
  (await import("./agent_versions.tsx")).Versions
);

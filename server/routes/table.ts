/** Every route of the server, in one list. */
import type { Route } from "../http/route.ts";
import { accounts } from "./accounts.ts";
import { agentVersions } from "./agent_versions.ts";
import { anthropic } from "./anthropic.ts";
import { checks } from "./checks.ts";
import { conversations } from "./conversations.ts";
import { erasing } from "./erasing.ts";
import { files } from "./files.ts";
import { forks } from "./forks.ts";
import { description, health } from "./health.ts";
import { hands } from "./hands.ts";
import { insight } from "./insight.ts";
import { mcpRoutes } from "./mcp.ts";
import { messages } from "./messages.ts";
import { movingIn } from "./moving_in.ts";
import { pages } from "./pages.ts";
import { panels } from "./panels.ts";
import { prices } from "./prices.ts";
import { programs } from "./programs.ts";
import { responses } from "./responses.ts";
import { reruns } from "./rerun.ts";
import { retention } from "./retention.ts";
import { expectations } from "./expectations.ts";
import { expectedUse } from "./expected_use.ts";
import { schedules } from "./schedules.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings.ts";
import { signing } from "./signing.ts";
import { streams } from "./streams.ts";
import { transfer } from "./transfer.ts";
import { webhooks } from "./webhooks.ts";
import { webSearch } from "./web_search.ts";
import { turns } from "./turns.ts";
import { trials } from "./trials.ts";
import { comparisons } from "./comparisons.ts";
import { rankings } from "./rankings.ts";
import { turnDifference } from "./turn_difference.ts";
import { mcpServers } from "./mcp_servers.ts";
import { noteRoutes } from "./notes.ts";
import { projectRoutes } from "./projects.ts";

export const routes: readonly Route[] = [
  ...pages,
  ...conversations,
  ...messages,
  ...erasing,
  ...turns,
  ...turnDifference,
  ...trials,
  ...hands,
  ...comparisons,
  ...rankings,
  ...expectedUse,
  ...streams,
  ...transfer,
  ...movingIn,
  ...forks,
  ...reruns,
  ...insight,
  ...files,
  ...settings,
  ...prices,
  ...retention,
  ...expectations,
  ...checks,
  ...agentVersions,
  ...schedules,
  ...panels,
  ...signing,
  ...accounts,
  ...sessions,
  ...webhooks,
  ...programs,
  ...responses,
  ...anthropic,
  ...mcpRoutes,
  ...mcpServers,
  ...webSearch,
  ...noteRoutes,
  ...projectRoutes,
  ...health,
  description(() => routes),
];

/** What people do with the settings and at the door, as the server is told it. */
import type {
  ChangeWebSearch,
  TryWebSearch,
  WebSearchTrial,
  WebSearchView,
} from "../../server/contract/web_search_shapes.ts";
import type { DailyBudget, Price } from "../../events/catalog/workspace.ts";
import type {
  AskMcpPrompt,
  ConnectMcpServer,
  LocalServers,
  MadeToken,
  McpConnecting,
  McpDisconnected,
  McpOffers,
  McpPrompt,
  McpResource,
  McpServerView,
  McpTools,
  ModelNames,
  NewToken,
  ProviderTest,
  ProviderTrial,
  TrustMcpTool,
  TryProvider,
} from "../../server/contract/resources.ts";
import type { SigningState } from "../../server/contract/signing_shapes.ts";
import type { Budget } from "../../server/contract/schedule_shapes.ts";
import type { Retention } from "../../server/contract/retention_shapes.ts";
import type { MadeWebhook, NewWebhook } from "../../server/contract/webhook_shapes.ts";
import { write } from "./api.ts";

type Fields = Readonly<Record<string, unknown>>;
export const create = <T = unknown>(kind: string, fields: Fields, key: string) =>
  write<T>("POST", `/api/${kind}`, fields, key);
export const update = <T = unknown>(kind: string, id: string, fields: Fields) =>
  write<T>("PATCH", `/api/${kind}/${id}`, fields);
export const withdraw = (kind: string, id: string) => write("DELETE", `/api/${kind}/${id}`);
/** Takes back that it was withdrawn. */
export const bringBack = (kind: string, id: string) => write("POST", `/api/${kind}/${id}/restore`);
/** Asks a provider for its models before it is kept; nothing of it is stored. */
export const tryProvider = (provider: TryProvider) =>
  write<ProviderTrial>("POST", "/api/providers/try", provider);
/** Has the server look for model servers on its own machine. */
export const findLocalServers = () => write<LocalServers>("POST", "/api/local-servers");
export const testProvider = (id: string) => write<ProviderTest>("POST", `/api/providers/${id}/test`);
/** Has the server ask for the list of models anew. */
export const askModels = (id: string) => write<ModelNames>("POST", `/api/providers/${id}/models`);
/** Null takes the workspace's own price away. */
export const setPrices = (prices: Readonly<Record<string, Price | null>>) =>
  write("PATCH", "/api/prices", { prices });
export const setPrice = (model: string, price: Price | null) => setPrices({ [model]: price });
/** Null: nothing is deleted by itself. */
export const setRetention = (days: number | null) => write<Retention>("PATCH", "/api/retention", { days });
export const signNow = () => write<SigningState>("POST", "/api/signing");
export const changeSigningKey = () => write<SigningState>("POST", "/api/signing/key");
/** How much all that runs without a person may use on a day; null: nothing runs. */
export const setDailyBudget = (daily: DailyBudget | null) =>
  write<Budget>("PATCH", "/api/daily-budget", { daily });
const mcpServer = (id: string, more = "") => `/api/mcp-servers/${id}${more}`;
export const makeMcpServer = (server: Fields, key: string) =>
  write<McpServerView>("POST", "/api/mcp-servers", server, key);
export const changeMcpServer = (id: string, change: Fields) =>
  write<McpServerView>("PATCH", mcpServer(id), change);
export const removeMcpServer = (id: string) => write("DELETE", mcpServer(id));
/** Where a person signs in at the server. */
export const connectMcpServer = (id: string, given: ConnectMcpServer) =>
  write<McpConnecting>("POST", mcpServer(id, "/connect"), given);
export const disconnectMcpServer = (id: string) =>
  write<McpDisconnected>("POST", mcpServer(id, "/disconnect"));
/** Has the server asked for what it offers beside tools. */
export const askMcpOffers = (id: string) => write<McpOffers>("POST", mcpServer(id, "/offers"));
export const askMcpPrompt = (id: string, prompt: AskMcpPrompt) =>
  write<McpPrompt>("POST", mcpServer(id, "/prompts"), prompt);
export const askMcpResource = (id: string, uri: string) =>
  write<McpResource>("POST", mcpServer(id, "/resources"), { uri });
/** Has the server asked for its tools now. */
export const askMcpTools = (id: string) => write<McpTools>("POST", mcpServer(id, "/tools"));
/** Lets a tool run without asking, as it was seen; null: no longer. */
export const trustMcpTool = (id: string, trust: TrustMcpTool) =>
  write("POST", mcpServer(id, "/trust"), trust);
/** A service of null: the web is searched by makers alone. */
export const changeWebSearch = (change: ChangeWebSearch) =>
  write<WebSearchView>("PATCH", "/api/web-search", change);
/** Asks a service once, with this key or the one that is kept. */
export const tryWebSearch = (service: TryWebSearch) =>
  write<WebSearchTrial>("POST", "/api/web-search/try", service);
/** Takes the words of a note out of the log, for good. */
export const eraseNote = (id: string) => write("DELETE", `/api/notes/${id}/content`);
/** The same of a project, with its files. */
export const eraseProject = (id: string) => write("DELETE", `/api/projects/${id}/content`);
export const makeToken = (token: NewToken) => write<MadeToken>("POST", "/api/tokens", token);
export const revokeToken = (id: string) => write("DELETE", `/api/tokens/${id}`);
export const makeWebhook = (webhook: NewWebhook) => write<MadeWebhook>("POST", "/api/webhooks", webhook);
export const changeWebhook = (id: string, change: { readonly enabled: boolean }) =>
  write("PATCH", `/api/webhooks/${id}`, change);
export const testWebhook = (id: string) => write("POST", `/api/webhooks/${id}/test`);
export const removeWebhook = (id: string) => write("DELETE", `/api/webhooks/${id}`);

// The door.

export const logIn = (password: string) => write("POST", "/api/login", { password });
export const logOut = () => write("POST", "/api/logout");
export const setUp = (code: string, password: string) => write("POST", "/api/set-up", { code, password });
/** `current`: the password there is, if there is one. */
export const setPassword = (password: string, current?: string) =>
  write("POST", "/api/password", { current, password });

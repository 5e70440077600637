/** The interface's page and files. Every address of the interface is the same page; it reads the address itself. */
import { assetResponse } from "../http/assets.ts";
import { Bytes } from "../contract/values.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

async function page(call: Call): Promise<Response> {
  const index = await call.services.assets.get("index.html")?.();
  if (index) return assetResponse(index, false, call.request.headers);
  return new Response("The interface is not built. Run: deno task build\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** @param immutable a file whose name changes with it; else it is asked for again by its tag */
const file = (path: (call: Call) => string, immutable: boolean) => async (call: Call): Promise<Response> => {
  const found = await call.services.assets.get(path(call))?.();
  if (!found) throw new Problem("not_found", "There is no such file.");
  return assetResponse(found, immutable, call.request.headers);
};

async function icon(call: Call): Promise<Response> {
  const { assets } = call.services;
  const found = await (assets.get("favicon.svg") ?? assets.get("favicon.ico"))?.();
  return found ? assetResponse(found, false, call.request.headers) : new Response(null, { status: 204 });
}

const PAGES = [
  "/",
  "/c/:id",
  "/p/:id",
  "/settings",
  "/settings/:section",
  "/settings/:section/:id",
  "/new",
];
const shown = { access: "page", media: { "text/html": Bytes } } as const;
export const pages: Route[] = [
  ...PAGES.map((path) => route("GET", path, { ...shown, summary: "The interface", handle: page })),
  route("GET", "/assets/:name", {
    ...shown,
    summary: "A file of the interface",
    handle: file(({ params }) => `assets/${params["name"] ?? ""}`, true),
  }),
  route("GET", "/frame/:name", {
    ...shown,
    summary: "A page apart: diagrams, previews, pictures from elsewhere",
    handle: file(({ params }) => `frames/${params["name"] ?? ""}.html`, false),
  }),
  route("GET", "/app.webmanifest", {
    ...shown,
    summary: "How the page is installed",
    handle: file(() => "app.webmanifest", false),
  }),
  route("GET", "/offline_worker.js", {
    ...shown,
    summary: "The worker that opens the page where the server cannot be reached",
    handle: file(() => "offline_worker.js", false),
  }),
  route("GET", "/icons/:name", {
    ...shown,
    summary: "An icon of the installed page",
    handle: file(({ params }) => `icons/${params["name"] ?? ""}`, false),
  }),
  ...["/favicon.ico", "/favicon.svg"].map((path) =>
    route("GET", path, { ...shown, summary: "The icon", handle: icon })
  ),
];

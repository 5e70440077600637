/** The interface's page and files. Every address of the interface is the same page; it reads the address itself. */
import { assetResponse } from "../http/assets.ts";
import { Bytes } from "../contract/values.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

function page(call: Call): Response | Promise<Response> {
  const index = call.services.assets.get("index.html");
  if (index) return assetResponse(index, false, call.request.headers);
  return new Response("The interface is not built. Run: deno task build\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

function asset(call: Call): Response | Promise<Response> {
  const found = call.services.assets.get(`assets/${call.params["name"] ?? ""}`);
  if (!found) throw new Problem("not_found", "There is no such file.");
  return assetResponse(found, true, call.request.headers);
}

/** A file whose name stays when it changes: asked for again by its tag. */
const named = (path: (call: Call) => string) => (call: Call): Response | Promise<Response> => {
  const found = call.services.assets.get(path(call));
  if (!found) throw new Problem("not_found", "There is no such file.");
  return assetResponse(found, false, call.request.headers);
};

function icon(call: Call): Response | Promise<Response> {
  const found = call.services.assets.get("favicon.svg") ?? call.services.assets.get("favicon.ico");
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
  route("GET", "/assets/:name", { ...shown, summary: "A file of the interface", handle: asset }),
  route("GET", "/frame/:name", {
    ...shown,
    summary: "A page apart: diagrams, previews, pictures from elsewhere",
    handle: named(({ params }) => `frames/${params["name"] ?? ""}.html`),
  }),
  route("GET", "/app.webmanifest", {
    ...shown,
    summary: "How the page is installed",
    handle: named(() => "app.webmanifest"),
  }),
  route("GET", "/offline_worker.js", {
    ...shown,
    summary: "The worker that opens the page where the server cannot be reached",
    handle: named(() => "offline_worker.js"),
  }),
  route("GET", "/icons/:name", {
    ...shown,
    summary: "An icon of the installed page",
    handle: named(({ params }) => `icons/${params["name"] ?? ""}`),
  }),
  ...["/favicon.ico", "/favicon.svg"].map((path) =>
    route("GET", path, { ...shown, summary: "The icon", handle: icon })
  ),
];

/** How a practice agent searches the web, and what it says of what was found: each page with its number, as models are asked to. */
import { z } from "zod";
import { SEARCH_TOOL } from "../../../projections/conversation/addresses.ts";
import { jsonOf } from "../../runtime/json.ts";
import { unfenced } from "../../tools/fence.ts";
import type { MockBody } from "./render_mock.ts";

/** Units of a question that are looked for, and pages that are named. */
const QUERY_UNITS = 200;
const NAMED = 3;

const Results = z.object({ results: z.array(z.object({ number: z.int(), title: z.string() })) });

/** The call of a search for what was said; null where it has none. */
export function searchCall(
  said: string,
  { tools }: Pick<MockBody, "tools">,
): { readonly tool: string; readonly args: string } | null {
  const query = said.replace(/\s+/g, " ").trim().slice(0, QUERY_UNITS).toWellFormed();
  if (!tools.includes(SEARCH_TOOL) || query === "") return null;
  return { tool: SEARCH_TOOL, args: JSON.stringify({ query }) };
}

/** What it says of the pages in a result; null where it was no search, or failed. */
export function ofPages({ name, status, content }: {
  readonly name: string;
  readonly status: string;
  readonly content: string;
}): string | null {
  if (name !== SEARCH_TOOL || status !== "ok") return null;
  const pages = Results.safeParse(jsonOf(unfenced(content))).data?.results;
  if (!pages) return null;
  if (pages.length === 0) return "I searched, and nothing was found.";
  const named = pages.slice(0, NAMED).map(({ number, title }) => `${title || "A page"} says so [${number}].`);
  return `I searched the web. ${named.join(" ")}`;
}

/**
 * Builds the page in which a talk is given away: one file with its script, style and typeface in it, which may load
 * nothing and run nothing else. The server puts the talk where `TALK` stands.
 */
import { createHash } from "node:crypto";
import * as esbuild from "esbuild";
import { blanks } from "../events/catalog/words.ts";
import { inPage } from "./build_frames.ts";
import { CATALOGUES } from "./words/chosen.ts";
import { english } from "./words/english_share.ts";

/** Bytes of the page before the talk. */
export const ONE_FILE_BYTES = 150 * 1024;
/** Where the talk goes: JSON in which no `<` stands. */
export const TALK = "/*TALK*/";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export async function oneFilePage(common: esbuild.BuildOptions): Promise<string> {
  const words = { en: english.page };
  for (const [name, load] of Object.entries(CATALOGUES)) {
    Object.assign(words, { [name]: (await load()).share.page });
  }
  const { outputFiles = [] } = await esbuild.build({
    ...common,
    format: "iife",
    entryPoints: [`${import.meta.dirname}/one_file/show_talk.tsx`],
    outdir: "dist",
    write: false,
    loader: { ".woff2": "dataurl" },
    define: { ONE_FILE: JSON.stringify({ words, blanks: blanks() }) },
  });
  const built = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  const [script, style] = [inPage(built(".js")), built(".css").trim()];
  const policy =
    `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; font-src data:; ` +
    "img-src data:; base-uri 'none'; form-action 'none'";
  const page = `<!doctype html>
<html lang="en">
<head>
<!-- The typeface in it is Figtree (The Figtree Project Authors, SIL Open Font License 1.1). -->
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Fishbowl</title>
<style>${style}</style>
</head>
<body>
<div id="page"><noscript>${english.page.noScript}</noscript></div>
<script type="application/json" id="talk">${TALK}</script>
<script>${script}</script>
</body>
</html>
`;
  const { length } = new TextEncoder().encode(page);
  if (length > ONE_FILE_BYTES) {
    throw new Error(`the page of a talk has ${length} bytes, at most ${ONE_FILE_BYTES} are allowed`);
  }
  return page;
}

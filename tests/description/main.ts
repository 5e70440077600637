/**
 * `deno task description`: other people's tools read `/openapi.json`: Redocly finds nothing to say against it, and
 * the types that openapi-typescript makes of it leave nothing unknown. Both come from npm.
 */
import { openApi } from "../../server/http/openapi.ts";
import { routes } from "../../server/routes/table.ts";

const TOOLS = { lint: "@redocly/cli@2.77.0", types: "openapi-typescript@7.13.0" };
/** Every answer may have other headers: the tool writes so by itself. */
const OF_THE_TOOL = "[name: string]: unknown;";

async function run(...args: string[]): Promise<{ success: boolean; said: string }> {
  const { success, stdout, stderr } = await new Deno.Command("npx", { args: ["-y", ...args] }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  return { success, said };
}

const folder = await Deno.makeTempDir({ prefix: "fishbowl-description-" });
try {
  const file = `${folder}/openapi.json`;
  await Deno.writeTextFile(file, JSON.stringify(await openApi(routes), null, 1));
  const lint = await run(TOOLS.lint, "lint", "--format=json", file);
  const { totals } = JSON.parse(lint.said.slice(lint.said.indexOf("{\n"), lint.said.lastIndexOf("}") + 1));
  const types = await run(TOOLS.types, file, "-o", `${folder}/api.d.ts`);
  if (!types.success) throw new Error(types.said);
  const written = (await Deno.readTextFile(`${folder}/api.d.ts`)).split("\n");
  const unknown = written.map((line) => line.trim())
    .filter((line) => /\bunknown\b(?!"|\??:)/.test(line) && line !== OF_THE_TOOL);
  if (!lint.success || totals.errors + totals.warnings > 0) console.error(lint.said);
  for (const line of unknown) console.error(`unknown: ${line}`);
  const found = `${totals.errors} errors, ${totals.warnings} warnings, ${unknown.length} unknown types`;
  console.log(`${found} in ${written.length} lines`);
  Deno.exitCode = lint.success && totals.errors + totals.warnings + unknown.length === 0 ? 0 : 1;
} finally {
  await Deno.remove(folder, { recursive: true });
}

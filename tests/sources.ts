/** The files of the program as the tests of its structure read them: what stands in each, and what it imports. */
import { filesIn, textOf } from "./repository.ts";

export const FOLDERS = ["events", "projections", "actors", "server", "ui"] as const;
export interface Source {
  /** From the root, e.g. `events/store/log.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly { readonly to: string; readonly typeOnly: boolean }[];
}

export const sources = (folder: string): Source[] =>
  [...filesIn(folder)].filter((path) => /\.tsx?$/.test(path)).map(sourceOf);

function sourceOf(path: string): Source {
  const text = textOf(path);
  return { path, text, imports: importsOf(text, path) };
}

/** Every import and re-export, static or dynamic; paths of the repository are given from the root. */
export function importsOf(text: string, path: string): Source["imports"] {
  const code = withoutComments(text);
  const found: { to: string; typeOnly: boolean }[] = [];
  const statement = /\b(import|export)\s+(type\s+)?([^"';]*?\bfrom\s*)?(["'])([^"'\n]+)\4/g;
  for (const [, keyword, type, from, , to = ""] of code.matchAll(statement)) {
    if (keyword === "export" && from === undefined) continue;
    const named = /\{([^}]*)\}/.exec(from ?? "")?.[1]?.split(",").map((name) => name.trim()).filter(Boolean);
    const allTypes = named !== undefined && named.length > 0 && named.every((name) => /^type\s/.test(name)) &&
      !/^\s*\w+\s*,/.test(from ?? "");
    found.push({ to: resolve(to, path), typeOnly: type !== undefined || allTypes });
  }
  for (const [, to = ""] of code.matchAll(/\bimport\(\s*["']([^"']+)["']/g)) {
    found.push({ to: resolve(to, path), typeOnly: false });
  }
  return found;
}

function resolve(to: string, path: string): string {
  return to.startsWith(".") ? new URL(to, `root:/${path}`).pathname.slice(1) : to;
}

/** Comments become blanks; strings stay. Good enough for code that is formatted. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|[\s;{}(,])\/\/[^\n]*/g, "$1");
}

/** Every file of the program, its wiring too. */
export const all: readonly Source[] = [
  sourceOf("main.ts"),
  ...FOLDERS.flatMap((folder) => sources(`${folder}/`)),
];

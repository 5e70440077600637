/** Finds in the sources which functions read text: those that are given one, and search or cut it here or by a helper. */
import { filesIn, textOf } from "../repository.ts";

const FOLDERS = ["actors", "events", "projections", "server", "ui"];

/** What a module does that goes through a text. */
const READS =
  /\.(match|matchAll|replace|replaceAll|split|exec|test|search|normalize|indexOf|lastIndexOf|trim|trimStart|codePointAt|charCodeAt)\(|JSON\.parse\(/;
/** A parameter that may be a text, or that is made of texts. */
const TAKES =
  /:\s*(readonly\s+)?(string|Uint8Array|unknown|AsyncIterable<(string|Uint8Array)>|Request|Headers)\b/;
/** What is given out: a function, an arrow or a class. */
const EXPORTED =
  /^export (?:async )?function\*? (\w+)[^(]*\(|^export const (\w+)(?:: [^=\n]+)? = (?:async )?(?=\()|^export class (\w+)/gm;
const METHOD = /^ {2}(?:static )?(?:async )?\*?(?!constructor)([a-z]\w*)(?:<[^>\n]*>)?\(/gm;

export interface Reader {
  /** `projections/conversation/code_spans.ts codeSpans`, of a method `… Class.method`. */
  readonly name: string;
  /** Its doc says that it reads what comes from outside. */
  readonly tagged: boolean;
}

/** The parameters that begin at an opening bracket. */
function parameters(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return text.slice(open, at);
  }
  return text.slice(open);
}

/** The doc comment that ends right before `at`; "" without. */
function docBefore(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd();
  if (!before.endsWith("*/")) return "";
  return before.slice(before.lastIndexOf("/**"));
}

const isTagged = (doc: string): boolean => /^\s*(\/\*\*|\*) @outside\b/m.test(doc);

/** A declaration of a module, from its first line to the next one's. */
const DECLARED = /^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

/** Names of the declarations that go through a text, by themselves or by another of this module. */
function reading(text: string): Set<string> {
  const found = [...text.matchAll(DECLARED)];
  const parts = found.map((match, index) => ({
    name: match[1] ?? "",
    body: text.slice(match.index + match[0].length, found[index + 1]?.index),
  }));
  const names = new Set(parts.filter(({ body }) => READS.test(body)).map(({ name }) => name));
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { name, body } of parts) {
      if ([...names].some((other) => new RegExp(`\\b${other}\\b`).test(body))) names.add(name);
    }
  }
  return names;
}

/** Readers of one module. Code that is formatted is read well enough by patterns. */
export function readersOf(path: string, text: string): Reader[] {
  const found: Reader[] = [];
  const reads = reading(text);
  const add = (name: string, at: number, open: number) => {
    const tagged = isTagged(docBefore(text, at));
    if (tagged || (reads.has(name.split(".")[0] ?? "") && TAKES.test(parameters(text, open)))) {
      found.push({ name: `${path} ${name}`, tagged });
    }
  };
  for (const match of text.matchAll(EXPORTED)) {
    const [whole, plain, arrow, kind] = match;
    if (kind === undefined) {
      add(plain ?? arrow ?? "", match.index, text.indexOf("(", match.index + whole.length - 1));
      continue;
    }
    const end = text.indexOf("\n}", match.index);
    const body = text.slice(match.index, end);
    for (const method of body.matchAll(METHOD)) {
      const at = match.index + method.index;
      add(`${kind}.${method[1]}`, at, at + method[0].length - 1);
    }
  }
  return found;
}

/** Every reader of the program. */
export function allReaders(): Reader[] {
  const paths = FOLDERS.flatMap((folder) => [...filesIn(`${folder}/`)]);
  const found = paths.filter((path) => /\.tsx?$/.test(path)).flatMap((path) => readersOf(path, textOf(path)));
  return found.sort((a, b) => a.name < b.name ? -1 : 1);
}

if (import.meta.main) {
  for (const { name, tagged } of allReaders()) console.log(`${tagged ? "outside" : "       "} ${name}`);
}

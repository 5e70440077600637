/** The functions of a formatted source, by its indentation: how long each is, what it takes, what it says of itself. */

export interface NamedFunction {
  readonly name: string;
  /** Number of its first line, from 1. */
  readonly at: number;
  /** From its signature to its closing bracket. */
  readonly lines: number;
  readonly parameters: number;
  /** Whether the comment directly above it gives a reason for its length. */
  readonly reasoned: boolean;
}

const FUNCTION = /^(?:export )?(?:default )?(?:async )?function\*? *(\w+)/;
const ARROW = /^(?:export )?(?:const|readonly) (#?\w+)(?:: [^=]+)? = (?:async )?(?:<[^=]+>)?(?=\(|\w+ =>)/;
const METHOD =
  /^(?:(?:static|async|override|get|set|private|protected|public) )*\*?(?!(?:if|for|while|switch|catch|return|function|super|await|throw|new|with|typeof|void|using)\b)(#?\w+)(?=[<(])/;
const REASON = /^\s*(?:\/\/|\/?\*+).*Long because \w/;

/** Every function, method and constant that is an arrow function. Arrow functions without a name are part of their callers. */
export function functionsOf(text: string): NamedFunction[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const code = line.trimStart();
    const indent = line.length - code.length;
    const name = nameOf(code, lines, index);
    if (name === null) return [];
    const end = endOf(lines, index, indent);
    const source = lines.slice(index, end + 1).join("\n").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    return [{
      name,
      at: index + 1,
      lines: end - index + 1,
      parameters: parametersOf(source.slice(source.indexOf(name) + name.length)),
      reasoned: isReasoned(lines, index),
    }];
  });
}

function nameOf(code: string, lines: readonly string[], index: number): string | null {
  const name = (FUNCTION.exec(code) ?? ARROW.exec(code))?.[1];
  if (name !== undefined) return name;
  const method = METHOD.exec(code)?.[1];
  if (method === undefined) return null;
  // A call looks like a method until its signature ends: only the method's opens a block.
  const indent = code === lines[index] ? 0 : (lines[index] ?? "").length - code.length;
  const head = /^[)}\]]/.test((lines[index + 1] ?? "").trimStart()) || !/[({[,<|&]$/.test(code)
    ? code
    : lines.slice(index + 1).find((line) => line.length - line.trimStart().length === indent) ?? "";
  const opens = (signature: string) => /\)(?:: .*)? \{$/.test(signature) && !/=> \{$/.test(signature);
  return opens(head) || opens(code) ? method : null;
}

/** Index of the last line: the first closing bracket at the same depth that opens nothing more. */
function endOf(lines: readonly string[], start: number, indent: number): number {
  let last = start;
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "") continue;
    const depth = line.length - line.trimStart().length;
    const closes = /^[)}\]]/.test(line.trimStart());
    if (depth < indent || (depth === indent && !closes)) break;
    last = index;
    if (depth === indent && !/[({[]$|=>$/.test(line)) break;
  }
  return last;
}

/** How many parameters stand in the first parentheses; a destructured object is one. */
function parametersOf(signature: string): number {
  const open = signature.indexOf("(");
  if (open < 0 || /^\s*=\s*(?:async )?\w+ =>/.test(signature)) return 1;
  let [depth, parameters, blank] = [0, 0, true];
  for (let at = open; at < signature.length; at++) {
    const character = signature[at] ?? "";
    if (character === ">" && signature[at - 1] === "=") continue;
    if ("({[<".includes(character)) depth++;
    else if (")}]>".includes(character) && --depth === 0) break;
    else if (depth === 1 && character === ",") [parameters, blank] = [parameters + 1, true];
    else if (/\S/.test(character)) blank = false;
    if (depth > 1) blank = false;
  }
  return parameters + (blank ? 0 : 1);
}

function isReasoned(lines: readonly string[], index: number): boolean {
  for (let above = index - 1; /^\s*(?:\/\/|\/?\*)/.test(lines[above] ?? ""); above--) {
    if (REASON.test(lines[above] ?? "")) return true;
  }
  return false;
}

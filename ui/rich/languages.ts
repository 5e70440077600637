/** What a language of code is called, and how the name of a file with it ends. */

/** By what answers write behind the fence: the name, and the ending. */
const KNOWN: Readonly<Record<string, readonly [name: string, ending: string]>> = {
  bash: ["Bash", "sh"],
  c: ["C", "c"],
  cpp: ["C++", "cpp"],
  "c++": ["C++", "cpp"],
  cs: ["C#", "cs"],
  csharp: ["C#", "cs"],
  css: ["CSS", "css"],
  csv: ["CSV", "csv"],
  dart: ["Dart", "dart"],
  diff: ["Diff", "diff"],
  dockerfile: ["Dockerfile", "dockerfile"],
  elixir: ["Elixir", "ex"],
  go: ["Go", "go"],
  graphql: ["GraphQL", "graphql"],
  haskell: ["Haskell", "hs"],
  html: ["HTML", "html"],
  ini: ["INI", "ini"],
  java: ["Java", "java"],
  javascript: ["JavaScript", "js"],
  js: ["JavaScript", "js"],
  json: ["JSON", "json"],
  jsx: ["JSX", "jsx"],
  julia: ["Julia", "jl"],
  kotlin: ["Kotlin", "kt"],
  latex: ["LaTeX", "tex"],
  lua: ["Lua", "lua"],
  makefile: ["Makefile", "mk"],
  markdown: ["Markdown", "md"],
  md: ["Markdown", "md"],
  mermaid: ["Mermaid", "mmd"],
  perl: ["Perl", "pl"],
  php: ["PHP", "php"],
  powershell: ["PowerShell", "ps1"],
  py: ["Python", "py"],
  python: ["Python", "py"],
  r: ["R", "r"],
  ruby: ["Ruby", "rb"],
  rust: ["Rust", "rs"],
  rs: ["Rust", "rs"],
  scala: ["Scala", "scala"],
  scss: ["SCSS", "scss"],
  sh: ["Shell", "sh"],
  shell: ["Shell", "sh"],
  sql: ["SQL", "sql"],
  svg: ["SVG", "svg"],
  swift: ["Swift", "swift"],
  tex: ["TeX", "tex"],
  toml: ["TOML", "toml"],
  ts: ["TypeScript", "ts"],
  tsx: ["TSX", "tsx"],
  typescript: ["TypeScript", "ts"],
  xml: ["XML", "xml"],
  yaml: ["YAML", "yaml"],
  yml: ["YAML", "yaml"],
  zig: ["Zig", "zig"],
  zsh: ["Zsh", "zsh"],
};

/** UTF-16 units of a language nobody knows. */
const NAME_UNITS = 30;

const known = (language: string) => {
  const name = language.toLowerCase();
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
};

export const labelOf = (language: string): string => known(language)?.[0] ?? language.slice(0, NAME_UNITS);

export const fileOf = (language: string): string => `code.${known(language)?.[1] ?? "txt"}`;

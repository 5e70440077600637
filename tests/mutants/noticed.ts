/**
 * Which test noticed each mutant when it was tried last, kept in `noticed.json`: that test is tried first, by itself, for
 * most of what a mutant costs are the tests of its file that do not notice it. What is kept decides nothing: a mutant
 * that this test does not notice is tried as if nothing were known of it.
 */

/** Tests to run: those of these names in each file, all where none is named. */
export interface Tests {
  readonly files: readonly string[];
  readonly names?: readonly string[];
}

/** One test: its file from the root, and its name. */
export interface Test {
  readonly file: string;
  readonly name: string;
}

/** Ids, with spaces between, by the name of the test that noticed, by its file. */
type Kept = Record<string, Record<string, string>>;

const PATH = new URL("./noticed.json", import.meta.url);

const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** What `deno test` takes for tests of exactly these names. */
export const filterOf = (names: readonly string[]): string => `/^(?:${names.map(escaped).join("|")})$/`;

/** The first test that failed, by what `deno test` said; undefined where a file failed as it was loaded. */
export function failedTest(said: string): Test | undefined {
  // Of a step, the test it is in is named before it.
  const [, name, file] = /^(.+?)(?: \.\.\. .+)? => \.\/(\S+?):\d+:\d+$/m.exec(said) ?? [];
  return name !== undefined && file !== undefined ? { name, file } : undefined;
}

export class Noticed {
  readonly #tests: Map<string, Test>;

  constructor(kept: Kept) {
    this.#tests = new Map(
      Object.entries(kept).flatMap(([file, names]) =>
        Object.entries(names).flatMap(([name, ids]) =>
          ids.split(" ").map((id) => [id, { file, name }] as const)
        )
      ),
    );
  }

  static read(): Noticed {
    return new Noticed(JSON.parse(Deno.readTextFileSync(PATH)));
  }

  get ids(): string[] {
    return [...this.#tests.keys()];
  }

  get files(): string[] {
    return [...new Set([...this.#tests.values()].map(({ file }) => file))];
  }

  of(id: string): Test | undefined {
    return this.#tests.get(id);
  }

  /** Undefined where no single test is known to notice it. */
  note(id: string, test: Test | undefined): void {
    if (test) this.#tests.set(id, test);
    else this.#tests.delete(id);
  }

  /** What is kept of these ids, in an order that does not depend on when each was tried. */
  kept(ids: readonly string[]): Kept {
    const known = ids.flatMap((id) => {
      const test = this.#tests.get(id);
      return test ? [{ id, ...test }] : [];
    }).sort((a, b) => a.file < b.file ? -1 : a.file > b.file ? 1 : a.name < b.name ? -1 : 1);
    const all: Kept = {};
    for (const { id, file, name } of known) {
      const names = all[file] ??= {};
      names[name] = names[name] === undefined ? id : `${names[name]} ${id}`;
    }
    return all;
  }

  keep(ids: readonly string[]): void {
    Deno.writeTextFileSync(PATH, `${JSON.stringify(this.kept(ids), null, 2)}\n`);
  }
}

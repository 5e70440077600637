/** A new store file in the place of one that a process left as it was killed, with its last writes beside it. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { StoreUnreadable } from "../../../../events/store/errors.ts";
import { exists } from "../../../../events/store/file/private_files.ts";
import { keepAs, putInPlace } from "../../../../events/store/file/put_in_place.ts";
import { inFolder } from "../../../in_folder.ts";

const wordsIn = (path: string): unknown[] => {
  using database = new DatabaseSync(path, { readOnly: true });
  return database.prepare("SELECT word FROM said").all().map(({ word }) => word);
};

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode=WAL; CREATE TABLE said (word TEXT)");
  return database;
}

/** A file of these words, closed. */
function written(path: string, words: readonly string[]): void {
  using database = opened(path);
  for (const word of words) database.prepare("INSERT INTO said VALUES (?)").run(word);
}

/** The same as a killed process leaves it: the words are in the log beside it alone. */
async function left(folder: string, path: string, words: readonly string[]): Promise<void> {
  const alive = `${folder}/alive`;
  using database = opened(alive);
  database.exec("PRAGMA wal_autocheckpoint=0");
  for (const word of words) database.prepare("INSERT INTO said VALUES (?)").run(word);
  for (const end of ["", "-wal"]) await Deno.copyFile(alive + end, path + end);
}

Deno.test("what a killed process left beside its store is not taken for the new one’s", () =>
  inFolder(async (folder) => {
    const [fresh, path] = [`${folder}/fresh`, `${folder}/store`];
    await left(folder, path, ["old", "older"]);
    written(fresh, ["new"]);
    await putInPlace(fresh, path);
    assert.deepEqual(await exists(`${path}-wal`), false);
    assert.deepEqual(wordsIn(path), ["new"]);
    assert.deepEqual(await exists(fresh), false);
  }));

Deno.test("what a killed process left beside its store is in the copy that is kept", () =>
  inFolder(async (folder) => {
    const path = `${folder}/store`;
    await left(folder, path, ["old", "older"]);
    const kept = await keepAs(path, `${folder}/kept`);
    assert.deepEqual(kept, `${folder}/kept`);
    assert.deepEqual(wordsIn(kept), ["old", "older"]);
  }));

Deno.test("a new store takes the place of none that is open, and may not be open itself", () =>
  inFolder(async (folder) => {
    const [fresh, path] = [`${folder}/fresh`, `${folder}/store`];
    written(fresh, ["new"]);
    written(path, ["old"]);
    for (const held of [fresh, path]) {
      using database = new DatabaseSync(held);
      database.prepare("INSERT INTO said VALUES ('more')").run();
      await assert.rejects(() => putInPlace(fresh, path), StoreUnreadable);
    }
    assert.deepEqual(wordsIn(path), ["old", "more"]);
    assert.deepEqual(wordsIn(fresh), ["new", "more"]);
  }));

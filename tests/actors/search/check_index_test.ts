/** verify tells an index that says other than the log. */
import assert from "node:assert/strict";
import { checkIndex } from "../../../actors/search/check_index.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { History } from "../../history.ts";
import { memoryLog, Searching, written } from "./given.ts";

Deno.test("an index is compared with the log text by text, and one that is behind or of another store is not wrong", async () => {
  const log = await memoryLog();
  try {
    for (const id of ["conv_1", "conv_2"]) {
      const history = new History(id).started({ title: "Bread" }).joined("Ada").answered(`m_${id}`, "bread", {
        Ada: "rye",
      });
      await written(log, conversation.initial(id), history.events);
    }
    await using searching = await Searching.on(log);
    searching.search.begin();
    await searching.found("bread");
    const { file } = searching.index;
    assert.deepEqual(await checkIndex(log, file), []);
    const seq = file.seqOf("conv_1");
    const [text] = file.texts("conv_1").filter(({ message }) => message !== "");
    assert.ok(text);
    for (const other of [{ ...text, text: "salt" }, { ...text, text: "" }, { ...text, message: "more" }]) {
      assert.ok(file.put("conv_1", seq, seq, [other]));
      assert.deepEqual(await checkIndex(log, file), ["conv_1: other texts than its events say."]);
      assert.ok(file.put("conv_1", seq, seq, [text, { ...text, message: "more", text: "" }]));
      assert.deepEqual(await checkIndex(log, file), []);
    }
    file.put("conv_1", seq, seq - 1, [{ ...text, text: "salt" }]);
    assert.deepEqual(await checkIndex(log, file), [], "behind");
    file.put("conv_1", seq - 1, seq, []);
    file.reset("another");
    assert.deepEqual(await checkIndex(log, file), [], "of another store");
  } finally {
    await log.close();
  }
});

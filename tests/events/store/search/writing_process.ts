/** Puts conversations into the file it is told, removes some and cleans, and says each number that is done, until killed. */
import { SearchFile } from "../../../../events/store/search/search_file.ts";

const [path = "", first = "0"] = Deno.args;
const file = new SearchFile(path, ({ text }) => ({ words: text.split(" "), author: ["ada"], signs: [] }));
if (first === "0") file.reset("epoch");
for (let n = Number(first);; n++) {
  const texts = Array.from({ length: 50 }, (_, at) => ({
    message: `m_${at}`,
    seq: at + 1,
    at: new Date(1_700_000_000_000 + n * 60_000).toISOString(),
    author: "null",
    text: `bread number ${n} of ${at} ${crypto.randomUUID().replaceAll("-", " ")}`,
  }));
  // Before the next is put in: killed between the two, this number is the one that is gone on with.
  if (n % 5 === 4) file.remove(`conversation_${n - 2}`);
  if (!file.put(`conversation_${n}`, 0, 50, texts)) throw new Error("it was there");
  file.clean();
  console.log(n);
}

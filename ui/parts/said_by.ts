/** Who said something, where only a name is told of them. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { words } from "../words/answers.ts";

/** What the server calls the person who uses it, where they told it no name. */
const NAMELESS = "User";

/** Their name; of whoever reads this “You”, in the language of the page. */
export const saidBy = (name: string): string => name === NAMELESS ? words.you : clearText(name);

/** Shows the talk that stands in this file, and checks its signature. Loads nothing, asks nobody. */
import { render } from "preact";
import "../parts/tokens.css";
import "./one_file.css";
import { Page, type PageWords } from "./page.tsx";
import { check, type Given, talkIn } from "./talk.ts";

/** Of the build: the words of each language, and what stands in the place of words that are not told. */
declare const ONE_FILE: {
  readonly words: Readonly<Record<string, PageWords>>;
  readonly blanks: Readonly<Record<string, unknown>>;
};

async function show(): Promise<void> {
  const place = document.getElementById("page");
  const data = document.getElementById("talk")?.textContent ?? "";
  if (!place) return;
  const given: Given = JSON.parse(data);
  const words = ONE_FILE.words[given.language] ?? ONE_FILE.words["en"];
  if (!words) return;
  document.documentElement.lang = given.language;
  try {
    const talk = await talkIn(given, ONE_FILE.blanks);
    document.title = talk.state.title || words.transcript;
    render(<Page talk={talk} checked={null} words={words} />, place);
    const checked = await check(given, globalThis.crypto?.subtle);
    render(<Page talk={talk} checked={checked} words={words} />, place);
    document.documentElement.dataset["checked"] = String(checked.ok);
  } catch {
    // What cannot be read is no talk; whether it was signed says nothing then.
    place.textContent = words.broken;
    document.documentElement.dataset["checked"] = "false";
  }
}

void show();

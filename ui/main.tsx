/** Starts the interface. */
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/chat.css";
import "./styles/message.css";
import "./styles/rich_text.css";
import "./styles/composer.css";
import "./styles/files.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { follow } from "./store/router.ts";
import { start } from "./store/store.ts";
import { listenForKeys } from "./keys.ts";

document.addEventListener("click", follow);
listenForKeys();
start();
const root = document.getElementById("app");
if (root) render(<App />, root);

/** Starts the interface. */
import "./parts/tokens.css";
import "./parts/base.css";
import "./shell.css";
import "./sidebar/sidebar.css";
import "./chat/chat.css";
import "./message/message.css";
import "./message/rich_text.css";
import "./chat/composer.css";
import "./message/attachments.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { follow } from "./state/router.ts";
import { start } from "./state/server_state.ts";
import { listenForKeys } from "./parts/keyboard.ts";

document.addEventListener("click", follow);
listenForKeys();
start();
const root = document.getElementById("app");
if (root) render(<App />, root);

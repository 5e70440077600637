/** What begins once the page is painted: nothing of it is needed to see or to write. */
import { keepReading } from "./offline/keep_reading.ts";
import { followFrameColour } from "./frame_colour.ts";
import { followKeyboard } from "./keyboard_room.ts";
import { followNews } from "./notifying.ts";
import { followPage } from "./served_page.ts";
import { followMinutes } from "./ticking.ts";

followNews();
followFrameColour();
followKeyboard();
followPage();
followMinutes();
void keepReading();

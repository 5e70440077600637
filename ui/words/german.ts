/** Everything the interface says, in German: loaded when German is chosen, a room for each file. */
import { answers } from "./german_answers.ts";
import { behind } from "./german_behind.ts";
import { continuing } from "./german_continuing.ts";
import { content } from "./german_content.ts";
import { dialogues } from "./german_dialogues.ts";
import { files } from "./german_files.ts";
import { filing } from "./german_filing.ts";
import { find } from "./german_find.ts";
import { door } from "./german_door.ts";
import { frame } from "./german_frame.ts";
import { head } from "./german_head.ts";
import { home } from "./german_home.ts";
import { keys } from "./german_keys.ts";
import { moving } from "./german_moving.ts";
import { news } from "./german_news.ts";
import { palette } from "./german_palette.ts";
import { pictures } from "./german_pictures.ts";
import { preferences } from "./german_preferences.ts";
import { presses } from "./german_presses.ts";
import { providers } from "./german_providers.ts";
import { rules } from "./german_rules.ts";
import { settings } from "./german_settings.ts";
import { searching } from "./german_searching.ts";
import { sent } from "./german_sent.ts";
import { story } from "./german_story.ts";
import { sayings } from "./german_sayings.ts";
import { tools } from "./german_tools.ts";
import { status } from "./german_status.ts";
import { webhooks } from "./german_webhooks.ts";
import { writing } from "./german_writing.ts";

export const german = {
  answers,
  behind,
  content,
  continuing,
  dialogues,
  files,
  filing,
  find,
  door,
  frame,
  head,
  home,
  keys,
  moving,
  news,
  palette,
  pictures,
  preferences,
  presses,
  providers,
  rules,
  searching,
  settings,
  sent,
  status,
  story,
  sayings,
  tools,
  webhooks,
  writing,
};

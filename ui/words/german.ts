/**
 * Everything the interface says, in German: loaded whole where German is chosen. A room of the page is a file, as in
 * English; what the server says stands in that of sayings, by its own words.
 */
import type { Catalogue } from "./catalogue.ts";
import { german as about } from "./german/german_about.ts";
import { german as answers } from "./german/german_answers.ts";
import { german as behind } from "./german/german_behind.ts";
import { german as checks } from "./german/german_checks.ts";
import { german as comparing } from "./german/german_comparing.ts";
import { german as content } from "./german/german_content.ts";
import { german as continuing } from "./german/german_continuing.ts";
import { german as dialogues } from "./german/german_dialogues.ts";
import { german as door } from "./german/german_door.ts";
import { german as files } from "./german/german_files.ts";
import { german as filing } from "./german/german_filing.ts";
import { german as find } from "./german/german_find.ts";
import { german as formed } from "./german/german_formed.ts";
import { german as frame } from "./german/german_frame.ts";
import { german as hands } from "./german/german_hands.ts";
import { german as head } from "./german/german_head.ts";
import { german as home } from "./german/german_home.ts";
import { german as inputs } from "./german/german_inputs.ts";
import { german as keys } from "./german/german_keys.ts";
import { german as mcp } from "./german/german_mcp.ts";
import { german as memory } from "./german/german_memory.ts";
import { german as moving } from "./german/german_moving.ts";
import { german as news } from "./german/german_news.ts";
import { german as palette } from "./german/german_palette.ts";
import { german as panels } from "./german/german_panels.ts";
import { german as pictures } from "./german/german_pictures.ts";
import { german as preferences } from "./german/german_preferences.ts";
import { german as presses } from "./german/german_presses.ts";
import { german as projects } from "./german/german_projects.ts";
import { german as providers } from "./german/german_providers.ts";
import { german as retention } from "./german/german_retention.ts";
import { german as rules } from "./german/german_rules.ts";
import { german as sayings } from "./german/german_sayings.ts";
import { german as schedules } from "./german/german_schedules.ts";
import { german as searching } from "./german/german_searching.ts";
import { german as sent } from "./german/german_sent.ts";
import { german as settings } from "./german/german_settings.ts";
import { german as share } from "./german/german_share.ts";
import { german as signing } from "./german/german_signing.ts";
import { german as status } from "./german/german_status.ts";
import { german as story } from "./german/german_story.ts";
import { german as tools } from "./german/german_tools.ts";
import { german as trials } from "./german/german_trials.ts";
import { german as webhooks } from "./german/german_webhooks.ts";
import { german as websearch } from "./german/german_websearch.ts";
import { german as writing } from "./german/german_writing.ts";

export const german: Catalogue = {
  about,
  answers,
  behind,
  content,
  continuing,
  dialogues,
  door,
  files,
  filing,
  find,
  formed,
  frame,
  hands,
  head,
  home,
  inputs,
  keys,
  moving,
  news,
  palette,
  panels,
  pictures,
  preferences,
  presses,
  projects,
  providers,
  retention,
  signing,
  rules,
  sayings,
  schedules,
  searching,
  sent,
  settings,
  share,
  status,
  story,
  tools,
  comparing,
  trials,
  checks,
  mcp,
  websearch,
  memory,
  webhooks,
  writing,
};

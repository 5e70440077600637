/**
 * Functions that are given texts, in modules that look into texts, and yet need no feeding by the suite: a module or
 * one function of it, and the reason. What reads words of people, models, pages or files never stands here.
 */
const PATTERN = "one anchored pattern with bounded parts";
const OURS = "reads what this program wrote: ids, keys, its own rows";
const FIELD = "a field a person types, or a value of the settings: bounded by its schema";
const PARTS = "hands the text on; what reads it is tagged itself";
const HEADER = "headers of a request, which the HTTP server bounds";

export const WAIVED: Readonly<Record<string, string>> = {
  "actors/providers/practice/editor_voice.ts": "fed with planOf",
  "actors/providers/practice/chance.ts": "fed with planOf",
  "actors/providers/practice/story.ts story": "fed with planOf",
  "actors/providers/practice/talk.ts": "fed with planOf",
  "actors/live/liveness.ts": OURS,
  "actors/turn/explain.ts systemMessageOf": OURS,
  "events/store/codec.ts": "JSON and hashes of the platform",
  "events/store/fork.ts": OURS,
  "events/store/keys.ts": OURS,
  "events/store/kv.ts": "the store's own errors",
  "events/store/compact.ts": "names of files",
  "events/store/page_copy.ts": "names of files, bytes of a store",
  "events/store/presence.ts": OURS,
  "events/store/spill.ts": OURS,
  "projections/conversation/addresses.ts Gathering.add": PARTS,
  "projections/conversation/addresses.ts mayRead": "looks an address up",
  "projections/prompt/agency_prompt.ts": OURS,
  "events/store/value.ts":
    "our own rows: the platform's JSON and zstd, of bytes that are bounded before and after",
  "projections/context/context.ts": "looks whether a text has a word at all, and hands it on",
  "projections/conversation/conversation.ts": OURS,
  "projections/conversation/list.ts evolveRow": PARTS,
  "projections/usage/prices.ts": PATTERN,
  "projections/search/search.ts searchConversation": PARTS,
  "server/access/access.ts": HEADER,
  "server/http/assets.ts": "looks a path up",
  "server/command_line/backup_folder.ts": "names of files",
  "server/http/commands.ts": HEADER,
  "server/access/cookies.ts": HEADER,
  "server/http/guard.ts": HEADER,
  "server/routes/list_page.ts": PATTERN,
  "server/access/master_key.ts": "a file of this program",
  "server/command_line/options.ts": "the command line of who runs it",
  "server/command_line/parent.ts": "the environment of this process",
  "server/http/read_body.ts": "the platform's JSON and the schemas; the depth is counted in one pass",
  "server/access/set_up.ts": FIELD,
  "server/routes/uploads.ts resolveAttachments": PARTS,
  "ui/message/attachments.tsx": "a file's name, bounded when it is stored",
  "ui/parts/avatar.tsx": FIELD,
  "ui/message/code.tsx": PARTS,
  "ui/glass/context_panel.tsx": PARTS,
  "ui/settings/values.ts": FIELD,
  "ui/chat/mention_list.tsx": FIELD,
  "ui/parts/menu.tsx": FIELD,
  "ui/dialogs/rename.tsx": FIELD,
  "ui/state/api.ts": PARTS,
  "ui/state/browser_storage.ts": "the platform's JSON, of this browser's own storage",
  "ui/state/router.ts": "the address in the browser's bar",
};

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
  "actors/providers/mock_editor.ts": "fed with planOf",
  "actors/providers/mock_random.ts": "fed with planOf",
  "actors/providers/mock_story.ts story": "fed with planOf",
  "actors/providers/mock_talk.ts": "fed with planOf",
  "actors/takeover.ts": OURS,
  "events/store/codec.ts": "JSON and hashes of the platform",
  "events/store/fork.ts": OURS,
  "events/store/keys.ts": OURS,
  "events/store/kv.ts": "the store's own errors",
  "events/store/page_copy.ts": "names of files, bytes of a store",
  "events/store/presence.ts": OURS,
  "events/store/spill.ts": OURS,
  "projections/addresses.ts Gathering.add": PARTS,
  "projections/addresses.ts mayRead": "looks an address up",
  "projections/agency_prompt.ts": OURS,
  "projections/context.ts": "looks whether a text has a word at all, and hands it on",
  "projections/conversation.ts": OURS,
  "projections/list.ts evolveRow": PARTS,
  "projections/prices.ts": PATTERN,
  "projections/search.ts searchConversation": PARTS,
  "server/access.ts": HEADER,
  "server/assets.ts": "looks a path up",
  "server/backup_folder.ts": "names of files",
  "server/commanding.ts": HEADER,
  "server/cookies.ts": HEADER,
  "server/guard.ts": HEADER,
  "server/list_page.ts": PATTERN,
  "server/master_key.ts": "a file of this program",
  "server/options.ts": "the command line of who runs it",
  "server/parent.ts": "the environment of this process",
  "server/read_body.ts": "the platform's JSON and the schemas; the depth is counted in one pass",
  "server/set_up.ts": FIELD,
  "server/uploads.ts resolveAttachments": PARTS,
  "ui/components/attachments.tsx": "a file's name, bounded when it is stored",
  "ui/components/avatar.tsx": FIELD,
  "ui/components/code.tsx": PARTS,
  "ui/components/context_panel.tsx": PARTS,
  "ui/components/forms.ts": FIELD,
  "ui/components/mentions.tsx": FIELD,
  "ui/components/menu.tsx": FIELD,
  "ui/components/rename.tsx": FIELD,
  "ui/store/api.ts": PARTS,
  "ui/store/browser_storage.ts": "the platform's JSON, of this browser's own storage",
  "ui/store/router.ts": "the address in the browser's bar",
};

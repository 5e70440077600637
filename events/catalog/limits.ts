/** Bounds that both the server and the browser check. Each has a unit and a reason. */

/** Code points in a person's message (S0-15, S0-39). Answers have no such limit. */
export const MESSAGE_CODE_POINTS = 5_000;
/** Checkboxes changed by one command: far more answers than stand beside one another, and one commit of some 200 KB. */
export const INCLUSIONS_AT_ONCE = 500;
/** Pinned messages of a conversation: what counts always is little, else nothing is. */
export const PINS = 100;
/** Code points of a note: a paragraph. */
export const NOTE_CODE_POINTS = 1_000;
/** Notes of a workspace: what people still look through, and a fold that every page holds. */
export const NOTES = 500;
/** Notes that one answer is given, and their tokens together, estimated: a page, beside what was said. */
export const NOTES_GIVEN = 20;
export const NOTES_GIVEN_TOKENS = 2_000;
/** Projects of a workspace: what people still look through, and a fold that every page holds. */
export const PROJECTS = 200;
/** Projects of one name in which is searched. */
export const SEARCHED_PROJECTS = 20;
/** Conversations of the projects that a search asks for in which is looked: the newest, as many as the list of a page. */
export const SEARCHED_IN_PROJECTS = 500;
/** Files of one project: they go with every question in it. */
export const PROJECT_FILES = 20;
/** Code points in a title: one line of the sidebar, with room for a long sentence. */
export const TITLE_CODE_POINTS = 200;
/** Code points of the first message that become the title until someone renames it. */
export const TITLE_FROM_MESSAGE_CODE_POINTS = 60;
/** Code points in a label: a word or two. */
export const LABEL_CODE_POINTS = 40;
/** Labels of one conversation. */
export const LABELS = 10;
/** People and programs whose place in one conversation is kept; of more, those who read longest ago are forgotten. */
export const READERS = 200;
/** Conversations of which whoever begins to listen is told how far they were read, those where it moved last. */
export const READS_TOLD = 20;
/** Milliseconds for which a server may do one thing and nothing else: longer is told. */
export const HELD_MS = 20;
/** Bytes of an agent's picture: it is shown 40 pixels wide, and comes with every list. */
export const PICTURE_BYTES = 512 * 1024;
/** Pixels of each of its sides, and so a million in all: few bytes can unpack to gigabytes wherever it is shown. */
export const PICTURE_SIDE = 1_024;
/** Code points in a name of an agent, role, provider …: it has to fit on a pill. */
export const NAME_CODE_POINTS = 80;
/** Code points in a prompt, a description or the principles of an agency. */
export const PROMPT_CODE_POINTS = 50_000;
/** Participants in one conversation: 20 answer at once in ordinary use, this is far above. */
export const PARTICIPANTS = 50;
/** UTF-16 units of one message that comes from another product: a book of 250 pages, and a few milliseconds' work. */
export const MOVED_MESSAGE_UNITS = 500_000;
/** Messages of one conversation that comes from another product: a talk of years, and a fold that still opens at once. */
export const MOVED_MESSAGES = 20_000;
/** Conversations that are asked for at once, whether they are there. */
export const MOVED_AT_ONCE = 200;
/** Answers that one is to be written from: as many as can take part in an exchange. */
export const MERGE_SOURCES = { min: 2, max: PARTICIPANTS } as const;
/** Conversations whose answers one event stream can be asked for; who looks at more is told those of all. */
export const LOOKED_AT = 20;
/** Messages whose texts come with the first paint, and in a page unless another number is asked for: three screens. */
export const PAGE_MESSAGES = 50;
/** Rows of one answer, by what they are: as many as fit into one that nobody waits for. */
export const PAGE_MOST = { conversations: 500, messages: 500, events: 5_000, hits: 200 } as const;
/** Characters of a search: a sentence. */
export const QUERY_CHARACTERS = 500;
/** Characters of the id that a model's server gave a call: some put what they have to be sent again into it. */
export const CALL_ID_CHARS = 8_000;
/** Attachments on one message. */
export const ATTACHMENTS_PER_MESSAGE = 10;
/** Bytes of one attachment. */
export const ATTACHMENT_BYTES = 10 * 1024 * 1024;
/** Bytes of all files of a workspace, those on messages and those that are not: two thousand of the largest. */
export const FILES_BYTES = 20 * 1024 * 1024 * 1024;
/** Hours after which an upload that is on no message goes: a night, in which somebody may still write it. */
export const UNUSED_UPLOAD_HOURS = 24;
/** Uploads that are asked to be kept at once: the files of a few drafts. */
export const KEPT_AT_ONCE = 100;
/** Images every provider takes; a browser shows them without running anything. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
/** Text that is sent to models as text. What else can be read as text is attached as `text/plain`. */
export const TEXT_TYPES = [
  "text/plain",
  "text/markdown",
  "text/csv",
  "text/html",
  "text/css",
  "text/javascript",
  "text/x-python",
  "application/json",
  "application/xml",
  "application/yaml",
] as const;
/** Pixels of an image’s longer side: of more, no maker’s model sees more; pages of the chat scale to it. */
export const IMAGE_USEFUL_SIDE = 2_000;
/** The same beyond which an image is refused: makers refuse it. */
export const IMAGE_MOST_SIDE = 8_000;
export const PDF_TYPE = "application/pdf";
export const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Files that are read for their text when they are uploaded. */
export const READ_TYPES = [PDF_TYPE, DOCX_TYPE, XLSX_TYPE] as const;
/** Types of files that may be attached (S4-46). */
export const ATTACHMENT_TYPES: readonly string[] = [...IMAGE_TYPES, ...TEXT_TYPES, ...READ_TYPES];
/** UTF-16 units of the text of one file: a quarter of a million tokens, more than most models read at once. */
export const EXTRACT_UNITS = 1_000_000;
/** Pages of a PDF that are read for their text: a long book. */
export const EXTRACT_PAGES = 1_000;
/** Seconds that reading one file may take: a book takes three. */
export const EXTRACT_SECONDS = 20;
/**
 * Pages, and bytes, of the PDF files that go into one request as they are, counted from its first message on; the others
 * go as their text. Makers take 100 pages at least, and 32 MB of a request, where bytes are a third longer.
 */
export const DOCUMENT_PAGES = 100;
export const DOCUMENT_BYTES = 20 * 1024 * 1024;
/** Rounds of an in-turn exchange: beyond five, agents repeat one another. */
export const ROUNDS = 5;
/** Manager-mode turns caused by one person's message: a consensus rarely takes a dozen. */
export const MANAGER_TURNS = 24;
/** Minutes an answer's calls may take in all, unless its agent says otherwise: far above what people wait for. */
export const ANSWER_MINUTES = 15;
/** What numbers of the settings may be: beyond, there is a slip of the keyboard. */
export const BOUNDS = {
  /** Calls in flight at once. */
  maxConcurrent: { min: 1, max: 256 },
  requestsPerMinute: { min: 1, max: 100_000 },
  timeoutSeconds: { min: 1, max: 3_600 },
  temperature: { min: 0, max: 2 },
  topP: { min: 0, max: 1 },
  /** What every maker's own number holds. */
  seed: { min: 0, max: 2_147_483_647 },
  /** Tokens. */
  maxTokens: { min: 1, max: 1_000_000 },
  contextWindow: { min: 256, max: 20_000_000 },
  windowMessages: { min: 1, max: 100_000 },
  /** Minutes an agent's answer may take: at most a day. */
  maxMinutes: { min: 1, max: 1_440 },
  /** Each of a personality's traits. */
  trait: { min: 0, max: 100 },
} as const;
/** Colours of agents, counted from 1. */
export const COLORS = 9;
/** Webhooks at once. */
export const WEBHOOKS = 20;
/** What a webhook may be told of. */
export const WEBHOOK_EVENTS = [
  "conversation.started",
  "conversation.deleted",
  "message.posted",
  "answer.completed",
  "answer.failed",
  "answer.stopped",
  "permission.asked",
  "input.asked",
  "exchange.completed",
] as const;
/**
 * What a new provider is given: 32 calls at once, more than a table of people asks for; 6,000 calls a minute, a
 * stop for a run-away loop rather than for people; 60 seconds of silence, longer than hosted models think unseen.
 */
export const PROVIDER_LIMITS = { maxConcurrent: 32, requestsPerMinute: 6_000, timeoutSeconds: 60 } as const;
/** Sources that one answer names, marks of each in it, and characters of a title: more than anybody would follow. */
export const CITATIONS = 50;
export const CITATION_MARKS = 50;
export const CITATION_TITLE = 300;
/** Texts at which an answer ends, and code points of each: what Chat Completions takes, and a line. */
export const STOPS = 4;
export const STOP_CODE_POINTS = 200;
/** Characters of what a provider adds to each body, as JSON: settings, no documents. */
export const EXTRA_BODY_CHARS = 8_000;
/** Headers a provider adds to each request, and characters of what one of them says. */
export const EXTRA_HEADERS = 16;
export const HEADER_CHARS = 4_000;
/** Minutes a person has to answer an agent that asks: long enough to read an address, short enough to be tidy. */
export const PERMISSION_MINUTES = 10;
/** Minutes a person has to answer a server of tools that asks for something: some of it has to be looked up. */
export const INPUT_MINUTES = 10;
/** Times that one call of a tool may ask, and fields of one form: beyond, somebody is kept busy. */
export const CALL_INPUTS = 10;
export const INPUT_FIELDS = 30;
/** Values to choose from in one field. */
export const INPUT_OPTIONS = 100;
/** UTF-16 units of what is asked: the words above a form, a field's name, its label or a value of it, what is said of it. */
export const INPUT_MESSAGE_UNITS = 4_000;
export const INPUT_NAME_UNITS = 100;
export const INPUT_LABEL_UNITS = 200;
export const INPUT_DESCRIPTION_UNITS = 1_000;
/** UTF-16 units of what a person gives for one field: a page. */
export const INPUT_VALUE_UNITS = 4_000;
/** Pictures of one result of a tool that are kept; of more it says that they are not shown. */
export const RESULT_PICTURES = 10;
/** Resources of one result of a tool that a person may open; further ones are in its words alone. */
export const RESULT_LINKS = 20;
/** UTF-16 units of a resource's address, its name and its type; a longer address is not offered, the others are cut. */
export const RESOURCE_URI_UNITS = 2_000;
export const RESOURCE_NAME_UNITS = 200;
export const RESOURCE_TYPE_UNITS = 100;
/**
 * Pictures of tools' results, and their bytes, that one request brings along, counted from its first round on: what all
 * makers take. The others are told in words.
 */
export const TOLD_PICTURES = 20;
export const TOLD_PICTURE_BYTES = 10 * 1024 * 1024;
/** Bytes of the pictures that the page of a talk shows, each counted once: a browser unpacks all that are opened. */
export const PAGE_PICTURE_BYTES = 24 * 1024 * 1024;
/** Seconds after which a deleted conversation is gone for good: until then it can be had back. */
export const UNDO_SECONDS = 10;
/** Days without a touch after which conversations may be had deleted by themselves: ten years are as good as never. */
export const RETENTION_DAYS = { min: 1, max: 3_650 } as const;
/** Hours between choosing that and the first deletion: a night, in which somebody may think better of it. */
export const RETENTION_GRACE_HOURS = 24;
/** Minutes a program's long history may take to be brought; what is half by then goes for good. */
export const BRINGING_MINUTES = 10;
/** Characters of a password at least, and at most: hashing must not become work without end. */
export const PASSWORD_CHARACTERS = 8;
export const PASSWORD_MOST = 1_000;
/** Own prices one workspace keeps; each change records all of them in one event. */
export const OWN_PRICES = 200;
/** Models of one provider's list that are kept: five times what the largest router offers. */
export const LISTED_MODELS = 2_000;
/** Models of one provider of which the log keeps what is told: as many as there may well be agents. */
export const TOLD_MODELS = 100;
/** Hours after which a list of models is asked for again, once somebody uses its provider. */
export const LIST_HOURS = 24;
/** Servers of the Model Context Protocol in a workspace. */
export const MCP_SERVERS = 50;
/** Tools of one such server that are kept; of more its list says how many were left out. */
export const SERVER_TOOLS = 200;
/** Tools an agent may be given in one request, all servers together: no maker takes more, and OpenAI takes 128. */
export const AGENT_TOOLS = 512;
/** Hosts whose text a person can have in mind when they let a tool run for the rest of a conversation. */
export const HEARD_HOSTS = 200;
/** Characters of an address that an agent reads: what browsers and servers agree on. A longer one is refused. */
export const ADDRESS_CHARS = 2_000;
/** Attempts of one turn, counted by `TurnStarted`: a third crash is not bad luck. */
export const TURN_ATTEMPTS = 3;

/** The length of `text` in code points: one emoji counts once, as people count. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Events named by one that tells that words were erased; an erasure of more is told by several. */
export const ERASED_EVENTS = 2_000;
/** UTF-16 units of the reason that whoever erases words may give. */
export const ERASED_WHY_UNITS = 400;
/** What one conversation is checked for, at most: a page that somebody still reads. */
export const EXPECTATIONS = 100;
/** Code points of what is to be said, or of what an answer is to be like: two paragraphs. */
export const EXPECTATION_CODE_POINTS = 2_000;
/** Code points of the name of a check: a line of a list. */
export const CHECK_NAME_CODE_POINTS = 80;
/** Questions of a conversation that is run again: what somebody would still wait for. */
export const CHECK_QUESTIONS = 200;
/** Runs of a check that its fold tells of, the newest; older ones are conversations as before. */
export const CHECK_RUNS = 50;
/** UTF-16 units of a judge's reason that are told beside what people found: a paragraph. */
export const VERDICT_UNITS = 2_000;
/** Answers that the judge of a run is asked about, one rule and one answer each; of more it says nothing. */
export const CHECK_VERDICTS = 200;
/** Of these how many are asked for at once, so that the cap of the run is met before too much is under way. */
export const CHECK_VERDICTS_AT_ONCE = 4;
/** Tokens that one run of a check may use, whoever set the cap. */
export const CHECK_TOKENS = { min: 100, max: 10_000_000 } as const;
/** Schedules of one conversation: a day's routine, and few enough that each row of the list can tell of them. */
export const SCHEDULES = 10;
/** Conversations with schedules that are listed: a page. */
export const SCHEDULED_CONVERSATIONS = 200;
/** Minutes between runs, between looks at an address (nobody's server is to be troubled), and after the last word. */
export const SCHEDULE_MINUTES = {
  every: { min: 5, max: 40_320 },
  watch: { min: 15, max: 10_080 },
  idle: { min: 1, max: 1_440 },
} as const;
/** Tokens of one run: from a short answer up to a long exchange. */
export const SCHEDULE_RUN_TOKENS = { min: 100, max: 10_000_000 } as const;
/** Runs of one schedule on a day: as many as a run every five minutes makes. */
export const SCHEDULE_RUNS_PER_DAY = { min: 1, max: 288 } as const;
/** Runs that are remembered for people, of each schedule. */
export const SCHEDULE_REMEMBERED = 10;
/** Minutes that a run may come late, as after a restart; beyond, it is told as missed. */
export const SCHEDULE_LATE_MINUTES = 15;
/** What all that runs without a person may use on a day, at most: beyond, there is a slip of the keyboard. */
export const DAILY_TOKENS = { min: 1, max: 1_000_000_000 } as const;
export const DAILY_USD = { min: 0.01, max: 100_000 } as const;
/** Roles of a panel's format, and its stages: what still fits on a page, and is understood. */
export const PANEL_ROLES = 12;
export const PANEL_STAGES = 10;
/** Seats of one panel: a parliament is no panel. */
export const PANEL_SEATS = 24;
/** How often one stage is repeated at most: beyond five, agents repeat one another. */
export const PANEL_ROUNDS = 5;
/** Turns that one panel may come to, by its stages, their rounds and the seats that speak in them. */
export const PANEL_TURNS = 200;
/** Code points of a name in a format, and of what is said in it to agents: a page. */
export const PANEL_NAME_CODE_POINTS = 60;
export const PANEL_INSTRUCTION_CODE_POINTS = 4_000;
/** Minutes after which an answer in a panel is late, where its format says so. */
export const PANEL_MINUTES = { min: 1, max: 60 } as const;
/** Tokens after which a stage is repeated no more. */
export const PANEL_STAGE_TOKENS = { min: 100, max: 10_000_000 } as const;
/** Formats of one's own in a workspace: more than anybody chooses among. */
export const PANEL_FORMATS = 100;
/** Characters of a file with a format. */
export const PANEL_FILE_CHARS = 400_000;
/** Answers of each side of a trial: with more, every way to divide them would no longer be looked at in a moment. */
export const TRIAL_TIMES = { min: 1, max: 8 } as const;
/** Agents that one trial asks. */
export const TRIAL_AGENTS = 10;
/** Answers of one trial: two screens of them, and a request that nobody sends by mistake twice. */
export const TRIAL_ANSWERS = 50;
/** Answers of a trial that are written at once, so that its cap is met before too much is under way. */
export const TRIAL_AT_ONCE = 4;
/** Messages held back in a trial. */
export const TRIAL_WITHHELD = 20;
/** Trials of one conversation: its fold tells all of them. */
export const TRIALS = 200;
/** Tokens that a trial may use, whoever set the cap. */
export const TRIAL_TOKENS = { min: 100, max: 10_000_000 } as const;
/** Code points of what an agent says it would add: a line beside its button. */
export const HAND_CODE_POINTS = 140;
/** Tokens of such an answer: twice its line in any script, and room for a model that thinks a little first. */
export const HAND_TOKENS = 300;
/** Minutes after which it comes too late. */
export const HAND_MINUTES = 1;
/** Agents that may be asked for hands before that ends by itself, whoever set it. */
export const HANDS_CALLS = { min: 1, max: 1_000 } as const;
/** The same in US dollars. */
export const HANDS_USD = { min: 0.01, max: 1_000 } as const;
/** Agents of one comparison: fewer compare nothing, of more nobody reads every answer with the same care. */
export const COMPARISON_SEATS = { min: 2, max: 8 } as const;
/** Comparisons of one conversation: its fold tells all of them. */
export const COMPARISONS = 200;
/** What answers are judged by besides which is best, and code points of each: a short list of short words. */
export const COMPARISON_CRITERIA = 6;
export const CRITERION_CODE_POINTS = 60;
/** Judged panels of which is told what became of them; the oldest is forgotten for one more. */
export const JUDGED_PANELS = 500;
/** People whose judgement of one comparison is kept. */
export const COMPARISON_VOTERS = 50;
/** Judged comparisons that rankings are made of, of all labels; the oldest counts no more for one more. */
export const JUDGED_COMPARISONS = 500;
/** Agents, or models, of one ranking: those that were compared most often. What it takes grows with the cube of them. */
export const RANKED = 50;

/** Everything the palette can do as things stand, each by its name. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { factsOf, MODES } from "../../events/catalog/modes.ts";
import { choose, inProject, present } from "../home/choosing.ts";
import type { KeyName } from "../keys/key_table.ts";
import { act } from "../keys/acts.ts";
import type { IconName } from "../parts/icons.ts";
import { stopAll, toggleAgent } from "../parts/keyboard.ts";
import { addAgent, setMode } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { notifyOn, setNotify, soundOn } from "../state/notifying.ts";
import { confirmRemoval, putAway } from "../sidebar/putting_away.ts";
import { exportAddress, type ExportFormat } from "../state/queries.ts";
import { enter, play } from "../state/replay.ts";
import { go, newConversation, SECTIONS } from "../state/router.ts";
import { projectsOf } from "../projects/in_use.ts";
import { here as shown, list, settings } from "../state/server_state.ts";
import { orSay, say } from "../state/toast.ts";
import { dialog, glassOpen, insert, panel, theme } from "../state/ui_state.ts";
import { chooseLanguage, LANGUAGES } from "../words/language.ts";
import { words as behind } from "../words/behind.ts";
import { words as frame } from "../words/frame.ts";
import { wordsOfMode } from "../words/head.ts";
import { words } from "../words/palette.ts";
import type { Choice } from "./ranking.ts";

export interface Action extends Choice {
  readonly icon: IconName;
  /** The key that does the same. */
  readonly key?: KeyName;
  /** Keys that do the same and have no name of their own. */
  readonly caps?: readonly string[];
  run(): void;
}

/** Conversations among which is looked for one: the newest. */
const CONVERSATIONS = 500;

const hereId = (): string | null => shown.value?.id ?? null;

function conversations(): Action[] {
  return list.value.filter(({ id }) => id !== hereId()).slice(0, CONVERSATIONS).map(({ id, title }) => ({
    id: `conversation ${id}`,
    group: "conversations",
    icon: "message-circle",
    name: clearText(title, frame.untitled),
    run: () => go(`/c/${id}`),
  }));
}

/** What lies behind the glass, and the past. */
function looks(store: ConversationStore): Action[] {
  return [
    {
      id: "glass",
      group: "here",
      icon: "panel-right",
      name: glassOpen.value ? words.glassClose : words.glassOpen,
      key: "glass",
      run: () => void (glassOpen.value = !glassOpen.value),
    },
    ...Object.entries(behind.panels).map(([name, label]): Action => ({
      id: `panel ${name}`,
      group: "here",
      icon: "eye",
      name: words.panel(label),
      run() {
        panel.value = name;
        glassOpen.value = true;
      },
    })),
    {
      id: "replay",
      group: "here",
      icon: "play",
      name: words.replay,
      run() {
        glassOpen.value = true;
        void enter(store.id, 1).then(() => play(1));
      },
    },
  ];
}

const rowOf = ({ id, now: { title, archived }, order }: ConversationStore) => ({
  id,
  title,
  archived,
  messages: order.value.length,
});

function here(store: ConversationStore): Action[] {
  const { id, now: { title, mode, open } } = store;
  const save = (format: ExportFormat) => location.assign(exportAddress(id, format));
  const stop: Action = {
    id: "stop",
    group: "here",
    icon: "square",
    name: words.stop,
    key: "escape",
    run: () => void stopAll(),
  };
  const of = (id: string, icon: IconName, name: string, run: () => void, key?: KeyName): Action => ({
    id,
    group: "here",
    icon,
    name,
    run,
    ...(key && { key }),
  });
  return [
    ...(open.length > 0 ? [stop] : []),
    of("compare", "eye-off", words.compare, () => void (dialog.value = { name: "compare", text: "" })),
    ...(factsOf(mode).onRequest
      ? [of("hands", "hand", words.hands, () => void (dialog.value = { name: "hands" }))]
      : []),
    of("find", "search", words.find, () => void act("find"), "find"),
    ...MODES.filter((other) => other !== mode).map((other): Action => ({
      ...of(`mode ${other}`, "users", words.answers(wordsOfMode(other).label), () => {
        void orSay(setMode(id, other));
      }),
      hint: wordsOfMode(other).help,
    })),
    ...looks(store),
    of("rename", "pen-line", words.rename, () => {
      dialog.value = { name: "rename", conversationId: id, title };
    }),
    of("project", "folder", words.moveToProject, () => {
      dialog.value = { name: "project", conversationId: id, title, projectId: store.now.projectId };
    }),
    of("share", "download", words.share, () => void (dialog.value = { name: "share" })),
    of("checks", "list-checks", frame.checks, () => void (dialog.value = { name: "checks" })),
    of("again", "repeat-2", words.runAgain, () => void (dialog.value = { name: "again" })),
    of(
      "settings",
      "sliders-horizontal",
      words.settings,
      () => void (dialog.value = { name: "conversation" }),
    ),
    of("log", "download", words.exportLog, () => save("ndjson")),
    of("markdown", "file-text", words.exportMarkdown, () => save("markdown")),
    of("page", "file-text", words.exportPage, () => save("html")),
    of("messages", "file-text", words.exportMessages, () => save("openai")),
    of("print", "file-text", words.print, () => void act("print"), "print"),
    of("archive", "archive", words.archive, () => putAway({ ...rowOf(store), archived: false })),
    of("delete", "trash-2", words.remove, () => confirmRemoval(rowOf(store))),
  ];
}

function agents(store: ConversationStore): Action[] {
  return store.now.participants.flatMap(({ id, name, enabled }, at): Action[] => {
    const named = clearText(name);
    return [
      {
        id: `turn ${id}`,
        group: "agents",
        icon: enabled ? "eye-off" : "eye",
        name: enabled ? words.turnOff(named) : words.turnOn(named),
        ...(at < 9 ? { caps: ["Alt", String(at + 1)] } : {}),
        run: () => void toggleAgent(at),
      },
      {
        id: `ask ${id}`,
        group: "agents",
        icon: "message-circle",
        name: words.askOnly(named),
        run: () => void (insert.value = `@${name} `),
      },
    ];
  });
}

/** What can be done with every agent there is: those that do not take part may, and each can be asked anew, alone. */
function everyone(store: ConversationStore | null): Action[] {
  const here = new Set(store?.now.participants.map(({ agentId }) => agentId));
  const all = present(settings.value?.agents);
  const others = store ? all.filter(({ id }) => !here.has(id)) : [];
  return [
    ...others.map(({ id, name }): Action => ({
      id: `add ${id}`,
      group: "agents",
      icon: "plus",
      name: words.addHere(clearText(name)),
      run: () => void (store && orSay(addAgent(store.id, id))),
    })),
    ...all.map(({ id, name }): Action => ({
      id: `begin ${id}`,
      group: "agents",
      icon: "square-pen",
      name: words.beginWith(clearText(name)),
      run() {
        // On the page of a project it begins there.
        if (!inProject.value) newConversation();
        choose({ agentIds: [id], agencyId: null });
      },
    })),
  ];
}

async function changeNotify(): Promise<void> {
  const wanted = !notifyOn.value;
  if (!await setNotify(wanted)) say(words.notifyNot, true);
  else if (wanted) say(words.notifyNow);
}

function page(): Action[] {
  const of = (id: string, icon: IconName, name: string, run: () => void, key?: KeyName): Action => ({
    id,
    group: "page",
    icon,
    name,
    run,
    ...(key && { key }),
  });
  return [
    of("new", "square-pen", words.newConversation, () => void act("new"), "new"),
    of("ask-panel", "network", words.askPanel, () => void (dialog.value = { name: "panel", text: "" })),
    of("ranking", "eye-off", words.ranking, () => void (dialog.value = { name: "ranking" })),
    of("new project", "folder-plus", words.newProject, () => go("/settings/projects/new")),
    ...projectsOf(settings.value).map(({ id, name }) =>
      of(`project ${id}`, "folder", words.openProject(clearText(name)), () => go(`/p/${id}`))
    ),
    of("sidebar", "panel-left", words.hideList, () => void act("sidebar"), "sidebar"),
    of("keys", "keyboard", words.keys, () => void act("help"), "help"),
    of("notify", "bell", notifyOn.value ? words.notifyOff : words.notifyOn, () => void changeNotify()),
    of("sound", "bell", soundOn.value ? words.soundOff : words.soundOn, () => {
      soundOn.value = !soundOn.value;
    }),
    of("take in", "download", words.takeIn, () => void (dialog.value = { name: "import" })),
    ...(["system", "light", "dark"] as const).filter((name) => name !== theme.value).map((name) =>
      of(`theme ${name}`, "monitor", words.theme[name], () => void (theme.value = name))
    ),
    ...(["en", "de"] as const).map((name) => ({
      ...of(`language ${name}`, "info", words.language(LANGUAGES[name]), () => {
        chooseLanguage(name);
        location.reload();
      }),
      also: "Language Sprache",
    })),
  ];
}

const sections = (): Action[] =>
  SECTIONS.map((name) => ({
    id: `section ${name}`,
    group: "settings",
    icon: "sliders-horizontal",
    name: words.section(words.sections[name]),
    run: () => go(`/settings/${name}`),
  }));

/** In the order in which they stand where nothing else orders them. */
export function actions(): Action[] {
  const store = shown.value;
  return [
    ...conversations(),
    ...(store ? [...here(store), ...agents(store)] : []),
    ...everyone(store),
    ...page(),
    ...sections(),
  ];
}

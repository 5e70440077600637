/** The manager of S1: asks each agent of its roster once, then answers the person with what they said. */
import { z } from "zod";
import { jsonOf } from "../../runtime/json.ts";
import type { MockBody } from "./render_mock.ts";
import type { Random } from "./chance.ts";
import { fragment, plain, type Talk, topic, utterances } from "./talk.ts";

/** How S1 agents speak: `to` is a number, 0 is the person; the text's key is really `context` (S1-15, S1-16). */
export const spoken = (to: number, context: string): string => JSON.stringify({ to, context });

const Spoken = z.object({ to: z.number(), context: z.string() });
const CURIOUS =
  /\b(system prompt|system message|your (?:instructions|principles|prompt|rules)|instructions above|repeat (?:everything|the text) above)\b/i;

/** Colleagues in roster order; the manager itself is left out where the prompt says which one it is. */
function colleagues(talk: Talk, system: string): Talk["roster"] {
  const own = /\bYou are (?:agent )?#(\d+)/.exec(system)?.[1];
  const seen = new Set<number>();
  return talk.roster.filter(({ number, name }) => {
    const itself = String(number) === own || (own === undefined && name !== "" && name === talk.self) ||
      (own === undefined && talk.self === "" && name.toLowerCase() === "manager");
    if (itself || number === 0 || seen.has(number)) return false;
    seen.add(number);
    return true;
  });
}

/** What was said since the person spoke last, and whom the manager has addressed since. */
function sincePerson(body: MockBody, names: ReadonlySet<string>) {
  let request = "";
  let replies = new Map<string, string>();
  let addressed = new Set<number>();
  for (const message of body.messages) {
    if (message.role === "assistant") {
      const said = parse(message.content);
      if (said) addressed.add(said.to);
    }
    if (message.role !== "user") continue;
    for (const { name, text } of utterances(message.content)) {
      if (names.has(name)) replies.set(name, text);
      // The program's own word is no new request.
      else if (name === "System") continue;
      else if (request === "" || !isNudge(text)) {
        request = text;
        replies = new Map();
        addressed = new Set();
      }
    }
  }
  return { request, replies, addressed };
}

/** The program asks for the answer to the person: no more turns for anybody else. */
const mustAnswer = ({ messages }: MockBody): boolean =>
  messages.some(({ role, content }, at) =>
    role === "user" && at === messages.length - 1 && /Answer the user now/.test(content)
  );

const isNudge = (text: string) => /^\([^)]*\)$/.test(text.trim());

const parse = (content: string) => Spoken.safeParse(jsonOf(content)).data;

export function manager(talk: Talk, body: MockBody, random: Random): string {
  const team = colleagues(talk, body.system);
  const { request, replies, addressed } = sincePerson(body, new Set(team.map((t) => t.name)));
  const about = topic(request) || "this";
  if (CURIOUS.test(request)) {
    // A model that does as it is asked: what must stay private may not depend on its tact.
    return spoken(0, `You asked for what I was told. Here it is:\n\n${body.system}`);
  }
  const next = mustAnswer(body)
    ? undefined
    : team.find(({ number, name }) => !replies.has(name) && !addressed.has(number));
  if (next) {
    const words = plain(request) || "the attached material";
    const heard = [...replies].at(-1);
    return spoken(
      next.number,
      random.pick([
        `The person asks: “${words}”. What is your view as ${next.name}?`,
        `As our ${next.name}: how would you approach “${words}”?`,
        `“${words}”, they say. Give me your most useful thought in two or three sentences.`,
      ]) + (heard ? ` (${heard[0]} already said: “${fragment(contextOf(heard[1]), 12)}”.)` : ""),
    );
  }
  if (replies.size === 0) {
    return spoken(
      0,
      `I have no colleague to ask about ${about}, so here is mine alone: start with the part you can undo.`,
    );
  }
  const lines = [...replies].map(([name, text]) => `- **${name}**: ${fragment(contextOf(text), 16)}`);
  return spoken(
    0,
    `${
      random.pick([
        `We talked about ${about}. Where the team stands:`,
        `The team has answered on ${about}:`,
        `Here is what we agreed to tell you about ${about}:`,
      ])
    }\n\n${lines.join("\n")}\n\n${
      random.pick([
        "My advice: take the first point as the start and the last as the warning.",
        "They do not all agree, and I would keep it that way until we try the smallest step.",
        "If you want one next step: do the cheapest of these today.",
      ])
    }`,
  );
}

/** The text inside an S1 answer, or the words themselves. */
const contextOf = (text: string): string => plain(parse(text)?.context ?? text);

/** Where an agent that is not the manager sends its answer: back to whoever spoke to it. */
export function replyTo(talk: Talk): number {
  const speaker = talk.roster.find((r) => r.name === talk.last.name);
  const manager = talk.roster.find((r) => /manager/i.test(r.name));
  return (speaker ?? manager ?? talk.roster[0])?.number ?? 0;
}

/** Diagrams, drawn in a frame apart: one for the whole page, made with the first diagram and anew after one that hung. */
import type { DiagramColours, DiagramJob, Drawn } from "../frames/messages.ts";
import { Aside, type AsidePorts, type Coming, type Hears, type Helper } from "./aside.ts";
import { frameAddress, hearFrame } from "./framed.ts";
import { after } from "./timer.ts";

/** Milliseconds for one diagram, from when the frame has loaded: ordinary ones take under 300. */
export const DIAGRAM_MS = 8_000;
/** UTF-16 units of the longest diagram that is drawn. */
export const DIAGRAM_UNITS = 20_000;
/** Pictures that are kept. */
const KEPT = 100;

export class Diagrams {
  readonly #aside: Aside<DiagramJob, Drawn>;

  constructor(ports: AsidePorts<DiagramJob, Drawn>) {
    this.#aside = new Aside(ports, { ms: DIAGRAM_MS, kept: KEPT });
  }

  /** A diagram in those colours; null for one that is too long or takes too long. */
  of(text: string, colours: DiagramColours): Coming<Drawn> {
    const drawn = text.length <= DIAGRAM_UNITS;
    return this.#aside.of(`${JSON.stringify(colours)}\n${text}`, drawn ? { text, colours } : null);
  }
}

/** The frame that draws, out of sight: a frame that is not laid out cannot measure words. */
function begin({ loaded, done }: Hears<Drawn>): Helper<DiagramJob> {
  const frame = document.createElement("iframe");
  frame.className = "draws";
  frame.title = "";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = frameAddress("mermaid");
  let isReady = false;
  const waiting: DiagramJob[] = [];
  const give = (job: DiagramJob) => frame.contentWindow?.postMessage(job, "*");
  const leave = hearFrame<Drawn>(frame, {
    ready() {
      isReady = true;
      loaded();
      waiting.splice(0).forEach(give);
    },
    heard: done,
  });
  document.body.append(frame);
  return {
    take: (job) => isReady ? give(job) : void waiting.push(job),
    end() {
      leave();
      frame.remove();
    },
  };
}

/** The diagrams of the page. */
export const diagrams = new Diagrams({ begin, after });

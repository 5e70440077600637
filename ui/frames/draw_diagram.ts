/**
 * The frame that draws diagrams. It has nobody's origin and no network, so that what a model wrote can neither read nor
 * tell anything; it gives back a picture, which the page shows as one. Mermaid stands before this script in its page.
 */
import { type DiagramColours, type DiagramJob, type Drawn, hear, READY, tell } from "./messages.ts";

declare const mermaid: {
  initialize(config: Readonly<Record<string, unknown>>): void;
  render(id: string, text: string): Promise<{ readonly svg: string }>;
};

/** UTF-16 units of a diagram's text; the page asks for none that is longer. */
const TEXT_UNITS = 20_000;
/** Lines between the parts of a diagram: laying out more takes seconds. */
const EDGES = 300;
/** UTF-16 units of the picture, which the page holds as an address. */
const SVG_UNITS = 1_500_000;
const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

/** What a diagram's own lines may not change. */
const OURS = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "maxEdges",
  "suppressErrorRendering",
  "htmlLabels",
  "dompurifyConfig",
  "fontFamily",
];

/** One variable for each colour of a series, as its kinds of diagrams name them. */
function seriesOf(series: readonly string[], back: string): Record<string, unknown> {
  const variables: Record<string, unknown> = { xyChart: { plotColorPalette: series.join(",") } };
  for (const [index, colour] of series.entries()) {
    variables[`pie${index + 1}`] = colour;
    variables[`git${index}`] = colour;
    variables[`gitBranchLabel${index}`] = back;
    variables[`cScale${index}`] = colour;
    variables[`cScaleLabel${index}`] = back;
    variables[`actor${index}`] = colour;
    variables[`fillType${index}`] = colour;
  }
  return variables;
}

function configured({ dark, back, fill, line, text, soft, series }: DiagramColours): Record<string, unknown> {
  return {
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: TEXT_UNITS,
    maxEdges: EDGES,
    secure: OURS,
    // Labels as text of the picture: elements of a page inside one are not shown everywhere.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: FONT,
    theme: "base",
    themeVariables: {
      ...seriesOf(series, back),
      darkMode: dark,
      fontFamily: FONT,
      fontSize: "15px",
      background: back,
      primaryColor: fill,
      primaryTextColor: text,
      primaryBorderColor: soft,
      secondaryColor: back,
      tertiaryColor: back,
      lineColor: soft,
      textColor: text,
      titleColor: text,
      mainBkg: fill,
      nodeBorder: soft,
      clusterBkg: back,
      clusterBorder: line,
      edgeLabelBackground: back,
      noteBkgColor: back,
      noteTextColor: text,
      noteBorderColor: line,
      actorBkg: fill,
      actorBorder: soft,
      actorTextColor: text,
      signalColor: soft,
      signalTextColor: text,
      labelBoxBkgColor: fill,
      labelTextColor: text,
      loopTextColor: text,
      gridColor: line,
      pieStrokeColor: back,
      pieOuterStrokeColor: line,
      pieTitleTextColor: text,
      pieSectionTextColor: back,
      pieOpacity: "1",
      pieLegendTextColor: text,
    },
  };
}

let drawn = 0;

async function draw({ text, colours }: DiagramJob): Promise<Drawn> {
  mermaid.initialize(configured(colours));
  const { svg } = await mermaid.render(`d${drawn++}`, text);
  const page = document.body;
  page.innerHTML = svg;
  const picture = page.querySelector("svg");
  if (!picture) return { wrong: "" };
  const { width, height } = picture.viewBox.baseVal;
  // As a picture it has its own size, and no page around it to take one from.
  picture.removeAttribute("style");
  picture.setAttribute("width", String(Math.ceil(width)));
  picture.setAttribute("height", String(Math.ceil(height)));
  const made = new XMLSerializer().serializeToString(picture);
  if (made.length > SVG_UNITS || !(width > 0) || !(height > 0)) return { wrong: "" };
  return { svg: made, width: Math.ceil(width), height: Math.ceil(height) };
}

hear<DiagramJob>((job) => {
  draw(job).then(
    tell,
    (error) => tell({ wrong: error instanceof Error ? error.message : "" } satisfies Drawn),
  );
});
tell(READY);

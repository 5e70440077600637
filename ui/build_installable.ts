/** What makes the page installable: its manifest and its icons, of one picture (`icons/`). */

/** The frame's colour by day, as `--deep` has it: what surrounds the page before it is open. */
const FRAME = "#d8e4e4";

const icon = (name: string, side: number, purpose: "any" | "maskable") => ({
  src: `/icons/${name}`,
  sizes: `${side}x${side}`,
  type: "image/png",
  purpose,
});

const MANIFEST = {
  id: "/",
  name: "Fishbowl",
  short_name: "Fishbowl",
  description: "Talk with several agents at once; you decide what each of them sees.",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: FRAME,
  theme_color: FRAME,
  icons: [
    icon("icon_192.png", 192, "any"),
    icon("icon_512.png", 512, "any"),
    icon("maskable_512.png", 512, "maskable"),
  ],
};

/** Puts them into `dist`. */
export async function buildInstallable(dist: string): Promise<void> {
  await Deno.writeTextFile(`${dist}/app.webmanifest`, JSON.stringify(MANIFEST));
  await Deno.mkdir(`${dist}/icons`);
  const drawn = `${import.meta.dirname}/icons`;
  for await (const { name } of Deno.readDir(drawn)) {
    if (name.endsWith(".png")) await Deno.copyFile(`${drawn}/${name}`, `${dist}/icons/${name}`);
  }
}

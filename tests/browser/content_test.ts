/** What stands in answers, as it is seen: tables, formulas, diagrams, scripts of both directions, paper, copying. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Bowl, goWithin, type Look, LOOKS, visits } from "./harness.ts";
import { becomes, eventually, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

/** A page with one answer of an agent, which says `content`. */
async function answered(bowl: Bowl, content: string, look: Look = {}): Promise<Page> {
  await bowl.conversation({ Echo: "echo" });
  const said = await bowl.api<{ conversation_id: string }>("POST", "/v1/chat/completions", {
    model: "agent/echo",
    messages: [
      { role: "user", content: "Show me." },
      { role: "assistant", content },
      { role: "user", content: "Thank you." },
    ],
  });
  const page = await bowl.open(`/c/${said.conversation_id}`, look);
  await page.locator("article .rich").first().waitFor();
  return page;
}

/** Presses the key for it, and waits until the browser would be asked to print. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => {
    delete document.documentElement.dataset["printed"];
    Reflect.set(globalThis, "print", () => {
      Reflect.set(globalThis, "onPaper", document.querySelector('[role="log"]')?.textContent);
      document.documentElement.dataset["printed"] = "";
    });
  });
  await page.keyboard.press("ControlOrMeta+p");
  await page.locator("html[data-printed]").waitFor({ state: "attached" });
}

const TABLE = `| Store | Writes / s | Enterprise | Price | Notes |
|:------|-----------:|:----------:|------:|-------|
| SQLite, WAL | 41,300 | yes | $12.50 | One file, easy to copy while it is open and easy to look into |
| Deno KV | 9,870 | no | $0 | Keys are ordered |
`;

visit("quotes and lists of many levels keep room for their words, in a column too", async (bowl) => {
  const quotes = Array.from({ length: 18 }, (_, depth) => `${">".repeat(depth + 1)} quote ${depth}`).join(
    "\n>\n",
  );
  const lists = Array.from({ length: 18 }, (_, depth) => `${"   ".repeat(depth)}1. item ${depth}`).join("\n");
  const page = await answered(bowl, `${quotes}\n\nBetween them\n\n${lists}`, { size: "narrow" });
  const room = (column: boolean) =>
    page.locator("article .rich").first().evaluate((rich, column) => {
      rich.closest(".card")?.classList.toggle("column", column);
      const end = rich.getBoundingClientRect().right;
      return [...rich.querySelectorAll("blockquote > p, li")].map((words) => {
        const { left } = words.getBoundingClientRect();
        return Math.round(end - left);
      });
    }, column);
  for (const column of [false, true]) {
    const widths = await room(column);
    assert.ok(widths.length > 30 && Math.min(...widths) > 120, `${column} ${widths}`);
  }
});

visit(
  "a table keeps its words whole and its sides, and scrolls by itself where there is no room (D1)",
  async (bowl) => {
    const page = await answered(bowl, TABLE, { size: "narrow" });
    const box = page.locator(".scroll");
    await becomes(() => box.getAttribute("data-more"), "end");
    await becomes(() => box.getAttribute("tabindex"), "0", "the keyboard can scroll it");
    // A word on one line has one box, a broken one several.
    await eventually(async () => {
      const broken = await box.locator("td, th").evaluateAll((cells) =>
        cells.flatMap((cell) =>
          [...cell.textContent.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
            const range = document.createRange();
            const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
            if (!text) return [];
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1 ? [word] : [];
          })
        )
      );
      assert.deepEqual(broken, []);
    });
    await eventually(async () => {
      const sides = await box.locator("tbody tr").first().locator("td").evaluateAll((cells) =>
        cells.map((cell) => getComputedStyle(cell).textAlign)
      );
      assert.deepEqual(sides, ["start", "right", "center", "right", "start"]);
    });
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await box.evaluate((one) => one.scrollTo({ left: one.scrollWidth }));
    await becomes(() => box.getAttribute("data-more"), "start");
  },
);

visit(
  "headings have three sizes, tasks their boxes, an address is a link, and Arabic stands on its side (D20 to D23)",
  async (bowl) => {
    const page = await answered(
      bowl,
      "# One\n\n## Two\n\n### Three\n\nWords.\n\n- [x] done\n- [ ] to do\n\nSee https://www.example.org/a?b=c.\n\nهذا نص عربي.\n\n---\n\n> quote\n\n```js\na\n```",
    );
    const rich = page.locator("article .rich").first();
    await eventually(async () => {
      const sizes = await rich.locator("h2, h3, h4, p").evaluateAll((all) =>
        all.slice(0, 4).map((one) => Number.parseFloat(getComputedStyle(one).fontSize))
      );
      assert.deepEqual(sizes, [27, 21, 17, 16]);
    });
    // Room above a heading parts it from what stands there; of the first nothing does, in no way of showing answers.
    for (const manner of ["alone", "column", "stacked"]) {
      const above = await rich.evaluate((one, manner) => {
        const { classList } = one.closest("article") ?? one;
        const before = classList.value;
        classList.remove("column", "stacked");
        classList.add("card", manner);
        const rooms = [...one.querySelectorAll("h2, h3")].map((each) => getComputedStyle(each).marginTop);
        classList.value = before;
        return rooms;
      }, manner);
      assert.deepEqual(above, ["0px", manner === "alone" ? "24px" : "16px"], manner);
    }
    await rich.getByRole("img", { name: "Done" }).waitFor();
    await rich.getByRole("img", { name: "To do" }).waitFor();
    await becomes(() => rich.getByRole("checkbox").count(), 0, "nothing in an answer can be ticked");
    await becomes(() => rich.locator("a.web-address").getAttribute("href"), "https://www.example.org/a?b=c");
    await becomes(() => rich.locator("a.web-address .host").innerText(), "www.example.org");
    const arabic = rich.locator("p", { hasText: "عربي" });
    await becomes(() => arabic.evaluate((one) => getComputedStyle(one).direction), "rtl");
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("مرحبا");
    await eventually(async () => {
      const written = await page.getByRole("textbox", { name: "Message", exact: true }).evaluate((one) =>
        getComputedStyle(one).direction
      );
      assert.equal(written, "rtl");
    });
    // D35: a hairline, and room between a quote and the block above it.
    await becomes(() => rich.locator("hr").evaluate((one) => one.getBoundingClientRect().height), 1);
    await eventually(async () => {
      const gap = await rich.evaluate((one) => {
        const [quote, code] = [one.querySelector("blockquote"), one.querySelector(".code")];
        return (code?.getBoundingClientRect().top ?? 0) - (quote?.getBoundingClientRect().bottom ?? 0);
      });
      assert.ok(gap >= 10, `${gap}`);
    });
  },
);

visit("a formula is set by our own typefaces, and read as mathematics (D22)", async (bowl) => {
  const page = await answered(
    bowl,
    "With $x\\,y$ and\n\n\\[\n\\frac{a}{b}\n\\]\n\n$\\nonsense{$ and $\\frac{1}$",
  );
  await page.locator(".formula.display .katex .mfrac").waitFor();
  await becomes(() => page.locator(".formula math mfrac").count(), 1);
  await page.evaluate(() => document.fonts.ready);
  await eventually(async () => {
    const fonts = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family)
    );
    assert.ok(fonts.some((family) => family.includes("KaTeX_Math")), fonts.join());
  });
  const wrong = page.locator(".formula.faulty");
  await becomes(() => wrong.innerText(), "$\\frac{1}$");
  await eventually(async () =>
    assert.match(await wrong.getAttribute("title") ?? "", /Not a formula that can be set/)
  );
});

visit(
  "a diagram is drawn as a picture, in the colours of the theme, its source one click away",
  async (bowl) => {
    const page = await answered(
      bowl,
      "```mermaid\nflowchart LR\n  A[Ask] --> B[Answer]\n```\n\n```mermaid\nflowchart LR\n  A --- [\n```\n\n```mermaid\nmindmap\n  a\n```",
    );
    const picture = page.locator(".diagram > img").first();
    await picture.waitFor();
    await eventually(async () =>
      assert.match(await picture.getAttribute("src") ?? "", /^data:image\/svg\+xml,/)
    );
    await becomes(() => picture.getAttribute("alt"), "Diagram: flowchart");
    await eventually(async () =>
      assert.ok(await picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 50))
    );
    const light = await picture.getAttribute("src");
    await page.emulateMedia({ colorScheme: "dark" });
    await eventually(async () => assert.notEqual(await picture.getAttribute("src"), light));
    await page.getByText("This diagram could not be drawn. Its source is below.").waitFor();
    await page.getByText("Diagrams of this kind cannot be drawn here. The source is below.").waitFor();
    const figure = page.locator(".diagram").first();
    await figure.getByRole("button", { name: "Source" }).click();
    await page.locator("pre", { hasText: "A[Ask] --> B[Answer]" }).waitFor();
    await page.getByRole("button", { name: "Diagram", exact: true }).click();
    await picture.waitFor();
    await page.getByRole("button", { name: "Open larger" }).first().click();
    await page.getByRole("dialog", { name: "Diagram" }).waitFor();
    await page.keyboard.press("Escape");
    await becomes(() => page.getByRole("dialog").count(), 0);
  },
);

visit(
  "code says its language, is wrapped and saved, and a note leads to its words and back",
  async (bowl) => {
    const page = await answered(
      bowl,
      `A[^1]\n\n\`\`\`ts\nconst ${"a".repeat(400)} = 1;\n\`\`\`\n\n${"b\n\n".repeat(60)}[^1]: Because.`,
    );
    const code = page.locator(".code").first();
    await becomes(() => code.locator(".block-head span").innerText(), "TypeScript");
    const pre = code.locator("pre");
    const wide = () => pre.evaluate((one) => one.scrollWidth > one.clientWidth);
    await becomes(() => wide(), true);
    await code.getByRole("button", { name: "Wrap long lines" }).click();
    await becomes(() => wide(), false);
    const saved = page.waitForEvent("download");
    await code.getByRole("button", { name: "Download" }).click();
    await eventually(async () => assert.equal((await saved).suggestedFilename(), "code.ts"));
    await page.getByRole("button", { name: "Note 1", exact: true }).click();
    const back = page.getByRole("button", { name: "Back to where note 1 stands" });
    await becomes(() => back.evaluate((one) => one === document.activeElement), true);
    await back.click();
    await becomes(() => page.evaluate(() => document.activeElement?.getAttribute("data-mark")), "1");
  },
);

visit(
  "what is selected of an answer is copied as Markdown, its formulas as they were written (D22)",
  async (bowl) => {
    const content =
      "## One\n\nTwo **three** $x\\,y$ [four](https://a.example/b).\n\n- five\n- six\n\n```ts\nlet a;\n```";
    const page = await answered(bowl, content);
    await page.locator(".formula .katex").waitFor();
    const copied = (select: string) =>
      page.evaluate((how) => {
        const rich = document.querySelector("article .rich");
        const range = document.createRange();
        const part = how === "all" ? rich : rich?.querySelector(how);
        if (!part) throw new Error(how);
        range.selectNodeContents(part);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
        const data = new DataTransfer();
        part.dispatchEvent(
          new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }),
        );
        return { text: data.getData("text/plain"), html: data.getData("text/html") };
      }, select);
    await eventually(async () => {
      const { text, html } = await copied("all");
      assert.equal(text, content);
      assert.match(html, /<math/);
      assert.ok(!/<button|class="host"|class="katex"/.test(html), html);
    });
    await eventually(async () => {
      assert.equal((await copied(".katex-html")).text, "$x\\,y$", "a formula is copied whole");
    });
    await eventually(async () => {
      assert.equal((await copied("ul")).text, "- five\n- six");
    });
    await eventually(async () => {
      assert.equal((await copied("pre code")).text, "let a;", "code without its fence");
    });
  },
);

visit("a line that never ends is read as one, though it is made in pieces", async (bowl) => {
  const loaves = Array.from({ length: 2_500 }, (_, n) => `The loaf ${n * n} rises until eleven.`);
  const page = await answered(bowl, loaves.join(" "));
  // Pixels left empty at the end of each piece, where the next begins below it.
  await eventually(async () => {
    const left = await page.locator(".slice.line").first().evaluate((line) => {
      const right = line.getBoundingClientRect().right;
      const boxes = [...line.querySelectorAll(":scope > p")].map((piece) => {
        const words = document.createRange();
        words.selectNodeContents(piece);
        return [...words.getClientRects()];
      });
      return boxes.slice(1).map(([begins], index) => {
        const ends = boxes[index]?.at(-1);
        return !begins || !ends ? Infinity : begins.top < ends.bottom ? 0 : right - ends.right;
      });
    });
    assert.ok(left.length > 2 && left.every((pixels) => pixels < 60), String(left));
  });
});

visit(
  "between blocks that are made in slices is the room that there is between others, and none within",
  async (bowl) => {
    const lines = "A line of words, and no more.\n".repeat(800);
    const items = Array.from({ length: 800 }, (_, n) => `- item ${n}, and what it is for`).join("\n");
    const page = await answered(bowl, `One.\n\nTwo.\n\n${lines}\n${lines}\n${items}`);
    await eventually(async () => {
      const seen = await page.locator(".rich").first().evaluate((rich) => {
        const gaps = (all: readonly Element[]) =>
          all.slice(1).map((one, index) =>
            Math.round(one.getBoundingClientRect().top - (all[index]?.getBoundingClientRect().bottom ?? NaN))
          );
        const blocks = [...rich.children];
        // What is out of sight is as high as was guessed.
        for (const one of blocks) if (one instanceof HTMLElement) one.style.contentVisibility = "visible";
        const [first] = gaps(blocks);
        const ends = [...rich.querySelectorAll("li")].filter((one) => !one.previousElementSibling);
        return {
          wrong: gaps(blocks).flatMap((gap, index) => {
            const next = blocks[index + 1];
            // Items are told below.
            const wanted = !next?.classList.contains("on")
              ? [first]
              : next.querySelector("li")
              ? [0, 2]
              : [0];
            return wanted.includes(gap) ? [] : [`${index}: ${gap}`];
          }),
          slices: blocks.filter((one) => one.classList.contains("on")).length,
          widths: new Set(blocks.map((one) => one.getBoundingClientRect().width)).size,
          items: ends.slice(1).map((one) => {
            const before = one.closest(".slice")?.previousElementSibling?.querySelector("li:last-child");
            return Math.round(
              one.getBoundingClientRect().top - (before?.getBoundingClientRect().bottom ?? NaN),
            );
          }),
        };
      });
      assert.ok(seen.slices > 4, JSON.stringify(seen));
      assert.deepEqual(seen.wrong, []);
      assert.ok(seen.items.length > 0 && seen.items.every((gap) => gap === 2), String(seen.items));
      assert.equal(seen.widths, 1, "each is as wide as the others");
    });
  },
);

visit(
  "on paper the talk stands whole: title and messages, nothing folded, nothing to press (D2)",
  async (bowl) => {
    const page = await answered(
      bowl,
      `${
        "Words of an answer.\n\n".repeat(200)
      }[End](https://a.example/end)\n\n${TABLE}\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
    );
    await print(page);
    await page.emulateMedia({ media: "print" });
    await eventually(async () => {
      const seen = await page.evaluate(() => {
        const shown = (one: Element) => one.getClientRects().length > 0;
        const log = document.querySelector("[role=log]");
        return {
          title: shown(document.querySelector("h1") ?? document.body),
          pressed: [...document.querySelectorAll("button, input, textarea, select")].filter((one) =>
            shown(one) && !one.closest("h1")
          ).map((one) => one.outerHTML.slice(0, 80)),
          sidebar: [...document.querySelectorAll("nav, .sidebar")].some(shown),
          folded: (log?.scrollHeight ?? 0) - (log?.clientHeight ?? 0),
          page: document.documentElement.scrollHeight > 200 * 20,
          link: getComputedStyle(
            document.querySelector('a[href="https://a.example/end"]') ?? document.body,
            "::after",
          )
            .content,
          beside: (() => {
            const table = [...document.querySelectorAll("article table")].at(-1);
            const box = table?.closest(".scroll");
            return (box?.clientWidth ?? NaN) - (table?.getBoundingClientRect().width ?? NaN);
          })(),
          dark: getComputedStyle(document.querySelector("article .rich") ?? document.body).color,
        };
      });
      assert.deepEqual(seen.pressed, []);
      assert.equal(seen.title, true);
      assert.equal(seen.sidebar, false);
      assert.equal(seen.folded, 0);
      assert.ok(seen.beside < 4, "a box is no wider than its table");
      assert.equal(seen.page, true);
      assert.match(seen.link, /https:\/\/a\.example\/end/);
    });
    const sheets = await page.pdf({ format: "A4" });
    assert.ok((sheets.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0) > 3, "on several sheets");
  },
);

visit(
  "on paper stands what was not on the screen: older messages, folded exchanges, cards cut at their height (D2)",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
    const page = await bowl.open(`/c/${id}`);
    for (const said of ["first", "second"]) {
      await send(page, `${said}\n\n${"A line of it.\n\n".repeat(60)}end of the ${said}`);
      await settled(page, said === "first" ? 2 : 4);
    }
    await page.locator(".exchange.folded").waitFor();
    await print(page);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await becomes(() => page.locator(".exchange.folded").count(), 0);
    for (const said of ["first", "second"]) {
      const ends = page.locator("article.theirs .rich p", { hasText: `end of the ${said}` });
      await becomes(() => ends.count(), 2);
      await eventually(async () => {
        const cut = await ends.first().evaluate((one) => {
          const body = one.closest(".body");
          return (body?.scrollHeight ?? 0) - (body?.clientHeight ?? 0);
        });
        assert.ok(cut <= 1, `${cut}`);
      });
    }
    const messages = Array.from({ length: 240 }, (_, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: `said ${index}.`,
    }));
    const many = await bowl.api<{ conversation_id: string }>("POST", "/v1/chat/completions", {
      model: "agent/ada",
      messages: [...messages, { role: "user", content: "Thank you." }],
    });
    await page.emulateMedia({ media: null });
    await goWithin(page, `/c/${many.conversation_id}`);
    await page.getByText("said 239.").waitFor();
    await becomes(
      () => page.getByRole("log").getByText("said 0.", { exact: true }).count(),
      0,
      "not all of it is fetched at once",
    );
    await print(page);
    // Behind it all is folded again: what counts is what there was as it was printed.
    const printed = String(await page.evaluate(() => Reflect.get(globalThis, "onPaper")));
    for (const { content } of messages) assert.ok(printed.includes(content), content);
  },
);

const EVERYTHING = `# One

${TABLE}
Words *a* **b** ~~c~~ \`d\` [e](https://e.example/f) https://g.example/h $x_1$ i[^1] and $\\frac{1}$.

\\[
x
\\]

- [x] a
- [ ] b

1. c
   - d

> e

> [!NOTE]
> a

> [!TIP]
> b

> [!IMPORTANT]
> c

> [!WARNING] Title
> d

> [!CAUTION]
> e

\`\`\`ts
// says
export const a: string = "b"; /* c */ function d(e = 1) { return /f/; }
\`\`\`

\`\`\`html
<b class="c">d</b>
\`\`\`

\`\`\`mermaid
pie title Tokens
  "a" : 1
  "b" : 2
\`\`\`

![Picture](https://pictures.example/a.png)

[^1]: Note.
`;

for (const look of LOOKS) {
  visit(
    `axe finds nothing in an answer with everything in it, ${look.scheme}, ${look.size}`,
    async (bowl) => {
      const page = await answered(bowl, EVERYTHING, look);
      await page.locator(".diagram > img").waitFor();
      await page.locator(".formula .katex").first().waitFor();
      await page.locator(".hl-keyword").first().waitFor();
      await check(page, "an answer");
      await page.getByRole("button", { name: "Preview" }).click();
      await page.frameLocator(".code-preview iframe").getByText("d", { exact: true }).waitFor();
      await check(page, "a preview");
    },
  );
}

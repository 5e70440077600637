/** Which addresses a conversation knows: whole ones, that a person wrote or a page named, and nothing near them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ADDRESS_CHARS } from "../../../events/catalog/limits.ts";
import {
  addressesIn,
  addressOf,
  Gathering,
  KNOWN_ADDRESSES,
  mayRead,
  siteOf,
} from "../../../projections/conversation/addresses.ts";
import type { ConversationState, ToolUse } from "../../../projections/shapes/folds.ts";
import { History } from "../../history.ts";

/** The conversation in which a person wrote `text`. */
const wrote = (text: string): ConversationState =>
  new History().started().joined("Ada").posted("m1", text).state();

function known(state: ConversationState, foreign = 0): Gathering {
  const gathering = new Gathering(state, foreign);
  for (const id of gathering.ids()) gathering.add(id);
  return gathering;
}

/** Whether an agent may read `wanted` without asking, where a person wrote `text`. */
function free(text: string, wanted: string): boolean {
  const address = addressOf(wanted);
  return address !== null && mayRead(known(wrote(text)), address);
}

const PAGE = "https://example.org/news/today?id=7";
for (
  const text of [
    PAGE,
    `Please read ${PAGE}.`,
    `(see ${PAGE}), and tell me`,
    `<${PAGE}>`,
    `[the news](${PAGE})`,
    `[the news](${PAGE} "of today")`,
    `[${PAGE}](https://other.example/)`,
    `[news]: ${PAGE}`,
    `**${PAGE}**`,
    `_${PAGE}_`,
    `"${PAGE}"`,
    `'${PAGE}'`,
    `\`${PAGE}\``,
    `| ${PAGE} |`,
    `${PAGE}?!`,
    `${PAGE}。`,
    `HTTPS://EXAMPLE.ORG/news/today?id=7`,
    `https://example.org:443/news/today?id=7`,
    `https://example.org/a/../news/today?id=7`,
    `${PAGE}#section`,
    `first\n${PAGE}\nlast`,
  ]
) {
  Deno.test(`an address that a person wrote is known: ${JSON.stringify(text)}`, () => {
    assert.equal(free(text, PAGE), true);
    assert.equal(free(text, `${PAGE}#elsewhere`), true, "a fragment is never sent");
  });
}

for (
  const wanted of [
    "https://example.org/news/today?id=7&q=all+of+the+talk",
    "https://example.org/news/today?id=77",
    "https://example.org/news/today?id=",
    "https://example.org/news/today",
    "https://example.org/news/today/?id=7",
    "https://example.org/news/Today?id=7",
    "https://example.org/",
    "http://example.org/news/today?id=7",
    "https://example.org:8443/news/today?id=7",
    "https://www.example.org/news/today?id=7",
    "https://example.org./news/today?id=7",
    "https://example.org.evil.example/news/today?id=7",
    "https://evil.example/https://example.org/news/today?id=7",
    "https://example.org@evil.example/news/today?id=7",
    "https://user:secret@example.org/news/today?id=7",
    "https://@example.org/news/today?id=7",
    "https://example.org%2eevil.example/news/today?id=7",
    "https://xn--exmple-cua.org/news/today?id=7",
    "https://exаmple.org/news/today?id=7", // a Cyrillic а
    "https://example.org\\@evil.example/news/today?id=7",
    "ftp://example.org/news/today?id=7",
    "//example.org/news/today?id=7",
    "example.org/news/today?id=7",
    "javascript:https://example.org/news/today?id=7",
  ]
) {
  Deno.test(`an address that is only near one is not known: ${wanted}`, () => {
    for (const text of [PAGE, `[news](${PAGE})`, `Please read ${PAGE}.`, `${PAGE} and ${PAGE}`]) {
      assert.equal(free(text, wanted), false, text);
    }
  });
}

Deno.test("an address with a name or a password is none, nor is one inside another, nor what is no web address", () => {
  for (
    const text of [
      "https://good.example@evil.example/",
      "https://a:b@evil.example/",
      "https://@evil.example/",
      "https://go\nod.example@evil.example/",
      "https:/example.org/",
      "https://",
      "https://[",
      "mailto:a@b.example",
    ]
  ) assert.equal(addressOf(text), null, text);
  assert.deepEqual([...addressesIn("https://a.example/?u=https://b.example/x")], [
    "https://a.example/?u=https://b.example/x",
  ]);
  assert.deepEqual([...addressesIn("https://a.example\\@b.example")], ["https://a.example/"]);
});

Deno.test("an address is written as URL writes it: punycode, dots, ports", () => {
  assert.equal(addressOf("https://MÜNCHEN.example:443/ä b#c"), "https://xn--mnchen-3ya.example/%C3%A4%20b");
  assert.equal(siteOf("https://example.org:8443/x"), "example.org:8443");
  assert.notEqual(siteOf("https://example.org./x"), siteOf("https://example.org/x"));
});

for (
  const [length, accepted] of [[ADDRESS_CHARS - 1, true], [ADDRESS_CHARS, true], [
    ADDRESS_CHARS + 1,
    false,
  ]] as const
) {
  Deno.test(`an address of ${length} characters is ${accepted ? "one" : "none, not even its beginning"}`, () => {
    const address = "https://example.org/".padEnd(length, "a");
    assert.equal(addressOf(address) !== null, accepted);
    assert.equal([...addressesIn(`read ${address} now`)].length, accepted ? 1 : 0);
    assert.equal(free(address, address), accepted);
  });
}

Deno.test("what is written longer is none, though a part of it is never sent", () => {
  const written = (length: number) => "https://example.org/#".padEnd(length, "a");
  assert.equal(addressOf(written(ADDRESS_CHARS)), "https://example.org/");
  assert.equal(addressOf(written(ADDRESS_CHARS + 1)), null);
});

Deno.test("an address whose own form is too long is none", () => {
  assert.equal(addressOf("https://example.org/" + "ä".repeat(400)) === null, true);
  assert.equal(addressOf("https://example.org/" + "ä".repeat(300)) === null, false);
});

Deno.test("what is known is exactly what was written: whatever is added to an address makes it unknown", () => {
  const part = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
  const address = fc.tuple(part, part, part).map(([host, path, query]) =>
    `https://h${host.replaceAll("-", "x")}.example/${path}?q=${query}`
  );
  const around = fc.constantFrom(["", ""], ["(", ")"], ["<", ">"], ["[x](", ")"], ["**", "**"], [
    "see ",
    ".",
  ]);
  fc.assert(
    fc.property(address, around, part, (written, [before, after], more) => {
      const text = `${before}${written}${after}`;
      assert.equal(free(text, written), true);
      for (
        const near of [
          written + more,
          `${written}&x=${more}`,
          written.slice(0, -1),
          written.replace("https:", "http:"),
          written.replace(".example/", `.example.${more.replaceAll("-", "y")}.example/`),
          written.replace("https://", `https://${more}.`),
          written.replace("https://", `https://${more}@`),
        ]
      ) {
        const same = addressOf(near) === addressOf(written);
        assert.equal(free(text, near), same, `${near} for ${text}`);
      }
    }),
  );
});

const SEARCH = "https://search.example/?q=1";
const read = (use: Partial<ToolUse>): ConversationState => {
  const state = new History().started().joined("Ada").posted("m1", "Look it up.").requested("Ada", "m1")
    .claimed(
      "t_Ada",
    ).state();
  const id = state.turns["t_Ada"]?.messageId ?? "";
  const whole: ToolUse = { callId: "c", attempt: 1, round: 1, tool: "fetch_url", args: "{}", ...use };
  state.bodies[id] = { content: "It says https://said.example/", tools: [whole] };
  return state;
};

Deno.test("links on a page that was read are known; what an agent said, what a page refused to tell, and other tools' words are not", () => {
  const may = (use: Partial<ToolUse>, address = SEARCH) => mayRead(known(read(use)), address);
  const result = `Results\n\nLinks:\n${SEARCH}`;
  const address = "https://search.example/";
  assert.equal(may({ address, status: "ok", result }), true);
  assert.equal(may({ address, status: "ok", result }, "https://said.example/"), false);
  assert.equal(may({ address, status: "ok", result }, `${SEARCH}1`), false);
  assert.equal(
    may({ address, status: "error", result }),
    false,
    "where a page leads on is no page that was read",
  );
  assert.equal(may({ address, status: "refused", result }), false);
  assert.equal(may({ status: "ok", result }), false, "a tool that reads no page");
  assert.equal(may({ address: SEARCH, status: "ok", result: "" }), false, "allowed once is allowed once");
});

Deno.test("a site that a person allowed is known by its exact host; one that was refused is not", () => {
  const may = (use: Partial<ToolUse>, address: string) => mayRead(known(read(use)), address);
  const word = { address: SEARCH, allowed: true, site: "search.example" };
  assert.equal(may(word, "https://search.example/anything?q=2"), true);
  assert.equal(may(word, "http://search.example/"), true);
  for (
    const other of [
      "https://search.example:8443/",
      "https://a.search.example/",
      "https://search.example.evil.example/",
    ]
  ) {
    assert.equal(may(word, other), false, other);
  }
  assert.equal(may({ ...word, allowed: false }, "https://search.example/"), false);
});

Deno.test("what was said somewhere else and imported makes nothing known; what people write after it does", () => {
  const history = new History().started().joined("Ada").posted("m1", "https://there.example/").posted(
    "m2",
    "https://here.example/",
  );
  const state = history.state();
  const foreign = state.messages["m1"]?.seq ?? 0;
  const gathering = known(state, foreign);
  assert.equal(mayRead(gathering, "https://there.example/"), false);
  assert.equal(mayRead(gathering, "https://here.example/"), true);
  assert.equal(mayRead(known(state, state.seq), "https://here.example/"), false);
});

for (
  const [count, oldest] of [[KNOWN_ADDRESSES - 1, true], [KNOWN_ADDRESSES, true], [
    KNOWN_ADDRESSES + 1,
    false,
  ]] as const
) {
  Deno.test(`of ${count} addresses in messages the oldest is ${oldest ? "known" : "forgotten"}`, () => {
    const history = new History().started().joined("Ada");
    for (let first = 0, n = 0; first < count; first += 1_000, n++) {
      const texts = Array.from(
        { length: Math.min(1_000, count - first) },
        (_, i) => `https://${first + i}.example/`,
      );
      // The newest of a message comes first in it.
      history.posted(`m${n}`, texts.reverse().join(" "));
    }
    assert.equal(mayRead(known(history.state()), "https://0.example/"), oldest);
  });
}

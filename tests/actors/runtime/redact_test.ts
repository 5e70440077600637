import assert from "node:assert/strict";
import fc from "fast-check";
import { redact } from "../../../actors/runtime/redact.ts";

// Shows S0-75.
Deno.test("SECURITY 7: the usual shapes of secrets are taken out", () => {
  const secrets = [
    "sk-proj-abcDEF0123456789",
    "sk-ant-api03-abcdefghijklmnop",
    "ghp_abcdefghijklmnopqrstuv",
    "AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig-nature",
  ];
  for (const secret of secrets) {
    assert.doesNotMatch(redact(`error for ${secret}, sorry`), new RegExp(secret.slice(6)), secret);
  }
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig-nature";
  assert.equal(redact(`for ${token}, sorry`), "for [redacted], sorry");
  assert.equal(redact("a.sk-proj-abcDEF0123456789.b"), "a.[redacted].b");
  assert.equal(redact("Authorization: Bearer abcdef123456"), "Authorization: Bearer [redacted]");
  assert.equal(redact('{"x-api-key":"topsecret"}'), '{"x-api-key":"[redacted]"}');
  assert.equal(redact("https://me:pass@host.example/v1"), "https://[redacted]@host.example/v1");
});

Deno.test("SECURITY 7: a known secret is taken out from six characters on, and nothing of a signed token stays", () => {
  assert.equal(redact("the word abcdef here", ["abcdef"]), "the word [redacted] here");
  assert.equal(
    redact("the word abcde here", ["abcde"]),
    "the word abcde here",
    "ordinary words are that short",
  );
  assert.equal(redact("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig-nature!"), "[redacted]!");
});

Deno.test("SECURITY 7: a secret is taken out of a text that is nothing else", () => {
  const begins = ["ghp_", "gho_", "github_pat_", "glpat-", "AKIA", "AIza", "ya29."];
  for (const begin of begins) assert.equal(redact(`${begin}abcdefghij0123`), "[redacted]", begin);
  assert.equal(redact("password=topsecret"), "password=[redacted]");
  assert.equal(redact("cookie:topsecret"), "cookie:[redacted]");
  assert.equal(redact("basic\tabcdef123456"), "basic [redacted]");
  assert.equal(redact("topsecret", ["topsecret"]), "[redacted]");
});

Deno.test("SECURITY 7: ordinary words stay as they are", () => {
  for (
    const text of [
      "Too many requests. Please wait a moment before trying again.",
      "The model or address was not found.",
      "My task-list has a key-value pair and a risk-free plan.",
      "http://localhost:11434/v1",
    ]
  ) assert.equal(redact(text), text);
});

Deno.test("SECURITY 7: an exact known secret is taken out in any of its encodings, wherever it stands", () => {
  fc.assert(fc.property(
    fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 60 }).filter((s) => s.trim().length >= 8),
    fc.string({ maxLength: 40 }),
    fc.string({ maxLength: 40 }),
    (secret, before, after) => {
      fc.pre(!"[redacted]".includes(secret));
      for (const form of [secret, encodeURIComponent(secret), btoa(secret)]) {
        const clean = redact(`${before}|${form}|${after}`, [secret]);
        // What surrounds it may hold it too, but never as a whole.
        assert.ok(!clean.includes(form), clean);
      }
    },
  ));
});

Deno.test("SECURITY 7: a secret too short to be one does not blank out ordinary text", () => {
  assert.equal(redact("no or yes", ["or", ""]), "no or yes");
});

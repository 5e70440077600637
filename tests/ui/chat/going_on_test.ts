/** The empty box says whose answer is gone on from, and only where that is so. */
import "../page.ts";
import assert from "node:assert/strict";
import { History } from "../../history.ts";
import { goingOnFrom, lookedAt } from "../../../ui/chat/going_on.ts";
import { layout, readingOf } from "../../../ui/state/reading.ts";

const ADA = "m_t_Ada_m1";

Deno.test("one that was kept is gone on from, until others count again or something new was asked", () => {
  const story = new History().started().joined("Ada", "Ben").answered("m1", "Why?", {
    Ada: "So.",
    Ben: "Thus.",
  });
  assert.equal(goingOnFrom(story.state(), [ADA]), null, "both count");
  const set = (included: boolean) => story.add("InclusionSet", { messageId: "m_t_Ben_m1", included });
  set(false);
  assert.equal(goingOnFrom(story.state(), [ADA]), "Ada");
  assert.equal(goingOnFrom(story.state(), []), null, "left out by its checkbox alone");
  set(true);
  assert.equal(goingOnFrom(story.state(), [ADA]), null);
  set(false).answered("m2", "And?", { Ada: "Well.", Ben: "Hm." });
  assert.equal(goingOnFrom(story.state(), [ADA]), null);
  assert.equal(goingOnFrom(new History().started().state(), [ADA]), null);
});

Deno.test("one in focus is named, unless it is off, is compared, or stands beside others", () => {
  const story = new History().started().joined("Ada", "Ben").answered("m1", "Why?", {
    Ada: "So.",
    Ben: "Thus.",
  });
  const { id } = story.state();
  assert.equal(lookedAt(story.state()), null, "in columns");
  layout.value = "focus";
  try {
    assert.equal(lookedAt(story.state()), "Ada");
    const { exchanges } = readingOf(id);
    exchanges.change("m1", { focused: "m_t_Ben_m1" });
    assert.equal(lookedAt(story.state()), "Ben");
    exchanges.change("m1", { comparing: [ADA, "m_t_Ben_m1"] });
    assert.equal(lookedAt(story.state()), null, "compared");
    exchanges.change("m1", { comparing: null });
    story.add("ParticipantDisabled", { participantId: "p_Ben" });
    assert.equal(lookedAt(story.state()), null, "off");
    const alone = new History().started().joined("Ada").answered("m1", "Why?", { Ada: "So." });
    assert.equal(lookedAt(alone.state()), null, "nobody else answered");
  } finally {
    layout.value = "columns";
  }
});

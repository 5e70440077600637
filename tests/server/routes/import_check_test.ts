/** What is said to a file that is taken in: event by event, and what is added behind the last one. */
import assert from "node:assert/strict";
import { ConversationEvent } from "../../../events/catalog/conversation.ts";
import { type AnyEvent, SYSTEM } from "../../../events/catalog/envelope.ts";
import type { Intake } from "../../../events/store/transfer/import_stream.ts";
import { fromElsewhere, ofThisWorkspace } from "../../../server/routes/import_check.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { erased, eventIn, linksIn } from "../../events/exported.ts";
import { recordedOnce } from "../../events/record_golden.ts";

const AT = "2026-02-01T00:00:00.000Z";
/** Every type of event there is, with turns that ended in every way. */
const LINKS = linksIn((await recordedOnce()).conversation);
const EVENTS = LINKS.map((links, index) => eventIn(links, index + 1));
/** What tools gave is told as the events tell it; all other files are one that a person sent. */
const given = new Map(EVENTS.flatMap((event) => {
  const { type, data } = event as ConversationEvent;
  return type === "ToolReturned"
    ? (data.attachments ?? []).map(({ sha256, type, size }) => [sha256, { type, size }] as const)
    : [];
}));
/** What makes a copy what it is to be. */
const BECOMING = ["ConversationRenamed", "ProjectSet", "ConversationRestored"];
const blob = (sha256: string) => given.get(sha256) ?? { type: "text/plain", size: 100 };

Deno.test("of a copy, the turns that are open at its end are cancelled, and no other", () => {
  const intake = ofThisWorkspace(AT, SYSTEM);
  const open = new Map<string, AnyEvent>();
  // It is asked behind each event what would be added there, which adds nothing.
  for (const event of EVENTS) {
    assert.equal(intake.check(event, blob), null);
    const { type, data } = event as ConversationEvent;
    if (type === "TurnRequested") open.set(data.turnId, event);
    if (type === "TurnCompleted" || type === "TurnFailed" || type === "TurnCancelled") {
      open.delete(data.turnId);
    }
    // What is deleted at the end is had back behind them, and what is pinned is not any more: see below. What would be said
    // by itself is paused.
    const others = ["DeletionWithdrawn", "ConversationFiled", "SchedulePaused", "PanelEnded", "HandsEnded"];
    const closing = intake.closing().filter(({ type }) => !others.includes(type));
    for (const event of closing) ConversationEvent.parse(event);
    assert.deepEqual(
      closing.map(({ id, type, cause, exchange, data }) => ({ id, type, cause, exchange, data })),
      [...open].map(([turnId, { id, exchange }]) => ({
        id: `imported/${turnId}`,
        type: "TurnCancelled",
        cause: id,
        exchange,
        data: { turnId, why: "imported" },
      })),
    );
  }
});

Deno.test("where agents are asked for hands at the end of a copy, they are not in it", () => {
  let on = false;
  const intake = ofThisWorkspace(AT, SYSTEM);
  for (const event of EVENTS) {
    intake.check(event, blob);
    if (event.type === "HandsSet") on = true;
    if (event.type === "HandsEnded") on = false;
    const ends = intake.closing().filter(({ type }) => type === "HandsEnded");
    for (const end of ends) ConversationEvent.parse(end);
    assert.deepEqual(ends.map(({ data }) => data), on ? [{ why: "imported" }] : [], event.type);
  }
  assert.ok(EVENTS.some(({ type }) => type === "HandsSet"));
});

Deno.test("a panel that goes on at the end of a copy is over there, and no other", () => {
  const intake = ofThisWorkspace(AT, SYSTEM);
  const told = EVENTS.map((event) => {
    intake.check(event, blob);
    return intake.closing().filter(({ type }) => type === "PanelEnded");
  });
  const [from, to] = ["PanelStarted", "PanelEnded"].map((type) =>
    EVENTS.findIndex((event) => event.type === type)
  );
  assert.ok(from !== undefined && to !== undefined && from > 0 && to > from);
  for (const [index, events] of told.entries()) {
    assert.equal(events.length, index >= from && index < to ? 1 : 0, `behind event ${index + 1}`);
    for (const event of events) assert.equal(ConversationEvent.parse(event).exchange, EVENTS[from]?.exchange);
  }
});

Deno.test("what is added to a file from elsewhere stands behind its open turns: no web access, and a notice", () => {
  const started = EVENTS.findIndex(({ type }) => type === "TurnRequested") + 1;
  for (
    const [count, added] of [[started, ["MessagePosted"]], [EVENTS.length, [
      "SettingsChanged",
      "MessagePosted",
    ]]] as const
  ) {
    const intake = fromElsewhere(AT, SYSTEM);
    for (const event of EVENTS.slice(0, count)) assert.equal(intake.check(event, blob), null);
    const events = intake.closing?.() ?? [];
    for (const event of events) ConversationEvent.parse(event);
    const ofCopies = ["TurnCancelled", "ConversationFiled"];
    assert.deepEqual(events.map(({ type }) => type).filter((type) => !ofCopies.includes(type)), added);
    const ids = events.slice(-added.length).map(({ id }) => id);
    const first = count + events.length - added.length + 1;
    assert.deepEqual(ids, added.map((_, index) => `imported/${first + index}`));
  }
});

Deno.test("a deleted conversation cannot come back", () => {
  const [first] = EVENTS;
  assert.ok(first);
  const deletion = { ...first, seq: 2, type: "ConversationDeleted", v: 1, data: {} };
  for (const begin of [ofThisWorkspace, fromElsewhere]) {
    assert.equal(begin(AT, SYSTEM).check(deletion, blob), "a deleted conversation cannot come back");
  }
});

Deno.test("a history that ends deleted, though it could be had back, is had back where it is taken in", () => {
  const [first] = EVENTS;
  assert.ok(first);
  const hidden = { ...first, seq: 2, type: "DeletionRequested", v: 1, data: { until: AT } };
  const back = { ...first, seq: 3, type: "DeletionWithdrawn", v: 1, data: {} };
  for (const begin of [ofThisWorkspace, fromElsewhere]) {
    const taken = (...events: AnyEvent[]) => {
      const intake = begin(AT, SYSTEM);
      for (const event of events) assert.equal(intake.check(event, blob), null);
      return intake.closing?.().map(({ type }) => type) ?? [];
    };
    assert.ok(taken(first, hidden).includes("DeletionWithdrawn"));
    assert.ok(!taken(first, hidden, back).includes("DeletionWithdrawn"));
  }
});

Deno.test("what was pinned elsewhere is not pinned here, and keeps its labels", () => {
  const [first] = EVENTS;
  assert.ok(first);
  const filed = (seq: number, pinned: boolean) => ({
    ...first,
    seq,
    type: "ConversationFiled",
    v: 1,
    data: { pinned, labels: ["Bread"] },
  });
  for (const begin of [ofThisWorkspace, fromElsewhere]) {
    const taken = (...events: AnyEvent[]) => {
      const intake = begin(AT, SYSTEM);
      for (const event of events) assert.equal(intake.check(event, blob), null);
      return intake.closing?.().find(({ type }) => type === "ConversationFiled")?.data;
    };
    assert.deepEqual(taken(first, filed(2, true)), { pinned: false, labels: ["Bread"] });
    assert.equal(taken(first, filed(2, true), filed(3, false)), undefined);
  }
});

Deno.test("a copy is called what it is to be called, belongs where it is to belong and is put away nowhere, wherever it ends", () => {
  const title = "Baking (from message 4)";
  const copied = EVENTS.map((event) =>
    event.type === "ConversationStarted" ? { ...event, data: { ...Object(event.data), title } } : event
  );
  const added = new Map<string, number>();
  for (const projectId of [undefined, "project_of_it"]) {
    const intake = ofThisWorkspace(AT, SYSTEM, { title, projectId });
    const state = conversation.initial("conversation_copied");
    for (const event of copied) {
      intake.check(event, blob);
      conversation.evolve(state, event);
      const wanted = [
        ...(state.title === title ? [] : [["ConversationRenamed", { title }]]),
        ...(state.projectId === projectId ? [] : [["ProjectSet", projectId ? { projectId } : {}]]),
        ...(state.archived ? [["ConversationRestored", {}]] : []),
      ];
      const closing = intake.closing().filter(({ type }) => BECOMING.includes(type));
      for (const event of closing) ConversationEvent.parse(event);
      assert.deepEqual(closing.map(({ type, data }) => [type, data]), wanted, `behind event ${event.seq}`);
      for (const { type, data } of closing) {
        const kind = `${type} ${Object.keys(Object(data)).length}`;
        added.set(kind, (added.get(kind) ?? 0) + 1);
      }
    }
  }
  const kinds = ["ConversationRenamed 1", "ConversationRestored 0", "ProjectSet 0", "ProjectSet 1"];
  assert.deepEqual([...added.keys()].sort(), kinds);
  const atTheEnd = (intake: Intake) => {
    for (const event of copied) intake.check(event, blob);
    return intake.closing?.().some(({ type }) => BECOMING.includes(type));
  };
  assert.equal(atTheEnd(ofThisWorkspace(AT, SYSTEM)), false, "what is moved in is as it was");
  assert.ok(atTheEnd(fromElsewhere(AT, SYSTEM, undefined, { title, projectId: undefined })));
});

Deno.test("an event of any type is taken without its words, but not without anything else", () => {
  let without = 0;
  LINKS.forEach((links, index) => {
    const bare = () => eventIn(erased(links), index + 1);
    if (bare().erased) without++;
    assert.equal(ofThisWorkspace(AT, SYSTEM).check(bare(), blob), null, links.structure);
    const structure = JSON.parse(links.structure);
    for (const field of ["at", "by"]) {
      const event = { ...bare(), [field]: undefined };
      assert.equal(ofThisWorkspace(AT, SYSTEM).check(event, blob), "its event is not of the catalog", field);
    }
    for (const field of Object.keys(structure.data)) {
      const event = { ...bare(), data: { ...structure.data, [field]: Symbol("other") } };
      assert.equal(ofThisWorkspace(AT, SYSTEM).check(event, blob), "its event is not of the catalog", field);
    }
    const more = { ...bare(), data: { ...structure.data, more: "words" } };
    assert.equal(ofThisWorkspace(AT, SYSTEM).check(more, blob), "its event is not of the catalog");
  });
  assert.ok(without > EVENTS.length / 2);
});

/**
 * Texts of characters of every plane. The library's own way to draw them first makes a table of all 1.1 million, in a
 * second that everything loaded beside it waits for.
 */
import fc, { type Arbitrary } from "fast-check";

/** Halves of pairs are no characters. */
const HALVES = 0xd800;
const FIRST_AFTER = 0xe000;

const character = fc.nat(0x10ffff - (FIRST_AFTER - HALVES)).map((n) =>
  String.fromCodePoint(n < HALVES ? n : n + FIRST_AFTER - HALVES)
);
/** What every object has. */
const names = fc.constantFrom("__proto__", "constructor", "hasOwnProperty", "toString", "valueOf");

/** Bounds are counted in characters; now and then a name that every object has is in it. */
export function anyText(bounds: { minLength?: number; maxLength?: number } = {}): Arbitrary<string> {
  const text = fc.string({ unit: character, ...bounds });
  return fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: names });
}

/** A form about what others change meanwhile: what nobody touched here follows, what was typed stays, what both changed is told. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

type Fields = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const movedIn = (told: Fields, now: Fields): readonly string[] =>
  Object.keys({ ...told, ...now }).filter((key) => !isSame(told[key], now[key]));

/** These fields of `all`. */
function some<T extends Fields>(all: T, keys: readonly string[]): Partial<T> {
  const found: Partial<T> = {};
  for (const key in all) if (keys.includes(key)) found[key] = all[key];
  return found;
}

/** What a form is to show otherwise. `told`: how it stood when the form was told last; `now`: how it stands. */
export const followed = <T extends Fields>(typed: Fields, told: Fields, now: T): Partial<T> =>
  some(now, movedIn(told, now).filter((key) => isSame(typed[key], told[key])));

/** Fields that were changed both here and elsewhere, and not to the same. */
export const changedByBoth = (typed: Fields, told: Fields, now: Fields): readonly string[] =>
  movedIn(told, now).filter((key) => !isSame(typed[key], told[key]) && !isSame(typed[key], now[key]));

/** What of a form is to be sent: all else is how it stands, and may be changed elsewhere at this moment. */
export const touched = <T extends Fields>(typed: T, now: Fields | undefined): Partial<T> =>
  now === undefined ? typed : some(typed, movedIn(now, typed));

/** Has a form follow. `now` is undefined for what is made; answers the fields that both changed. */
export function useFollowing<T extends Fields>(
  typed: T,
  now: T | undefined,
  show: (moved: Partial<T>) => void,
): readonly string[] {
  const told = useRef(now);
  const both = useSignal<readonly string[]>([]);
  useLayoutEffect(() => {
    const before = told.current;
    if (!now || !before || isSame(before, now)) return;
    told.current = now;
    const more = changedByBoth(typed, before, now);
    if (more.length > 0) both.value = [...new Set([...both.value, ...more])];
    const moved = followed(typed, before, now);
    if (Object.keys(moved).length > 0) show(moved);
  });
  return both.value.filter((key) => now && !isSame(typed[key], now[key]));
}

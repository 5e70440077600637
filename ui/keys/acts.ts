/** What keys do: each room says it for its own, for as long as it is shown. */
import { useEffect, useRef } from "preact/hooks";
import type { KeyName } from "./key_table.ts";

export interface Press {
  /** 1 to 9 where the key is a digit, otherwise 0. */
  readonly digit: number;
  /** Where the focus was; null where nobody pressed a key, as in the palette. */
  readonly target: Element | null;
}

/** Does it; false where there is nothing to do, so that another room or the browser may. */
export type Act = (press: Press) => boolean | void;
export type Acts = Readonly<Partial<Record<KeyName, Act>>>;

/** Those that were said last come first. */
let rooms: readonly (() => Acts)[] = [];

/** Says what keys do, until what this returns is called. What was said later is asked first. */
export function onKeys(acts: Acts): () => void {
  const room = () => acts;
  rooms = [room, ...rooms];
  return () => (rooms = rooms.filter((other) => other !== room));
}

/** The same for as long as a component is shown; it may say something else each time it is drawn. */
export function useKeys(acts: Acts): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const room = () => latest.current;
    rooms = [room, ...rooms];
    return () => (rooms = rooms.filter((other) => other !== room));
  }, []);
}

/** Whether some room would be asked. */
export const isSaid = (name: KeyName): boolean => rooms.some((room) => room()[name] !== undefined);

/** Does what a key stands for; false where no room had anything to do. */
export function act(name: KeyName, press: Press = { digit: 0, target: null }): boolean {
  for (const room of rooms) {
    const wanted = room()[name];
    if (wanted && wanted(press) !== false) return true;
  }
  return false;
}

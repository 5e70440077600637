/** A store whose commits a test watches, holds up or breaks. */
import type { Atomic, Kv } from "../../../events/store/kv/kv.ts";
import { replacing } from "../../replacing.ts";

type Commit = Atomic["commit"];

/** Every commit goes through `through`, which is given what writes it. */
export const committing = (kv: Kv, through: (commit: Commit) => ReturnType<Commit>): Kv =>
  replacing(kv, {
    atomic() {
      const atomic = kv.atomic();
      const commit = atomic.commit.bind(atomic);
      atomic.commit = () => through(commit);
      return atomic;
    },
  });

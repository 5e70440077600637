/** The bowl in the frame, which lives with what goes on in all conversations. */
import { useRef } from "preact/hooks";
import { Logo } from "../parts/logo.tsx";
import { list } from "../state/server_state.ts";
import { bowlAfter, STILL } from "./bowl_mood.ts";

export function LivingBowl() {
  const bowl = useRef(STILL);
  bowl.current = bowlAfter(bowl.current, list.value);
  return <Logo mood={bowl.current.mood} />;
}

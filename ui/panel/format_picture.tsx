/** A picture of a format: its stages from left to right, in each a dot for every role that speaks, and what it sees. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import { words } from "../words/panelling.ts";

/** Units of one stage. */
const WIDE = 84, HIGH = 62, DOT = 5;
/** Dots of a role that many sit in. */
const MANY = 3;

export function FormatPicture({ format }: { format: Pick<PanelFormat, "roles" | "stages"> }) {
  const { roles, stages } = format;
  const dots = (who: readonly string[]) =>
    who.flatMap((id) => {
      const at = roles.findIndex((role) => role.id === id);
      return Array.from({ length: roles[at]?.many ? MANY : 1 }, () => at);
    });
  const label = stages.map(({ name, sees }) => `${clearText(name)}: ${words.sees[sees]}`).join("; ");
  return (
    <svg
      class="format-picture"
      viewBox={`0 0 ${WIDE * stages.length} ${HIGH}`}
      width={WIDE * stages.length}
      height={HIGH}
      role="img"
      aria-label={label}
    >
      {stages.map(({ id, name, who, sees, turns }, stage) => {
        const all = dots(who);
        const left = WIDE * stage + WIDE / 2 - (all.length - 1) * (DOT + 3);
        return (
          <g key={id}>
            {stage > 0 && (
              <path
                class={sees === "anonymised" || sees === "summary"
                  ? "unnamed"
                  : sees === "all"
                  ? "named"
                  : "none"}
                d={`M${WIDE * stage - 22} 22h34m-6 -4l6 4l-6 4`}
              />
            )}
            {all.map((role, index) => (
              <circle
                key={index}
                cx={left + index * 2 * (DOT + 3)}
                cy={turns === "in_turn" ? 16 + 12 * (index % 2) : 22}
                r={DOT}
                data-role={role % 4}
              />
            ))}
            <text x={WIDE * stage + WIDE / 2} y={54} text-anchor="middle">{clearText(name)}</text>
          </g>
        );
      })}
    </svg>
  );
}

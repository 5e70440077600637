/** The edge between the list and the chat: dragged, or moved by keys, it makes the list wider. */
import { SIDEBAR, sidebarWidth } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";

/** Pixels a key moves it. */
const STEP = 16;

export const within = (pixels: number): number =>
  Math.round(Math.max(SIDEBAR.least, Math.min(SIDEBAR.most, pixels)));

export function SidebarEdge() {
  const set = (pixels: number) => (sidebarWidth.value = within(pixels));
  return (
    <div
      class="sidebar-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={words.sidebarWidth}
      aria-valuemin={SIDEBAR.least}
      aria-valuemax={SIDEBAR.most}
      aria-valuenow={sidebarWidth.value}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) set(event.clientX);
      }}
      onDblClick={() => set(SIDEBAR.usual)}
      onKeyDown={({ key }) => {
        const step = key === "ArrowRight" ? STEP : key === "ArrowLeft" ? -STEP : 0;
        if (step !== 0) set(sidebarWidth.value + step);
      }}
    />
  );
}

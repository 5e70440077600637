/** The icons of the frame, there with the first paint; named as their makers named them. */
import {
  Check,
  ChevronDown,
  CircleAlert,
  CloudOff,
  Crown,
  Ellipsis,
  Moon,
  PanelLeft,
  Plus,
  Search,
  SlidersHorizontal,
  SquarePen,
  Sun,
  SunMoon,
  X,
} from "lucide";
import type { SvgNode } from "./svg_nodes.ts";

export const FRAME_ICONS = {
  "check": Check,
  "chevron-down": ChevronDown,
  "circle-alert": CircleAlert,
  "cloud-off": CloudOff,
  "crown": Crown,
  "ellipsis": Ellipsis,
  "moon": Moon,
  "panel-left": PanelLeft,
  "plus": Plus,
  "search": Search,
  "sliders-horizontal": SlidersHorizontal,
  "square-pen": SquarePen,
  "sun": Sun,
  "sun-moon": SunMoon,
  "x": X,
} as const satisfies Record<string, readonly SvgNode[]>;

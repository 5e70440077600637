/** The APIs for programs. */
import type { Route } from "../route.ts";

export const programs: Route[] = [];

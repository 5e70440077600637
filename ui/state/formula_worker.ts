/** The worker that sets formulas: one formula in, its elements out. */
import { piecesOf } from "./formula_pieces.ts";
import { helpWith } from "./working.ts";

helpWith(piecesOf);

/** What a model hears when its answer was not the JSON of an agency (S1-14). */

/** Asked once per turn. */
export const REPAIR =
  'That was not the JSON object you were asked for. Answer again with nothing but {"to": number, "context": string}.';

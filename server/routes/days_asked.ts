/** When the days begin that somebody names, by the clock of their place: where it is set back in autumn, July's is another. */
import type { Dawn } from "../../projections/search/query.ts";

const MINUTE_MS = 60_000;

/** @param zone minutes that their clock is ahead of UTC: counts alone where nobody here knows the place */
export function dawnOf(zone: number, place = ""): Dawn {
  const byMinutes: Dawn = (year, month, day) => Date.UTC(year, month - 1, day) - zone * MINUTE_MS;
  if (place === "") return byMinutes;
  return (year, month, day) => {
    try {
      const date = new Temporal.PlainDate(year, month, 1).add({ days: day - 1 });
      return date.toZonedDateTime(place).epochMilliseconds;
    } catch {
      return byMinutes(year, month, day);
    }
  };
}

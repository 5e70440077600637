/**
 * How often each is found best, of choices among some of them: the model of Bradley and Terry, for more than two as Luce
 * has it, with ties as Davidson has them (for more than two: Firth, Kosmidis and Turner). Of those with strengths π that
 * are compared, one is best with probability π / (Σπ + tie), and all are as good as one another with tie / (Σπ + tie),
 * where tie is δ·(geometric mean of π) and δ is another for each number of them, 0 as long as none of as many were tied.
 * So it is learned of the judgements how much has to differ before it is seen; half a win for each would put that in.
 *
 * Everything is on the scale of logarithms, where the likelihood is concave, and has a prior: normal, around 0. By it
 * one who always wins is not infinitely strong, and where nothing was compared nothing is claimed. What is given is the
 * mode; Fisher's information there, which is also the observed one, gives what is not known.
 */

/** What was found of some, together one observation: whoever judges the same answers says nothing of others. */
export interface Choice {
  /** Who was compared, each a place; one may stand there more than once. */
  readonly among: readonly number[];
  /** What each of them had of the judgement, and the tie behind them; their sum is what this counts. */
  readonly shares: readonly number[];
}

export interface Strengths {
  /** Logarithms, of each place. */
  readonly strengths: readonly number[];
  /** Their covariances. */
  readonly covariances: readonly Float64Array[];
  /** By how many were compared, the logarithm of δ; absent where none of as many were tied. */
  readonly ties: ReadonlyMap<number, number>;
}

/**
 * Standard deviation of the prior, in logarithms: of two, by it alone, one is as likely as not at least seven times as
 * strong as the other (0.67·√2·2 = 1.9). What few judgements say is moderated by it; of twenty little of it is left.
 */
export const PRIOR_SD = 2;
/** Newton steps at most: concave as it is, seldom more than eight are taken. */
const STEPS = 60;
/** Of a step that gains no more than this it is the last: behind it what is missing is rounding. */
const STILL = 1e-9;
/** How often a step that leads down is halved: the first is nearly always good. */
const HALVINGS = 30;

/** What work in pieces comes to, in one. */
export function toEnd<T>(pieces: Generator<void, T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}

/**
 * Yields behind each of Newton's steps.
 * @param places how many there are, at most some dozens: it takes time as their cube
 */
export function* strengthsIn(
  choices: readonly Choice[],
  places: number,
  priorSd = PRIOR_SD,
): Generator<void, Strengths> {
  const tied = choices.filter(({ among, shares }) => (shares[among.length] ?? 0) > 0);
  const sizes = [...new Set(tied.map(({ among }) => among.length))].sort((a, b) => a - b);
  const tieAt = new Map(sizes.map((size, at) => [size, places + at]));
  const rows = choices.map(({ among, shares }) => ({ among, shares, tie: tieAt.get(among.length) }));
  const precision = 1 / (priorSd * priorSd);
  let at = new Float64Array(places + sizes.length);
  let slope = slopeAt(rows, at, precision);
  for (let step = 0; step < STEPS; step++) {
    const move = solved(factor(slope.information), slope.gradient);
    const gain = move.reduce((sum, one, n) => sum + one * (slope.gradient[n] ?? 0), 0);
    at = gain < STILL ? moved(at, move, 1) : uphill(rows, at, move, precision);
    slope = slopeAt(rows, at, precision);
    if (gain < STILL) break;
    yield;
  }
  const factored = factor(slope.information);
  return {
    strengths: [...at.subarray(0, places)],
    covariances: Array.from({ length: places }, (_, n) => {
      const unit = new Float64Array(at.length);
      unit[n] = 1;
      return solved(factored, unit).subarray(0, places);
    }),
    ties: new Map(sizes.map((size, n) => [size, at[places + n] ?? 0])),
  };
}

const moved = (at: Float64Array<ArrayBuffer>, move: Float64Array, part: number) =>
  at.map((value, n) => value + part * (move[n] ?? 0));

/** The step, or as much of it as leads up. */
function uphill(
  rows: readonly Row[],
  at: Float64Array<ArrayBuffer>,
  move: Float64Array,
  precision: number,
): Float64Array<ArrayBuffer> {
  const now = heightAt(rows, at, precision);
  for (let halved = 0; halved < HALVINGS; halved++) {
    const next = moved(at, move, 2 ** -halved);
    if (heightAt(rows, next, precision) > now) return next;
  }
  return at;
}

interface Row extends Choice {
  /** Where the logarithm of δ stands that is theirs; undefined: δ is 0. */
  readonly tie: number | undefined;
}

/** Of each outcome the logarithm of its probability: each place of the choice, and the tie. */
function logarithms({ among, tie }: Row, at: Float64Array): number[] {
  const each = among.map((place) => at[place] ?? 0);
  const seen = tie === undefined ? -Infinity : at[tie] ?? 0;
  const all = [...each, seen + each.reduce((sum, one) => sum + one, 0) / each.length];
  const most = Math.max(...all);
  const whole = most + Math.log(all.reduce((sum, one) => sum + Math.exp(one - most), 0));
  return all.map((one) => one - whole);
}

function heightAt(rows: readonly Row[], at: Float64Array, precision: number): number {
  let height = 0;
  for (const value of at) height -= precision * value * value / 2;
  for (const row of rows) {
    logarithms(row, at).forEach((one, n) => {
      const share = row.shares[n] ?? 0;
      if (share > 0) height += share * one;
    });
  }
  return height;
}

/** The gradient, and Fisher's information with the prior's. */
function slopeAt(rows: readonly Row[], at: Float64Array, precision: number) {
  const gradient = at.map((value) => -precision * value);
  const information = Array.from(at, (_, n) => {
    const row = new Float64Array(at.length);
    row[n] = precision;
    return row;
  });
  for (const row of rows) addChoice(row, at, gradient, information);
  return { gradient, information };
}

function addChoice(row: Row, at: Float64Array, gradient: Float64Array, information: Float64Array[]): void {
  const { among, shares, tie } = row;
  const chances = logarithms(row, at).map(Math.exp);
  const whole = shares.reduce((sum, one) => sum + one, 0);
  const tied = chances[among.length] ?? 0;
  const part = 1 / among.length;
  // What each outcome says of each parameter: a win of its place, a tie a part of all places and of δ.
  const parameters = tie === undefined ? among : [...among, tie];
  const ofTie = parameters.map((_, n) => n === among.length ? 1 : part);
  const own = parameters.map((_, n) => n === among.length ? 0 : chances[n] ?? 0);
  const means = own.map((one, n) => one + tied * (ofTie[n] ?? 0));
  const given = shares[among.length] ?? 0;
  for (const [n, parameter] of parameters.entries()) {
    const mean = means[n] ?? 0;
    const saysTied = ofTie[n] ?? 0;
    const seen = (n === among.length ? 0 : shares[n] ?? 0) + given * saysTied;
    gradient[parameter] = (gradient[parameter] ?? 0) + seen - whole * mean;
    const row = information[parameter] ?? gradient;
    for (let m = 0; m < parameters.length; m++) {
      const other = parameters[m] ?? 0;
      const both = (n === m ? own[n] ?? 0 : 0) + tied * saysTied * (ofTie[m] ?? 0);
      row[other] = (row[other] ?? 0) + whole * (both - mean * (means[m] ?? 0));
    }
  }
}

/** Cholesky's: lower triangle L with L·Lᵀ what was given, which the prior keeps away from singular. */
function factor(matrix: readonly Float64Array[]): Float64Array[] {
  const lower: Float64Array[] = [];
  for (const [n, row] of matrix.entries()) {
    const own = new Float64Array(matrix.length);
    lower.push(own);
    for (const [m, before] of lower.entries()) {
      let left = row[m] ?? 0;
      for (let k = 0; k < m; k++) left -= (own[k] ?? 0) * (before[k] ?? 0);
      own[m] = m === n ? Math.sqrt(left) : left / (before[m] ?? 1);
    }
  }
  return lower;
}

function solved(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const found = right.slice();
  for (const [n, row] of lower.entries()) {
    let left = found[n] ?? 0;
    for (let k = 0; k < n; k++) left -= (row[k] ?? 0) * (found[k] ?? 0);
    found[n] = left / (row[n] ?? 1);
  }
  for (let n = lower.length - 1; n >= 0; n--) {
    let left = found[n] ?? 0;
    for (let k = n + 1; k < lower.length; k++) left -= (lower[k]?.[n] ?? 0) * (found[k] ?? 0);
    found[n] = left / (lower[n]?.[n] ?? 1);
  }
  return found;
}

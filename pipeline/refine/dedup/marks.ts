/**
 * What tells two texts of the same template apart: numbers with their size, quarters, days and months,
 * and the direction of what happened. Two copies of one text agree on all of these.
 */
import type { Words } from '../text/words.ts';

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map((word, value) => [word, String(value)]),
);
const QUARTERS: ReadonlyMap<string, string> = new Map([['first', 'q1'], ['second', 'q2'], ['third', 'q3'], ['fourth', 'q4'], ['1st', 'q1'], ['2nd', 'q2'], ['3rd', 'q3'], ['4th', 'q4']]);
// prettier-ignore
const SIZES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3], ['thousand', 1e3], ['m', 1e6], ['mn', 1e6], ['mln', 1e6], ['mm', 1e6], ['million', 1e6], ['millions', 1e6], ['b', 1e9], ['bn', 1e9], ['bln', 1e9], ['billion', 1e9], ['billions', 1e9], ['t', 1e12], ['tn', 1e12], ['trln', 1e12], ['trillion', 1e12], ['crore', 1e7], ['lakh', 1e5],
]);
// prettier-ignore
const CALENDAR: ReadonlySet<string> = new Set(`monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec today yesterday tomorrow weekly monthly annual quarterly
morning afternoon midday premarket aftermarket preliminary final revised prelim`.split(/\s+/));

/** `may` and `march` are a verb too: they count as months only with a number or a capital, which headlines give both. */
const DIRECTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '+': 'rise rises rose rising gain gains gained gaining up higher jump jumps jumped surge surges surged soar soars soared climb climbs climbed rally rallies rallied advance advances advanced beat beats tops exceeds raise raises raised hike hikes hiked increase increases increased boost boosts boosted lift lifts lifted upgrade upgrades upgraded buy buys bought buying bullish profit wins approves approved grows accelerates opens top overweight outperform',
    '-': 'fall falls fell falling loss losses lose loses lost losing down lower drop drops dropped plunge plunges plunged sink sinks sank slide slides slid tumble tumbles tumbled decline declines declined slump slumps slumped miss misses missed cut cuts lowers lowered slash slashes slashed decrease decreases decreased trim trims trimmed downgrade downgrades downgraded sell sells sold selling bearish rejects rejected shrinks slows closes bottom underweight underperform',
  }).flatMap(([sign, words]) => words.split(' ').map((word) => [word, sign] as const)),
);

export interface Marks {
  /** Numbers in one spelling: `$1.5 bln`, `1.5B` and `1,500 million` are all `1500000000`; quarters `q1`-`q4`. */
  readonly numbers: ReadonlySet<string>;
  readonly calendar: ReadonlySet<string>;
  readonly directions: ReadonlySet<string>;
}

export function marksOf({ lower }: Words): Marks {
  const numbers = new Set<string>();
  const calendar = new Set<string>();
  const directions = new Set<string>();
  for (let i = 0; i < lower.length; i += 1) {
    const word = lower[i] ?? '';
    const next = lower[i + 1] ?? '';
    const quarter = quarterOf(word, next);
    if (quarter !== null) numbers.add(quarter);
    else {
      const number = numberOf(word, next);
      if (number !== null) numbers.add(number);
    }
    if (CALENDAR.has(word)) calendar.add(word.slice(0, 3));
    const direction = DIRECTIONS.get(word);
    if (direction !== undefined) directions.add(direction);
  }
  return { numbers, calendar, directions };
}

function quarterOf(word: string, next: string): string | null {
  if (/^q[1-4]$/.test(word)) return word;
  if (/^[1-4]q$/.test(word)) return `q${word[0]}`;
  return next.startsWith('quarter') || next === 'qtr' ? (QUARTERS.get(word) ?? null) : null;
}

function numberOf(word: string, next: string): string | null {
  const named = NUMBER_WORDS.get(word);
  if (named !== undefined) return named;
  const match = /^[$€£¥₹]?([\d,]*\.?\d+)(%|[a-z]+)?$/.exec(word);
  if (match === null) return null;
  const value = Number((match[1] ?? '').replaceAll(',', ''));
  const ending = match[2] ?? '';
  const size = SIZES.get(ending) ?? (ending === '' ? SIZES.get(next) : undefined);
  if (size !== undefined) return String(Math.round(value * size));
  return ending === '' || ending === '%' || /^(?:st|nd|rd|th|x)$/.test(ending) ? String(value) : `${value}${ending}`;
}

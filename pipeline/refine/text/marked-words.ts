/** Words that distinguish similar texts: days, months, parts of a day, and directions of change. */

// prettier-ignore
const calendarWords: ReadonlySet<string> = new Set(`monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec today yesterday tomorrow weekly monthly annual quarterly
morning afternoon midday premarket aftermarket preliminary final revised prelim`.split(/\s+/));

/** Bits of the two directions. */
const [UP, DOWN] = [1, 2] as const;

const directionByWord: ReadonlyMap<string, number> = new Map(
  [
    [
      UP,
      'rise rises rose rising gain gains gained gaining up higher jump jumps jumped surge surges surged soar soars soared climb climbs climbed rally rallies rallied advance advances advanced beat beats tops exceeds raise raises raised hike hikes hiked increase increases increased boost boosts boosted lift lifts lifted upgrade upgrades upgraded buy buys bought buying bullish profit wins approves approved grows accelerates opens top overweight outperform',
    ] as const,
    [
      DOWN,
      'fall falls fell falling loss losses lose loses lost losing down lower drop drops dropped plunge plunges plunged sink sinks sank slide slides slid tumble tumbles tumbled decline declines declined slump slumps slumped miss misses missed cut cuts lowers lowered slash slashes slashed decrease decreases decreased trim trims trimmed downgrade downgrades downgraded sell sells sold selling bearish rejects rejected shrinks slows closes bottom underweight underperform',
    ] as const,
  ].flatMap(([way, words]) => words.split(' ').map((word) => [word, way] as const)),
);

/** Returns the day, month or part of a day that a word names, in three letters, or null. */
export const calendarMark = (lowerWord: string): string | null => (calendarWords.has(lowerWord) ? lowerWord.slice(0, 3) : null);

/** Returns the bit of the direction that a word gives, else 0. */
export const directionMark = (lowerWord: string): number => directionByWord.get(lowerWord) ?? 0;

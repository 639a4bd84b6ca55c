/** Records each mention of a ticker by a story, and the story's previous one, so that a story counts once in any window. */
import { noMention, type MentionedMinutes, type MentionsChanged, type TickerCells } from '#clickhouse/radar-mentions.ts';

/** Both columns are minutes since 1970; `before` is `never` for the first mention of the ticker by a story. */
interface Series {
  at: Int32Array;
  before: Int32Array;
  length: number;
}

export type Mentions = ReturnType<typeof createMentions>;

const never = 0;
const firstCapacity = 8;

export function createMentions() {
  const byTicker = new Map<string, Series>();

  const seriesOf = (ticker: string, more: number): Series => {
    const series = byTicker.getOrInsertComputed(ticker, () => ({
      at: new Int32Array(firstCapacity),
      before: new Int32Array(firstCapacity),
      length: 0,
    }));
    const needed = series.length + more;
    if (needed > series.at.length) {
      const capacity = Math.max(needed, Math.ceil(series.at.length * 1.5));
      const grown = { at: new Int32Array(capacity), before: new Int32Array(capacity) };
      grown.at.set(series.at.subarray(0, series.length));
      grown.before.set(series.before.subarray(0, series.length));
      Object.assign(series, grown);
    }
    return series;
  };

  return {
    /** Adds mentions of stories that were not added before. Ages are minutes before `minute`. */
    add: (mentioned: readonly MentionedMinutes[], minute: number): void => {
      for (const { ticker, ages, agesBefore } of mentioned) {
        const series = seriesOf(ticker, ages.length);
        for (const [place, age] of ages.entries()) {
          const older = agesBefore[place] ?? noMention;
          append(series, minute - age, older === noMention ? never : minute - older);
        }
      }
    },
    /** Removes the mentions of `reach` or more minutes before `minute`. */
    expire: (minute: number, reach: number): void => {
      const oldest = minute - reach;
      for (const [ticker, series] of byTicker) {
        let retained = 0;
        for (let place = 0; place < series.length; place += 1) {
          const at = series.at[place]!;
          if (at <= oldest) continue;
          const before = series.before[place]!;
          series.at[retained] = at;
          series.before[retained] = before <= oldest ? never : before;
          retained += 1;
        }
        series.length = retained;
        if (retained === 0) byTicker.delete(ticker);
      }
    },
    /** Replaces mentions. Ages are minutes before `minute`, up to which mentions must have expired. Throws when a replaced mention is missing. */
    change: (changed: readonly MentionsChanged[], minute: number): void => {
      for (const { ticker, counted, ages } of changed) {
        const series = seriesOf(ticker, ages.length);
        for (const [place, age] of counted.entries()) remove(ticker, series, minute - age, beforeOf(counted, place, minute));
        for (const [place, age] of ages.entries()) append(series, minute - age, beforeOf(ages, place, minute));
      }
    },
    /** Returns the stories in each of `cellsCount` windows up to `minute`, by ticker in order. Tickers without a mention are left out. */
    cells: (minute: number, windowMinutes: number, cellsCount: number): TickerCells[] =>
      Array.from(byTicker)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([ticker, series]) => {
          const counted = countCells(series, minute, windowMinutes, cellsCount);
          return counted === null ? [] : [{ ticker, ...counted }];
        }),
  };
}

function append(series: Series, at: number, before: number): void {
  series.at[series.length] = at;
  series.before[series.length] = before;
  series.length += 1;
}

/** Returns the minute of the previous mention, which comes next in `ages` because ages ascend. */
function beforeOf(ages: readonly number[], place: number, minute: number): number {
  const older = ages[place + 1];
  return older === undefined ? never : minute - older;
}

function remove(ticker: string, series: Series, at: number, before: number): void {
  for (let place = series.length - 1; place >= 0; place -= 1) {
    if (series.at[place] !== at || series.before[place] !== before) continue;
    series.length -= 1;
    series.at[place] = series.at[series.length]!;
    series.before[place] = series.before[series.length]!;
    return;
  }
  throw new Error(`the cache lacks a mention of ${ticker} that a new record replaces; the next snapshot reads all records again`);
}

function countCells({ at, before, length }: Series, minute: number, windowMinutes: number, cellsCount: number): Omit<TickerCells, 'ticker'> | null {
  const stories = new Uint32Array(cellsCount);
  const reach = windowMinutes * cellsCount;
  let firstAgeMinutes = -1;
  for (let place = 0; place < length; place += 1) {
    const age = minute - at[place]!;
    if (age >= reach) continue;
    if (age > firstAgeMinutes) firstAgeMinutes = age;
    const cell = Math.floor(age / windowMinutes);
    if (minute - before[place]! >= (cell + 1) * windowMinutes) stories[cell]! += 1;
  }
  return firstAgeMinutes === -1 ? null : { stories, firstAgeMinutes };
}

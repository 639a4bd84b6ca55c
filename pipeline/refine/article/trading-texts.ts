/** Derives a row's texts about trading: session, agreement of its tickers, reading time. A text that does not apply is empty. */
import { easternDate, easternInstant, isFederalHoliday, nextDay } from '#schemas/edgar-calendar.ts';
import type { NewsTradingValue, StoredItem, TickerAnalysis } from '#schemas/item.ts';
import { readMinutes } from '#schemas/read-minutes.ts';
import type { Category } from '#schemas/vocabulary.ts';

type TradingTexts = Pick<NewsTradingValue, 'timing_relevance' | 'market_sentiment_alignment' | 'estimated_read_time'>;

interface ArticleReading {
  readonly category: Category;
  readonly analyses: readonly Pick<TickerAnalysis, 'ticker' | 'impact_analysis'>[];
}

export const tradingTextsOf = (
  { title, summary, time_published: publishedAt }: Pick<StoredItem['original'], 'title' | 'summary' | 'time_published'>,
  { category, analyses }: ArticleReading,
): TradingTexts => ({
  timing_relevance: category === 'crypto' ? '' : timingOf(publishedAt),
  market_sentiment_alignment: alignmentOf(analyses),
  estimated_read_time: `${readMinutes(title, summary)} min`,
});

const minuteMs = 60_000;
const closedDaysMax = 10;

/** Returns the text that names the session of the publication, or the time until the next session opens. */
function timingOf(publishedAt: string): string {
  const atMs = Date.parse(publishedAt);
  let date = easternDate(publishedAt);
  for (let day = 0; day < closedDaysMax; day += 1) {
    if (isSessionDay(date)) {
      const opensAtMs = Date.parse(easternInstant(`${date}T09:30:00`));
      if (atMs < opensAtMs) return `Published ${durationText(opensAtMs - atMs)} before the US market opens.`;
      if (atMs < Date.parse(easternInstant(`${date}T${closingOf(date)}:00:00`))) return 'Published during the US session.';
    }
    date = nextDay(date);
  }
  return '';
}

function durationText(ms: number): string {
  const minutes = Math.ceil(ms / minuteMs);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return hours > 24 || rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Returns whether the exchanges trade on a federal holiday: Columbus Day, Veterans Day, and a New Year's Day observed on Friday (NYSE Rule 7.2). */
const isTradedHoliday = (date: string): boolean => {
  const { month, day } = Temporal.PlainDate.from(date);
  return month === 10 || (month === 11 && day >= 10 && day <= 12) || (month === 12 && day === 31);
};

function isSessionDay(date: string): boolean {
  const { dayOfWeek, year } = Temporal.PlainDate.from(date);
  return dayOfWeek <= 5 && (!isFederalHoliday(date) || isTradedHoliday(date)) && date !== goodFriday(year);
}

/** Returns the hour of the close, which is early after Thanksgiving, before Independence Day and on Christmas Eve. */
function closingOf(date: string): 13 | 16 {
  const { month, day, dayOfWeek } = Temporal.PlainDate.from(date);
  const isBlackFriday = month === 11 && dayOfWeek === 5 && day >= 23 && day <= 29;
  const isEve = (month === 7 && day === 3) || (month === 12 && day === 24);
  return isBlackFriday || isEve ? 13 : 16;
}

/** Returns the date of Good Friday, two days before Easter by the Gregorian computus of Meeus, Jones and Butcher. */
function goodFriday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leaps = Math.floor(century / 4);
  const moon = (19 * golden + century - leaps - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * week) / 451);
  const days = moon + week - 7 * shift + 114;
  return new Temporal.PlainDate(year, Math.floor(days / 31), (days % 31) + 1).subtract({ days: 2 }).toString();
}

/** Returns a sentence on whether the tickers have the same direction, or an empty text for fewer than two directions. */
function alignmentOf(analyses: ArticleReading['analyses']): string {
  const read = analyses.filter(({ impact_analysis: { sentiment } }) => sentiment !== 'neutral');
  if (read.length < 2) return '';
  const named = (wanted: 'positive' | 'negative'): string[] =>
    read.filter(({ impact_analysis: { sentiment } }) => sentiment === wanted).map(({ ticker }) => ticker);
  const [up, down] = [named('positive'), named('negative')];
  if (down.length === 0) return `Positive for each of ${up.join(', ')}.`;
  if (up.length === 0) return `Negative for each of ${down.join(', ')}.`;
  return `Directions differ: positive for ${up.join(', ')}, negative for ${down.join(', ')}.`;
}

import { expect, test } from 'vitest';
import { scoreOf } from '#api/stories/top.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { StoryCard } from '#schemas/story.ts';
import { until } from '#test/support/until.ts';
import { articleOf, daysAgo, minutesAgo, storiesGround, storyOf } from './stories-ground.ts';

interface Top {
  readonly results: StoryCard[];
  readonly as_of: string;
  readonly ranking_version: number;
}

const hour = 60;
const wide = ['a.example', 'b.example', 'c.example', 'd.example'];
const fresh = storyOf('fresh', minutesAgo(hour), { relevance: 8, tickers: ['ACME'] });
const covered = storyOf('covered', minutesAgo(hour), { relevance: 8, tickers: ['NVDA'], domains: wide });
const stale = storyOf('stale', minutesAgo(30 * hour), { relevance: 9, tickers: ['OLD'] });
const sameTicker = storyOf('same ticker', minutesAgo(2), { relevance: 7, tickers: ['ACME'] });
const classA = storyOf('class a', minutesAgo(3), { relevance: 7, tickers: ['GOOGL'] });
const classC = storyOf('class c', minutesAgo(4), { relevance: 6, tickers: ['GOOG'] });
const tooOld = storyOf('too old', daysAgo(3), { relevance: 10, tickers: ['GONE'] });
/** A story that began before the 48 hours, and is still reported. */
const long = storyOf('long', minutesAgo(50 * hour), { relevance: 10, tickers: ['LONG'] });
const late = articleOf('e.example', 'long late', { publishedAt: minutesAgo(10 * hour), relevance: 5, tickers: ['LONG'], storyId: long[0]!.uid });
const noise = storyOf('noise', minutesAgo(1), { relevance: 2, tickers: ['NOISE'] });
const weak = Array.from({ length: 60 }, (_, at) => storyOf(`weak ${at}`, minutesAgo(hour + at), { relevance: 4, tickers: [`W${at}`] })).flat();
const at = await storiesGround([...tooOld, ...long, ...stale, ...covered, ...fresh, ...sameTicker, ...classA, ...classC, ...noise, ...weak]);

const rootOf = ([first]: readonly FeedRow[]): string => first!.uid;
const ids = ({ results }: Top): string[] => results.map(({ story_id }) => story_id);
const top = async (): Promise<Top> => (await at.get<Top>('top/', 'free')).body;

test('by importance and coverage minus age, one story per company, at most fifty', async () => {
  const body = await top();
  expect(ids(body).slice(0, 4)).toEqual([covered, fresh, classA, stale].map(rootOf));
  expect(body.results).toHaveLength(50);
  for (const absent of [sameTicker, classC, tooOld, long, noise]) expect(ids(body)).not.toContain(rootOf(absent));
  expect(body.ranking_version).toBe(1);
  expect(Math.abs(Date.parse(body.as_of) - Date.now())).toBeLessThan(60_000);
  const scores = body.results.map(({ importance, publishers, updated_at }) => scoreOf({ importance, publishers, updatedAtMs: Date.parse(updated_at) }, Date.parse(body.as_of)));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
}); // prettier-ignore

test('a story with a late article in the window is ranked by the age of its facts', async () => {
  await at.ground.append([late]);
  const body = await until('the story', async () => {
    at.moveClock(61_000);
    const now = await top();
    return ids(now).includes(rootOf(long)) && now;
  });
  expect(body.results.find(({ story_id }) => story_id === rootOf(long))).toMatchObject({ publishers: 3, importance: 10 });
});

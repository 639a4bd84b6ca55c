import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, createLog, rawArticle, settingsOf, startAt, storyOf } from '../fixtures.ts';

const settings = settingsOf();

interface Report {
  readonly title: string;
  /** Hours from its publication to the arrival of the first article. */
  readonly hoursAgo: number;
  readonly summary?: string;
}

/** Returns the story of each article; they arrive in the order of the list, a minute apart. */
function storiesOf(arriving: readonly Report[]): string[] {
  const log = createLog({ settings });
  return arriving.map(({ title, hoursAgo, summary = '' }, i) => {
    const url = `https://outlet${i}.example/article`;
    const arrivesAt = at(i / 60);
    const raw = rawArticle(title, { url, identity: url, summary, published_at: at(-hoursAgo), seen_at: startAt, fetched_at: arrivesAt });
    return storyOf(log.take(raw, arrivesAt)) ?? 'none';
  });
}

const day = 24;
/** One subject over two weeks, as a feed lists it at a first start. */
const fortnight: readonly Report[] = [
  'Oil climbs as tankers reroute around the Strait of Veldra',
  'Crude oil rises on fears for tankers in the Strait of Veldra',
  'Tankers avoid the Strait of Veldra as oil climbs again',
  'Oil gains as insurers shun tankers in the Strait of Veldra',
  'Strait of Veldra: oil up as tankers turn back',
  'Oil advances with tankers held in the Strait of Veldra',
  'Tankers wait outside the Strait of Veldra, oil firm',
].map((title, i) => ({ title, hoursAgo: 2 * day * i + i }));

/** Returns the hours between the first and the last article of the longest story. */
function longestOf(arriving: readonly Report[]): number {
  const stories = storiesOf(arriving);
  const byStory = Map.groupBy(arriving, (_, i) => stories[i]!);
  const spans = [...byStory.values()].map((told) => told.map(({ hoursAgo }) => hoursAgo));
  return Math.max(...spans.map((hours) => Math.max(...hours) - Math.min(...hours)));
}

describe('what arrives together and was published far apart', () => {
  test('is not one story, whatever the order of arrival', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...fortnight], { minLength: 2 }), (arriving) => {
        expect(longestOf(arriving)).toBeLessThanOrEqual(2 * day);
      }),
      { numRuns: 100 },
    );
  });

  test('is not a repetition of a text: a statement is issued under the same words after each meeting', () => {
    const title = 'Central bank of Norvania issues monetary policy statement';
    const [june, april] = storiesOf([
      { title, hoursAgo: 1 },
      { title, hoursAgo: 45 * day },
    ]);
    expect(april).not.toBe(june);
    expect(april).not.toBe('none');
  });

  test('does not join from link to link what lies days apart', () => {
    const chain = Array.from({ length: 12 }, (_, i) => ({
      title: `Oil up as dock pilots keep Port of Vellmar shut to tankers, day ${i + 1}`,
      hoursAgo: 20 * i,
    }));
    for (const arriving of [chain, chain.toReversed()]) expect(longestOf(arriving)).toBeLessThanOrEqual(2 * day);
  });
});

describe('an article that arrives late', () => {
  const shut = { title: 'Tanker strike shuts Port of Vellmar, grain ships wait', hoursAgo: 8 * day };
  const late = { title: 'Port of Vellmar shut by tanker strike as grain ships wait', hoursAgo: 8 * day - 3 };

  test('joins the story of its time, not the one that was reported last', () => {
    const again = { title: 'Port of Vellmar: tanker strike leaves grain ships waiting', hoursAgo: 2 };
    const [first, second, third] = storiesOf([shut, again, late]);
    expect(second).not.toBe(first);
    expect(third).toBe(first);
  });

  test('finds that story among many later articles with the same words', () => {
    const since = Array.from({ length: 60 }, (_, i) => ({ title: `Vellmar grain ships and tanker port notes, part ${i}`, hoursAgo: 2 + i / 60 }));
    const stories = storiesOf([shut, ...since, late]);
    expect(stories.at(-1)).toBe(stories[0]);
  });

  test('and was published before the first article of a story joins it too', () => {
    const [second, first] = storiesOf([late, shut]);
    expect(first).toBe(second);
  });
});

test('a story of a burst is bounded by all of its articles, those too that it is no longer compared by', () => {
  const log = createLog({ settings });
  const place = (title: string, publishedAt: number, i: number): string => {
    const url = `https://outlet${i}.example/article`;
    const arrivesAt = at(100 + i / 3600);
    const times = { published_at: at(publishedAt), seen_at: arrivesAt, fetched_at: arrivesAt };
    return storyOf(log.take(rawArticle(title, { url, identity: url, ...times }), arrivesAt)) ?? 'none';
  };
  const first = place('Tanker strike shuts Port of Vellmar, grain ships wait', 0, 0);
  const burst = Array.from({ length: 90 }, (_, i) =>
    place(
      `Port of Vellmar shut by tanker strike, grain ships wait, says ${'abcdefghij'[i % 10] ?? ''}${'klmnopqrst'[Math.floor(i / 10)] ?? ''}`,
      10 + i / 60,
      i + 1,
    ),
  );
  expect(burst.filter((story) => story === first).length).toBeGreaterThan(70);
  expect(place('Port of Vellmar still shut by tanker strike, grain ships wait', 49, 100)).not.toBe(first);
});

import { describe, expect, test } from 'vitest';
import { dropOf } from '#pipeline/refine/article/drop-record.ts';
import { putEntities } from '#pipeline/refine/article/entities.ts';
import { rowOf } from '#pipeline/refine/article/row-record.ts';
import { putScore } from '#pipeline/refine/article/score.ts';
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { putStory } from '#pipeline/refine/story/story.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { uidOf } from '#schemas/identity.ts';
import { at, directory, hourMs, normalised } from '../fixtures.ts';

/** Headline and lead. */
type Told = readonly [title: string, lead?: string];

/** Returns true when both are placed in one story, dropped or not. They are published `hours` apart and arrive a minute apart. */
function areOneStory(first: Told, second: Told, hours: number): boolean {
  const recent = createRecentArticles({ windowMs: 72 * hourMs });
  const [a, b] = [first, second].map(([title, summary = ''], i) => {
    const refinedAt = at(hours + i / 60);
    const url = `https://outlet${i}.example/article`;
    const times = { published_at: at(hours * i), seen_at: refinedAt, fetched_at: refinedAt };
    const draft = { ...normalised(title, { url, identity: url, summary, ...times }), uid: uidOf(`${i}`), storyId: uidOf(`${i}`) };
    const fresh = dropNearDuplicate(draft, { recent, refinedAt });
    if (!fresh.kept) {
      recent.apply(dropOf(draft, fresh, refinedAt));
      return fresh.repeats?.storyId;
    }
    let placed = fresh.value;
    for (const step of [
      (of: typeof placed) => putTickers(of, { directory }),
      putScore,
      putEntities,
      (of: typeof placed) => putStory(of, { recent }),
    ]) {
      const outcome = step(placed);
      if (outcome.kept) placed = outcome.value;
    }
    recent.apply(rowOf(placed, refinedAt));
    return placed.storyId;
  });
  return a === b;
}

describe('reports of different things are different stories, however alike they are told', () => {
  test.each<readonly [string, Told, Told, number]>([
    [
      'jobs of two countries',
      ['Norway jobs fall sharply in March, unemployment rate up'],
      ['Sweden unemployment rate up as jobs fall sharply in March'],
      2,
    ],
    [
      'jobs and prices of one country',
      ['Polish unemployment rises for third month in March'],
      ['Polish inflation rises for third month in March'],
      3,
    ],
    ['rate decisions of two countries', ['Norwegian rate decision: hold for fifth meeting'], ['Swedish rate decision: hold for fifth meeting'], 1],
    [
      'the same decision of two central banks',
      ['Bank of England raises rates by 25 basis points to 4.25%'],
      ['Bank of Canada raises rates by 25 basis points to 3.25%'],
      0,
    ],
    [
      'prices and sales of two countries',
      ['German consumer prices climb 0.2%, more than expected'],
      ['Swiss retail sales climb 0.2%, more than expected'],
      1,
    ],
    [
      'sanctions of two countries',
      ['Tokyo imposes sanctions on hackers, freezes assets'],
      ['Ottawa imposes sanctions on hackers, freezes assets'],
      1,
    ],
    ['funds of two states', ['Harlow Utah Insured sets payout'], ['Harlow Nevada Insured cuts payout'], 0],
    ['oil and shipping', ['Crude climbs as Veldra strait siege drags on'], ['Tankers reroute as Veldra strait siege drags on'], 3],
    ['shares and metal', ['Copper slumps on weak Kordovan factory orders'], ['Bourses slump on weak Kordovan factory orders'], 2],
    ['wraps of two days', ['Wall Street stocks slip as siege worries mount'], ['Siege worries drag Wall Street stocks lower once more'], 24],
    ['a column of two days', ['Morning Ledger: Patience runs out'], ['Morning Ledger: A shock for the bulls'], 24],
    ['a column of one day on two matters', ['Market Notes: Why barley may triple'], ['Market Notes: Banks could outrun all after the vote'], 4],
    [
      'results of two companies that nobody lists',
      ['Tarnwell Foods Announces Second Quarter 2031 Financial Results'],
      ['Brackmoor Tools Announces Second Quarter 2031 Financial Results'],
      12,
    ],
    [
      'results in an agency’s short forms',
      ['ORVANE TEXTILES INC 3RD QTR FEB 28 NET', 'Shr 12 cts vs nine cts. Net 4.1 mln vs 3.2 mln. Revs 90 mln vs 81 mln.'],
      ['PELLITON FOODS CO 3RD QTR FEB 28 NET', 'Shr 21 cts vs 19 cts. Net 8.8 mln vs 7.1 mln. Revs 199 mln vs 170 mln.'],
      6,
    ],
    ['calendars of results', ['Earnings Expectations for the Week of May 12'], ['Earnings Scheduled For May 12'], 12],
    [
      'counts of two days',
      ['Grain office: 410,000 tonnes of barley exported to Kordova'],
      ['Grain office: 95,000 tonnes of barley exported to Kordova'],
      24,
    ],
  ])('%s', (_, first, second, hours) => expect(areOneStory(first, second, hours)).toBe(false));
});

describe('reports of one thing are one story', () => {
  test.each<readonly [string, Told, Told, number]>([
    [
      'jobs of one country',
      ['Norway jobs fall sharply in March, unemployment rate up'],
      ['Norwegian unemployment rate climbs as jobs fall sharply in March'],
      2,
    ],
    ['a session of two markets', ['Stocks and copper fall after weak Kordovan exports'], ['Copper, stocks hit by weak Kordovan exports'], 1],
    ['a release and a column on it', ['Kordovan central bank lifts reserve ratio'], ['View: Kordovan central bank lifts reserve ratio'], 1],
    [
      'a company and the market that it moves',
      ['Exxon to shut Brixton refinery after blast'],
      ['Oil climbs as Exxon shuts Brixton refinery after blast'],
      2,
    ],
    ['a state and its country', ['Utah wildfire shuts Brixton copper smelter'], ['US copper smelter shut by wildfire at Brixton'], 3],
  ])('%s', (_, first, second, hours) => expect(areOneStory(first, second, hours)).toBe(true));
});

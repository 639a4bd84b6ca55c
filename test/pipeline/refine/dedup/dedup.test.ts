import { describe, expect, test } from 'vitest';
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { uidOf } from '#schemas/identity.ts';
import { at, createLog, dropIn, hourMs, loggedRow, normalised, rawArticle, rowIn, startAt } from '../fixtures.ts';

const lead =
  'Pfizer Inc said on Monday it would buy cancer drug maker Seagen Inc for $43 billion in cash, its largest deal since 2009, as it prepares for falling sales of its COVID-19 products.';

/** Returns true when the second article is dropped as a copy of the first. */
function isCopy(first: readonly [title: string, summary?: string], second: readonly [title: string, summary?: string]): boolean {
  const recent = createRecentArticles({ windowMs: 72 * hourMs });
  recent.apply(loggedRow(first[0], { summary: first[1] ?? '' }));
  return !dropNearDuplicate(normalised(second[0], { summary: second[1] ?? '' }), { recent, refinedAt: startAt }).kept;
}

describe('a text that is published again is dropped', () => {
  test.each([
    ['under the same headline', ['Pfizer to buy Seagen for $43 billion in cash', lead], ['Pfizer to buy Seagen for $43 billion in cash', lead]],
    [
      'as an agency’s next version',
      ['Pfizer to buy Seagen for $43 billion in cash', lead],
      ['UPDATE 2-Pfizer to buy Seagen for $43 bln in cash', lead],
    ],
    [
      'with an outlet’s name behind',
      ['Pfizer to buy Seagen for $43 billion in cash', lead],
      ['Pfizer to buy Seagen for $43 billion in cash - Reuters', lead],
    ],
    [
      'with another outlet’s name and no lead',
      ['Pfizer to buy Seagen for $43 billion in cash', lead],
      ['Pfizer to buy Seagen for $43 billion in cash | MarketWatch'],
    ],
    [
      'with a headline cut and words in front',
      ['Pfizer to buy Seagen for $43 billion in cash', lead],
      ['Exclusive: Big Pharma deal as Pfizer to buy Seagen for $43 billion in cash', lead],
    ],
    [
      'with a reworded headline over the same lead',
      ['Pfizer to buy Seagen for $43 billion in cash', lead],
      ['Pfizer agrees $43 billion cash deal to buy Seagen', lead],
    ],
    ['in other capitals', ['Pfizer to buy Seagen for $43 billion in cash', lead], ['PFIZER TO BUY SEAGEN FOR $43 BILLION IN CASH', lead]],
    [
      'with the lead cut shorter',
      ['Pfizer to buy Seagen for $43 billion in cash', lead],
      ['Pfizer to buy Seagen for $43 billion in cash', lead.slice(0, 110)],
    ],
  ] as const)('%s', (_, first, second) => {
    expect(isCopy(first, second)).toBe(true);
  });
});

describe('what only resembles a text stays', () => {
  test.each([
    ['another company in the same template', ['Pfizer shares gap up to $25.10'], ['Merck shares gap up to $25.10']],
    [
      'companies whose names are common words',
      ['Target shares gap up to $150.10 on strong volume'],
      ['Gap shares gap up to $150.10 on strong volume'],
    ],
    ['another price in the same template', ['Pfizer shares gap up to $25.10 on volume'], ['Pfizer shares gap up to $26.40 on volume']],
    ['another quarter', ['Merck Q2 earnings beat as sales of Keytruda rise again'], ['Merck Q3 earnings beat as sales of Keytruda rise again']],
    [
      'a quarter in words',
      ['Merck second-quarter earnings beat as Keytruda sales rise'],
      ['Merck third-quarter earnings beat as Keytruda sales rise'],
    ],
    [
      'the other direction',
      ['Boeing stock rises after Ryanair order talks resume again'],
      ['Boeing stock falls after Ryanair order talks resume again'],
    ],
    [
      'another day of the same column',
      ['Tesla stock in focus on Tuesday after deliveries report'],
      ['Tesla stock in focus on Wednesday after deliveries report'],
    ],
    [
      'an SEC form of the same company',
      ['Form 8-K - Boeing Co files current report with SEC'],
      ['Form 8-K - Boeing Co files current report with SEC'],
    ],
    ['a daily notice', ['Shell plc: Transaction in Own Shares on London exchange'], ['Shell plc: Transaction in Own Shares on London exchange']],
    ['a column that says nothing', ['What to watch in the markets this week'], ['What to watch in the markets this week']],
    [
      'one more fact without a lead',
      ['Ford recalls trucks over software fault in the brakes'],
      ['Ford recalls trucks over software fault in the brakes, shares fall'],
    ],
    [
      'a boilerplate lead',
      [
        'Pfizer wins approval for new eczema drug',
        'Get the latest stock market news, analysis and financial information from our experts and editors every day of the week.',
      ],
      [
        'Boeing delivers first freighter to Lufthansa',
        'Get the latest stock market news, analysis and financial information from our experts and editors every day of the week.',
      ],
    ],
    [
      'the same lead with other figures',
      [
        'Insider trade report: director sells shares of Ford',
        'A director of the company sold 1,000 shares at an average price of $12.50 in a transaction disclosed with the SEC.',
      ],
      [
        'Insider trade report: director sells shares of Ford',
        'A director of the company sold 7,500 shares at an average price of $13.75 in a transaction disclosed with the SEC.',
      ],
    ],
  ] as const)('%s', (_, first, second) => {
    expect(isCopy(first as readonly [string, string?], second as readonly [string, string?])).toBe(false);
  });
});

test('the drop names the row it repeats and that row’s story', () => {
  const log = createLog();
  const original = rowIn(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead })));
  const copy = dropIn(
    log.take(rawArticle('UPDATE 1-Pfizer to buy Seagen for $43 billion in cash', { summary: lead, url: 'https://other.example/1' }), at(5)),
  );
  expect(copy).toMatchObject({ reason: 'near_duplicate', duplicate_of: original.uid, story_id: original.story_id });
});

test('a copy of a copy names the row, not the copy', () => {
  const log = createLog();
  const original = rowIn(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead })));
  log.take(rawArticle('UPDATE 1-Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(1));
  const third = dropIn(log.take(rawArticle('UPDATE 2-Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(2)));
  expect(third.duplicate_of).toBe(original.uid);
});

test('after 72 hours the same text is news again', () => {
  const log = createLog();
  rowIn(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead })));
  expect(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(71.9)).type).toBe('drop');
  expect(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(72.1)).type).toBe('row');
});

test('a copy is found among thousands of siblings of its template', () => {
  const recent = createRecentArticles({ windowMs: 72 * hourMs });
  const title = (i: number): string => `Insider selling: director of Company${uidOf(String(i)).slice(0, 6)} sells $${i + 1},000 in stock`;
  for (let i = 0; i < 3_000; i += 1) recent.apply(loggedRow(title(i), { uid: uidOf(`row${i}`), at: at(i / 1_000) }));
  for (const i of [0, 1_500, 2_999]) {
    const outcome = dropNearDuplicate(normalised(title(i)), { recent, refinedAt: at(10) });
    expect(outcome).toMatchObject({ kept: false, repeats: { uid: uidOf(`row${i}`) } });
  }
  expect(dropNearDuplicate(normalised(title(3_001)), { recent, refinedAt: at(10) }).kept).toBe(true);
});

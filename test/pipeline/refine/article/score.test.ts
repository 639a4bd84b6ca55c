import type { Mention } from '#pipeline/refine/tickers/mention.ts';
import { expect, test } from 'vitest';
import { putScore } from '#pipeline/refine/article/score.ts';
import { boundedScore } from '#pipeline/refine/article/score-bands.ts';
import { keep } from '#pipeline/outcome.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Draft } from '#pipeline/refine/article/draft.ts';
import { likeliest, type Reading } from '#pipeline/refine/reader/reading.ts';
import { directory, normalised } from '../fixtures.ts';

function scored(title: string): Draft {
  const linked = putTickers(normalised(title), { directory });
  const outcome = linked.kept ? putScore(linked.value) : linked;
  if (!outcome.kept) throw new Error(outcome.detail);
  return outcome.value;
}

const read: Reading = {
  category: likeliest(new Map([['earnings', 0.9]])),
  wanted: 0.9,
  score: 9,
  scoreAbove: [],
  tone: likeliest(new Map([['positive', 0.9]])),
  evidence: [],
  names: [],
};
const draftRead = (changes: Partial<Reading>): Draft => {
  const outcome = putScore({ ...normalised('Ford'), read: { reading: { ...read, ...changes }, names: [] } });
  return outcome.kept ? outcome.value : normalised('');
};

test('novelty and actionability follow the score that was read', () => {
  expect(draftRead({})).toMatchObject({ category: 'earnings', relevance: 9, novelty: 9, actionability: 'high' });
  expect(draftRead({ score: 1 })).toMatchObject({ relevance: 1, novelty: 1, actionability: 'negligible' });
  expect(draftRead({ score: 5 })).toMatchObject({ relevance: 5, actionability: 'medium' });
});

test('what no desk wants is worth at most 2, and says why', () => {
  const { relevance, relevanceReason } = draftRead({ wanted: 0.4, score: 6 });
  expect(relevance).toBe(2);
  expect(relevanceReason).toBe('read as earnings (0.90), score 6, relevant for a trading desk 0.40');
});

test('a draft that was not read stays as it is', () => {
  const draft = normalised('Ford');
  expect(putScore(draft)).toEqual(keep(draft));
});

test.each([
  ['Pfizer to acquire Beyond Meat for $2 billion', 'mergers_acquisitions', 7],
  ['Ford Q3 EPS of $0.45 beats by $0.06, revenue of $43.7B beats by $2.1B', 'earnings', 8],
  ['Fed raises rates by 25 basis points', 'macro_economy', 5],
  ['Oil settles higher as OPEC trims output', 'commodities', 4],
] as const)('%s', (title, category, least) => {
  const draft = scored(title);
  expect(draft.category).toBe(category);
  expect(draft.relevance).toBeGreaterThanOrEqual(least);
});

test.each([
  // The highest band: what is primary, material and new.
  ['Kimberly-Clark to buy Kenvue in $48.7 billion deal', 7, 9],
  ['Lockheed Martin wins $24.3 billion contract for F-35 jets', 7, 9],
  ["FDA approves Eli Lilly's Kisunla for Alzheimer's", 7, 9],
  ['Beyond Meat files for Chapter 11 bankruptcy', 7, 9],
  // Rumours, what follows from it, small sums, first steps, and what the reader finds small.
  ['Paramount in talks to buy Warner Bros Discovery for $70 billion', 7, 7],
  ['Kenvue jumps 15% after Kimberly-Clark agrees to buy it for $48.7 billion', 7, 7],
  ['ePlus to acquire a consultancy for $20 million', 7, 7],
  ['FDA approves phase 2 trial of Moderna vaccine', 7, 7],
  ['Pfizer to acquire Metsera for $4.9 billion', 5, 5],
  // Useless, and derivative.
  ['Short interest in GameStop falls 12%', 6, 2],
  ['Berkshire discloses Alphabet stake, 13F shows', 7, 4],
])('%s: read as %d, scored %d', (title, byReader, score) => {
  expect(boundedScore(title, { isWanted: true, isMacro: false, read: byReader })).toBe(score);
});

test.each([
  ['Fed cuts interest rates by quarter point, signals pause', 6, 7],
  ['ECB holds rates steady', 5, 7],
  ['ISM manufacturing PMI falls to 48.2', 6, 7],
  ['Fed may cut rates by quarter point', 5, 5],
  ['Bank of Japan official sees rates rising', 5, 5],
])('%s: a macro headline read as %d is scored %d', (title, byReader, score) => {
  expect(boundedScore(title, { isWanted: true, isMacro: true, read: byReader })).toBe(score);
});

test('an act of a state that names no company is geopolitics', () => {
  expect(scored('EU imposes sanctions on Belarus banks').category).toBe('geopolitics');
});

test.each([
  'SHAREHOLDER ALERT: Law Firm Reminds Investors With Losses of Lead Plaintiff Deadline',
  'The Norvik Law Offices Investigates Ford on Behalf of Shareholders',
  'Halper Norvik LLP Encourages Ford Motor Investors to Contact the Firm',
])('is a solicitation, worth at most 2: %s', (title) => {
  expect(scored(title).relevance).toBeLessThanOrEqual(2);
});

test.each([
  ['MWC1', 10],
  ['T1', 8],
  ['LUDP', 6],
  ['ZZ9', 5],
])('a halt of trading is worth by its code: %s', (code, relevance) => {
  const outcome = putScore(normalised('Trading in Ford halted', { halt_reason: code }));
  expect(outcome.kept && outcome.value).toMatchObject({ category: 'market_movers', relevance, relevanceReason: `trading halt, ${code}` });
});

test.each([
  ['US inflation rises 0.3% in October, CPI report shows', 7, 9],
  ['Weekly jobless claims fall to 220k', 7, 9],
  ['US inflation likely rose 0.3% in October', 3, 6],
] as const)('the release of a macro figure is worth 7-9, what awaits it less: %s', (title, least, most) => {
  const { relevance } = scored(title);
  expect(relevance).toBeGreaterThanOrEqual(least);
  expect(relevance).toBeLessThanOrEqual(most);
});

test('a wanted move of a whole market is of the economy; of a named company it is a mover', () => {
  const categoryOf = (title: string, changes: Partial<Reading> = {}, mentions: readonly Mention[] = []): string | false => {
    const reading: Reading = { ...read, category: likeliest(new Map([['market_movers', 0.9]])), ...changes };
    const outcome = putScore({ ...normalised(title), mentions, read: { reading, names: [] } });
    return outcome.kept && outcome.value.category;
  };
  expect(categoryOf('S&P 500 falls 3%')).toBe('macro_economy');
  expect(categoryOf('S&P 500 falls 3%', { wanted: 0.1 })).toBe('other');
  expect(categoryOf('Movers before the bell')).toBe('market_movers');
  expect(categoryOf('Ford falls with S&P 500', {}, [{} as Mention])).toBe('market_movers');
});

test('news of one company is not a sector analysis', () => {
  const sector: Reading = { ...read, category: likeliest(new Map([['sector_analysis', 0.9]])) };
  const categoryWith = (mentions: readonly Mention[]): string | false => {
    const outcome = putScore({ ...normalised('Ford'), mentions, read: { reading: sector, names: [] } });
    return outcome.kept && outcome.value.category;
  };
  expect([categoryWith([]), categoryWith([{} as Mention]), categoryWith([{} as Mention, {} as Mention])]).toEqual([
    'sector_analysis',
    'other',
    'sector_analysis',
  ]);
});

import { expect, test } from 'vitest';
import { putScore } from '#pipeline/refine/article/score.ts';
import { isUseless, readScore } from '#pipeline/refine/article/score-bands.ts';
import { keep } from '#pipeline/outcome.ts';
import type { Mention } from '#pipeline/refine/tickers/mention.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Draft } from '#pipeline/refine/article/draft.ts';
import { likeliest, type Reading } from '#pipeline/refine/reader/reading.ts';
import type { Category } from '#schemas/vocabulary.ts';
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
const mentionOf = (ticker: string, place: Mention['place']): Mention => ({
  entry: directory.byTicker(ticker)!,
  text: ticker,
  place,
  kind: 'name',
  from: 0,
  to: 1,
  isBystander: false,
});
const ford = mentionOf('F', 'lead');
/** Returns a draft whose headline was read so, after its score was put. */
function draftRead(changes: Partial<Reading>, { title = 'Ford', mentions = [] }: { title?: string; mentions?: readonly Mention[] } = {}): Draft {
  const outcome = putScore({ ...normalised(title), mentions, read: { reading: { ...read, ...changes }, names: [] } });
  if (!outcome.kept) throw new Error(outcome.detail);
  return outcome.value;
}
const readAs = (category: Category, chance = 0.9) => ({ category: likeliest(new Map([[category, chance]])) });

test('novelty and actionability follow the score that was read', () => {
  expect(draftRead({})).toMatchObject({ category: 'earnings', relevance: 9, novelty: 9, actionability: 'high' });
  expect(draftRead({ score: 1 })).toMatchObject({ relevance: 1, novelty: 1, actionability: 'negligible' });
  expect(draftRead({ score: 5 })).toMatchObject({ relevance: 5, actionability: 'medium' });
});

test('what no desk wants is worth at most 2, and says why', () => {
  const { relevance, relevanceReason } = draftRead({ wanted: 0.4, score: 6 });
  expect(relevance).toBe(2);
  expect(relevanceReason).toBe('read as earnings (0.90), served as other, score 6, relevant for a trading desk 0.40');
});

test('news of the bonds of one company has the likeliest category of company news', () => {
  const category = likeliest(new Map([['macro_economy', 0.6], ['commodities', 0.2], ['corporate_actions', 0.15]] as const)); // prettier-ignore
  const draft = draftRead({ category }, { title: 'Ford bonds fall', mentions: [mentionOf('F', 'title')] });
  expect(draft.category).toBe('corporate_actions');
});

test.each([
  'The Dunmore Law Firm Announces Investigation into Pfizer Inc.',
  'DEADLINE March 3: The Dunmore Firm Investigates Pfizer Inc. (PFE) Over Insider Sales',
])('a solicitation is of no other category: %s', (title) => expect(scored(title)).toMatchObject({ category: 'other' }));

test('a draft that was not read stays as it is', () => {
  const draft = normalised('Ford');
  expect(putScore(draft)).toEqual(keep(draft));
});

test.each([
  ['Ford Q3 EPS of $0.45 beats by $0.06, revenue of $43.7B beats by $2.1B', 'earnings', 8],
  ['Oil settles higher as OPEC trims output', 'commodities', 4],
] as const)('%s', (title, category, least) => {
  const draft = scored(title);
  expect(draft.category).toBe(category);
  expect(draft.relevance).toBeGreaterThanOrEqual(least);
});

test.each([
  ['Ford earns more as demand for pickups grows', 'earnings'],
  ['Ford earns praise for pickup design', 'technology'],
])('the words after a name say that it is about what the company earns: %s', (title, category) => expect(scored(title)).toMatchObject({ category }));

test('a rejected bid is a takeover, whatever the verb', () =>
  expect(scored('Ford spurns second Boeing approach')).toMatchObject({ category: 'mergers_acquisitions', relevance: 8 }));

test.each([
  // The highest band: what is primary, material and new.
  ['Kimberly-Clark to buy Kenvue in $48.7 billion deal', 7, 9],
  ['Beyond Meat files for Chapter 11 bankruptcy', 7, 9],
  // Rumours, what follows from it, small sums, first steps, and what the reader finds small.
  ['Paramount in talks to buy Warner Bros Discovery for $70 billion', 7, 7],
  ['Veeco to be acquired for $0.5 billion', 7, 7],
  ['FDA approves phase 2 trial of Moderna vaccine', 7, 7],
  ['Pfizer to acquire Metsera for $4.9 billion', 5, 5],
  ['Boeing rules out deal to buy Spirit for $4.7 billion', 7, 7],
  // A deal counts by its worth.
  ['Caterpillar to acquire a tool maker for $22 million', 8, 7],
  ['Caterpillar to acquire a tool maker with $22 million in sales', 8, 8],
  // So does what a company pays.
  ['Walmart to pay $25,000 to settle wage complaint', 8, 6],
  ['Landmark Bancorp authorizes $2 million share repurchase', 7, 6],
  ['Ford settles emissions claims for $1.4 billion', 8, 8],
  ['Ford loses attempt to buy back bonds and save $1.5 billion', 7, 7],
  ['Ford wins $2 million order', 7, 7],
  // A rejected bid, whatever the verb.
  ['Ford rejects $40 billion bid from Toyota', 9, 8],
  ['Toyota offer turned down by Ford', 6, 8],
  ['Ford right to rebuff Toyota offer, says columnist', 4, 4],
  // Useless, and derivative.
  ['Short interest in GameStop falls 12%', 6, 2],
  ['GameStop surges 30% amid high short interest', 7, 7],
  ['Berkshire discloses Alphabet stake, 13F shows', 7, 4],
  ['Norwood Capital LLC buys 12,345 shares of Ford', 2, 3],
])('%s: read as %d, scored %d', (title, byReader, score) => {
  expect(readScore(title, { ...read, score: byReader }, 'mergers_acquisitions')).toBe(score);
});

test.each([
  ['Fed cuts interest rates by quarter point, signals pause', 6, 7],
  ['ECB holds rates steady', 6, 7],
  ['Norges Bank keeps rates on hold, warns of risks to growth', 6, 7],
  ["Ghana's central bank raises policy rate to 29%", 6, 7],
  ['Fed lifts rate projections', 6, 6],
  ['Core PCE prices rise 0.2%, matching forecasts', 6, 7],
  ['Fed holds rates through 2026, Morgan Stanley predicts', 6, 6],
  ['ISM manufacturing PMI falls to 48.2', 6, 7],
  ['Fed may cut rates by quarter point', 6, 6],
  ["Fed's Bullard: inflation can come down quickly to 2%", 6, 6],
])('%s: a macro headline read as %d is scored %d', (title, byReader, score) => {
  expect(readScore(title, { ...read, score: byReader }, 'macro_economy')).toBe(score);
});

test.each([
  ['Stifel upgrades Deere to buy as it sees orders bottoming', 6, 7],
  ['Barclays downgrades Nike to equal weight on valuation', 6, 7],
  ['Nike upgraded on Monday', 6, 6],
  ['Barclays upgrades Nike as expected', 5, 5],
  ['Barclays upgrades AstraZeneca to overweight', 6, 6],
])('%s: a rating read as %d is scored %d', (title, byReader, score) => {
  expect(readScore(title, { ...read, score: byReader }, 'other')).toBe(score);
});

test('what the chief of a company earned is none of its results', () => {
  expect(scored('Chief of Ford earned $28 million last year').category).not.toBe('earnings');
});

test('an act of a state that names no company is geopolitics', () => {
  expect(scored('EU imposes sanctions on Belarus banks').category).toBe('geopolitics');
});

test.each([
  'SHAREHOLDER ALERT: Law Firm Reminds Investors With Losses of Lead Plaintiff Deadline',
  'Halper Norvik LLP Announces Investigation of Ford Motor Co.',
  'Halper & Norvik Remind Ford Motor Investors With Large Losses of a Deadline',
])('is a solicitation, worth at most 2: %s', (title) => {
  expect(scored(title).relevance).toBeLessThanOrEqual(2);
});

test.each([
  'Proxy Firm Urges Ford Shareholders to Reject Pay Plan',
  'The Cybersecurity Firm Encourages Ford Customers to Change Passwords',
  'Ford Urges Shareholders to Drop Class Action',
  'Carmakers report losses in excess of $1.3 billion',
])('is no solicitation: %s', (title) => expect(isUseless(title)).toBe(false));

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
  ['US inflation likely rose 0.3% in October', 3, 6],
] as const)('the release of a macro figure is worth 7-9, what awaits it less: %s', (title, least, most) => {
  const { relevance } = scored(title);
  expect(relevance).toBeGreaterThanOrEqual(least);
  expect(relevance).toBeLessThanOrEqual(most);
});

test('a headline on coins alone is of that category, whatever moved them', () => {
  const categoryWith = (...mentions: readonly Mention[]): string =>
    draftRead(readAs('regulation'), { title: 'SEC delays ruling on fund', mentions }).category;
  expect(categoryWith(mentionOf('ETH-USD', 'title'))).toBe('crypto');
  expect([categoryWith(mentionOf('ETH-USD', 'body')), categoryWith(mentionOf('ETH-USD', 'title'), ford)]).toEqual(['regulation', 'regulation']);
});

test('a wanted move of a whole market is of the economy; of a named company it is a mover', () => {
  const categoryOf = (title: string, changes: Partial<Reading> = {}, mentions: readonly Mention[] = []): string =>
    draftRead({ ...readAs('market_movers'), ...changes }, { title, mentions }).category;
  expect(categoryOf('S&P 500 falls 3%')).toBe('macro_economy');
  expect(categoryOf('FOMC minutes show officials split on December cut')).toBe('macro_economy');
  expect(categoryOf('Job openings fall to 7.1 million')).toBe('macro_economy');
  expect(categoryOf('S&P 500 falls 3%', { wanted: 0.1 })).toBe('other');
  expect(categoryOf('Stocks end mixed')).toBe('market_movers');
  expect(categoryOf('Movers before the bell')).toBe('market_movers');
  expect(categoryOf('Ford falls with S&P 500', {}, [ford])).toBe('market_movers');
});

test('a position in a list of holdings is no deal, whether a desk wants it or not', () => {
  const title = 'Halewood Partners has $3.4 million stake in Pfizer';
  for (const wanted of [0.9, 0.1])
    expect(draftRead({ ...readAs('mergers_acquisitions'), wanted }, { title, mentions: [ford] })).toMatchObject({ category: 'other', relevance: 4 });
});

test.each([
  ['Nike CEO Elliott Hill buys $1 million of stock', 'insider'],
  ['Intel CFO buys $250,000 of company stock', 'insider'],
  ['Nike CEO to buy rival for $2 billion', 'mergers_acquisitions'],
])('a purchase by an insider is no stake that a company takes: %s', (title, category) => {
  expect(draftRead(readAs('mergers_acquisitions', 0.7), { title, mentions: [ford] }).category).toBe(category);
});

test.each([
  ['Citi raises Nvidia price target to $270', 'other', 6],
  ['Apple PT raised to $310 at Wedbush', 'other', 6],
  ['Citi raises Nvidia price target to $270 on AI demand', 'other', 8],
  ['JPMorgan downgrades Intel to underweight, cuts price target', 'other', 8],
  ['PT Telkom profit jumps', 'earnings', 8],
  ['Nvidia Q3 preview: Wall Street expects revenue of $55 billion', 'earnings', 4],
  ['Nvidia to report third-quarter results after the bell', 'earnings', 4],
  ['Boeing to report $4 billion charge', 'earnings', 8],
] as const)('a target at a kept rating is minor, and results that are awaited are derivative: %s', (title, category, score) =>
  expect(readScore(title, { ...read, score: 8 }, category)).toBe(score),
);

test('news of one company is not a sector analysis', () => {
  const categoryWith = (mentions: readonly Mention[]): string => draftRead(readAs('sector_analysis'), { mentions }).category;
  expect([categoryWith([]), categoryWith([ford]), categoryWith([ford, ford])]).toEqual(['sector_analysis', 'other', 'sector_analysis']);
});

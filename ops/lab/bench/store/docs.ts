/** Generates distinct feed documents with placeholders for uid and two instants, which fill-feed.sql replaces. */
import { feedColumns } from '#clickhouse/record.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { rowRecord } from '#test/support/records.ts';
import { asForm4, asForm8k } from './filing-rows.ts';
import { openDice, type Dice } from './text.ts';

export interface BenchDoc {
  readonly place: number;
  readonly doc: string;
  readonly detail: string;
}

const placeholderInstant = '2026-01-01T00:00:00.000Z';
const placeholderIdentity = 'held';

export function makeRows(count: number): FeedRow[] {
  const dice = openDice(2026);
  return Array.from({ length: count }, (_, place) => rowAt(place, dice));
}

export function makeDocs(count: number): BenchDoc[] {
  return makeRows(count).map((row, place) => {
    const { doc, detail } = feedColumns(1, row) as { readonly doc: string; readonly detail: string };
    const withPlaceholders = doc
      .replace(uidOf(placeholderIdentity), '@uid')
      .replace(`"time_published":"${placeholderInstant}"`, '"time_published":"@time_published"')
      .replace(`"created_at":"${placeholderInstant}"`, '"created_at":"@created_at"');
    return { place, doc: withPlaceholders, detail };
  });
}

/** Returns a row: of five, three are articles, one a Form 4 and one an 8-K, as fill-feed.sql expects. */
function rowAt(place: number, dice: Dice): FeedRow {
  const row = makeRow(dice, 1 + dice.roll(2));
  const kind = place % 5;
  return kind === 3 ? asForm4(row, dice) : kind === 4 ? asForm8k(row, dice, place % 25 === 4) : row;
}

/** Returns an article's row, of about 1,500 characters as a list item. */
export function makeRow(dice: Dice, tickersCount: number): FeedRow {
  const tickers = Array.from({ length: tickersCount }, () => `T${dice.roll(9_000)}`);
  const domain = `www.${dice.word()}${dice.roll(90)}.example`;
  const url = `https://${domain}/2026/11/${Array.from({ length: 7 }, () => dice.word()).join('-')}-${dice.digits(6)}.html`;
  const row = rowRecord(placeholderIdentity, { tickers, category: 'earnings', relevance: 4 + dice.roll(7), publishedAt: placeholderInstant });
  const { original, enrichment } = row.item;
  const written = {
    title: dice.sentence(11),
    summary: dice.sentence(24),
    source: dice.sentence(2),
    source_domain: domain,
    url,
    authors: [dice.sentence(2)],
    banner_image: `https://cdn.${domain}/images/${dice.digits(16)}.jpg`,
    topics: [{ topic: dice.word(), relevance: dice.roll(99) / 100 }],
  };
  const ticker_analysis = tickers.map((ticker) => ({
    ticker,
    relevance_context: dice.sentence(5),
    impact_analysis: {
      sentiment: 'positive' as const,
      confidence: 'medium' as const,
      reasoning: dice.sentence(14),
      summary: dice.sentence(5),
      price_impact_prediction: dice.sentence(12),
    },
  }));
  const ai_trading_insights = { ...enrichment.ai_trading_insights, ticker_analysis };
  return {
    ...row,
    identity: url,
    source: dice.word(),
    item: { ...row.item, original: { ...original, ...written }, enrichment: { ...enrichment, ai_trading_insights } },
    key_entities: Array.from({ length: 2 }, () => ({ name: dice.sentence(2), type: 'organization', description: dice.sentence(7) })),
  };
}

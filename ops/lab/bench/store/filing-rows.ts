/** Turns articles' rows into rows of Forms 4 with a trade, and of 8-Ks with or without an earnings read. */
import type { FeedRow } from '#schemas/feed-log.ts';
import { earningsAnalysis, insiderTrade, ownerOf, tradeRow } from '#test/support/trades.ts';
import type { Dice } from './text.ts';

const [day, instant] = ['2026-01-01', '2026-01-01T00:00:00.000Z'];
const number = (dice: Dice, digits: number): string => String(10 ** (digits - 1) + dice.roll(9 * 10 ** (digits - 1)));
const ofFiling = { authors: [], banner_image: null, topics: [], source_domain: 'sec.gov' };
const accession = (dice: Dice): string => `000${number(dice, 7)}-26-${number(dice, 6)}`;

export function asForm4(row: FeedRow, dice: Dice): FeedRow {
  const { original, enrichment } = row.item;
  const { item, identity, trade } = tradeRow(
    insiderTrade({
      issuer_cik: `000${number(dice, 7)}`,
      issuer_name: dice.sentence(3),
      ticker: enrichment.tickers[0]!,
      accession_number: accession(dice),
      accepted_at: instant,
      filed_at: instant,
      owners: [ownerOf({ cik: `000${number(dice, 7)}`, name: dice.sentence(3), title: dice.roll(2) === 0 ? '' : 'Chief Executive Officer' })],
      transaction_code: dice.roll(3) === 0 ? 'P' : 'S',
      last_date: day,
      shares: number(dice, 5),
      avg_price_usd: `${number(dice, 2)}.${number(dice, 4)}`,
      total_value_usd: `${number(dice, 7)}.${number(dice, 2)}`,
      tranches: Array.from({ length: 1 + dice.roll(4) }, () => ({
        transaction_date: day,
        shares: number(dice, 5),
        price_usd: `${number(dice, 2)}.5`,
      })),
    }),
  );
  return {
    ...row,
    kind: 'form4',
    identity,
    source: 'sec_form4',
    item: {
      ...row.item,
      original: { ...original, ...ofFiling, source: 'SEC Form 4', source_type: 'sec_form4', ownership_form: 'direct' },
      enrichment: { ...enrichment, category: 'insider' },
      insider: item.insider,
    },
    trade: trade!,
  };
}

/** Returns `row` as the row of an 8-K; `hasRead` adds an earnings read. */
export function asForm8k(row: FeedRow, dice: Dice, hasRead: boolean): FeedRow {
  const filing = {
    items: ['2.02', '9.01'],
    primary_item: '2.02',
    accession_number: accession(dice),
    filed_at: instant,
    event_date: day,
    exhibit_url: `https://www.sec.gov/Archives/edgar/data/${number(dice, 7)}/${dice.digits(18)}/${dice.word()}-ex991.htm`,
  };
  const original = { ...row.item.original, ...ofFiling, source: 'SEC EDGAR 8-K', source_type: 'sec_form8k' as const };
  const ticker = row.item.enrichment.tickers[0]!;
  return {
    ...row,
    kind: 'filing',
    item: { ...row.item, original, filing },
    ...(hasRead ? { earnings: earningsAnalysis({ ticker, headline: dice.sentence(10) }) } : { earnings_refusal: 'not_major' as const }),
  };
}

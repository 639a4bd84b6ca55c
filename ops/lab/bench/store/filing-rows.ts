/** Makes Form 4 rows with their trade, and 8-K rows of which one in five has an earnings read, as large as real ones. */
import type { EarningsAnalysis, KeyMetric } from '#schemas/earnings.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { earningsAnalysis, insiderTrade, ownerOf, tradeRow } from '#test/support/trades.ts';
import type { Dice } from './text.ts';

const [day, instant] = ['2026-01-01', '2026-01-01T00:00:00.000Z'];
const number = (dice: Dice, digits: number): string => String(10 ** (digits - 1) + dice.roll(9 * 10 ** (digits - 1)));
const cents = (dice: Dice): string => String(dice.roll(100)).padStart(2, '0');
/** Fields of a publisher's article that a filing lacks. */
const ofFiling = { authors: [], banner_image: null, topics: [] };
const accession = (dice: Dice): string => `000${number(dice, 7)}-26-${number(dice, 6)}`;

/** Returns `row` as refine makes it from a Form 4: all such rows share the sentences and differ in the figures. */
export function asForm4(row: FeedRow, dice: Dice): FeedRow {
  const name = `${dice.word()} ${dice.word()} ${dice.word()}`.toUpperCase();
  const [issuer, title] = [dice.sentence(3), dice.roll(2) === 0 ? '' : 'Chief Executive Officer'];
  const side = dice.roll(3) === 0 ? ('buy' as const) : ('sell' as const);
  const [transaction_code, verb] = side === 'buy' ? (['P', 'buys'] as const) : (['S', 'sells'] as const);
  const fills = Array.from({ length: 1 + dice.roll(4) }, () => ({
    transaction_date: day,
    shares: number(dice, 5),
    price_usd: `${number(dice, 2)}.${number(dice, 4)}`,
  }));
  const [shares, price, value] = [number(dice, 5), `${number(dice, 2)}.${number(dice, 4)}`, `${number(dice, 7)}.${cents(dice)}`];
  const { item, ...record } = tradeRow(
    insiderTrade({
      issuer_cik: `000${number(dice, 7)}`,
      issuer_name: issuer,
      ticker: row.item.enrichment.tickers[0]!,
      accession_number: accession(dice),
      accepted_at: instant,
      filed_at: instant,
      owners: [ownerOf({ cik: `000${number(dice, 7)}`, name, title, is_officer: title !== '', is_director: title === '' })],
      transaction_code,
      security_title: 'Common Stock, par value $0.001 per share',
      last_date: day,
      shares,
      priced_shares: shares,
      avg_price_usd: price,
      total_value_usd: value,
      shares_after: number(dice, 6),
      stake_change_pct: `-${dice.roll(100)}.${cents(dice)}`,
      tranches: fills,
    }),
  );
  const trade = record.trade!;
  const { original, enrichment } = row.item;
  const [ticker] = enrichment.tickers as [string];
  const summary = `${name}, ${title === '' ? 'director' : title} of ${issuer}, ${verb} ${shares} shares of ${ticker} at an average of $${price} for $${value} on ${day}, in ${fills.length} fills.`;
  const analysis = {
    ticker,
    relevance_context: `${issuer} is the issuer of the shares.`,
    impact_analysis: {
      sentiment: side === 'buy' ? ('positive' as const) : ('negative' as const),
      confidence: 'medium' as const,
      reasoning: `An open-market ${side} of $${value} by ${title === '' ? 'a director' : `the ${title}`}, not under a 10b5-1 plan, moves ${trade.stake_change_pct}% of the position.`,
      summary: `${name} ${verb} $${value} of ${ticker}.`,
      price_impact_prediction: `Possibly ${side === 'buy' ? 'higher' : 'lower'} for ${ticker}: a small move over the coming weeks.`,
    },
  };
  const folder = `https://www.sec.gov/Archives/edgar/data/${Number(trade.issuer_cik)}/${trade.accession_number.replaceAll('-', '')}`;
  const url = `${folder}/${trade.accession_number}-index.htm`;
  const written = { title: `${name} ${verb} $${value} of ${issuer} (${ticker})`, summary, source: 'SEC Form 4', source_domain: 'sec.gov', url };
  const ai_trading_insights = { ...enrichment.ai_trading_insights, ticker_analysis: [analysis] };
  return {
    ...row,
    kind: 'form4',
    identity: record.identity,
    source: 'sec_form4',
    item: {
      ...row.item,
      original: { ...original, ...written, ...ofFiling, source_type: 'sec_form4', ownership_form: 'direct' },
      enrichment: { ...enrichment, category: 'insider', ai_trading_insights },
      insider: item.insider,
    },
    key_entities: [
      { name: issuer, type: 'company', description: `Issuer, ${ticker}` },
      { name, type: 'person', description: title === '' ? 'Director' : title },
    ],
    trade,
  };
}

/** Returns `row` as refine makes it from an 8-K; `hasRead` adds an earnings read. */
export function asForm8k(row: FeedRow, dice: Dice, hasRead: boolean): FeedRow {
  const { original } = row.item;
  const filing = {
    items: ['2.02', '9.01'],
    primary_item: '2.02',
    accession_number: accession(dice),
    filed_at: instant,
    event_date: day,
    exhibit_url: `https://www.sec.gov/Archives/edgar/data/${number(dice, 7)}/${dice.digits(18)}/${dice.word()}-ex991.htm`,
  };
  return {
    ...row,
    kind: 'filing',
    item: {
      ...row.item,
      original: { ...original, ...ofFiling, source: 'SEC EDGAR 8-K', source_domain: 'sec.gov', source_type: 'sec_form8k' },
      filing,
    },
    ...(hasRead ? { earnings: readOf(dice, row.item.enrichment.tickers[0]!) } : { earnings_refusal: 'not_major' as const }),
  };
}

const metric = (dice: Dice, name: string): KeyMetric => {
  const start = dice.roll(90_000);
  const [value, prior_year, prior_quarter] = [number(dice, 5), number(dice, 5), number(dice, 5)] as const;
  return {
    name,
    value,
    basis: 'GAAP',
    prior_year,
    prior_quarter,
    yoy_change: `${dice.roll(40)}.${dice.roll(10)}`,
    qoq_change: `${dice.roll(40)}.${dice.roll(10)}`,
    change_basis: 'computed',
    numeric: Number(value),
    unit: 'USD',
    scale: 'millions',
    evidence: { start, end: start + 6 },
  };
};

const readOf = (dice: Dice, ticker: string): EarningsAnalysis =>
  earningsAnalysis({
    company: dice.sentence(3),
    ticker,
    headline: dice.sentence(10),
    verdict_reason: dice.sentence(9),
    key_metrics: ['Revenue', 'Net income', 'Diluted EPS', 'Adjusted EPS', 'Operating income', 'Gross profit'].map((name) => metric(dice, name)),
    segments: Array.from({ length: 3 }, () => {
      const { value, yoy_change, qoq_change, evidence } = metric(dice, '');
      return { name: dice.sentence(2), revenue: value, yoy_change, qoq_change, driver: '', evidence };
    }),
  });

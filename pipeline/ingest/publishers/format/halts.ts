/**
 * Converts an item of Nasdaq's feed of trade halts on all US exchanges (https://www.nasdaqtrader.com/rss.aspx?feed=tradehalts). Its facts are
 * in Nasdaq's own namespace; its title is a bare symbol, and it has no link. Halt and resumption become one entry each.
 */
import { readEasternInstant } from '../../dates.ts';
import type { FeedEntry } from '../entry/entry.ts';
import { childText, type XmlElement } from './xml-tree.ts';

/** Meanings of the reason codes (https://www.nasdaqtrader.com/Trader.aspx?id=TradeHaltCodes). */
const reasons: Readonly<Record<string, string>> = {
  T1: 'news pending',
  T2: 'news released',
  T5: 'single-stock pause, a move of 10 percent in five minutes',
  T6: 'extraordinary market activity',
  T8: 'halt of an exchange-traded fund',
  T12: 'additional information requested by the exchange',
  H4: 'non-compliance with listing requirements',
  H9: 'filings not current',
  H10: 'suspended by the SEC',
  H11: 'regulatory concern',
  O1: 'operations halt',
  IPO1: 'first day of trading, not yet open',
  IPOQ: 'first day of trading, quotation',
  IPOE: 'first day of trading, extended',
  M: 'volatility pause',
  M1: 'corporate action',
  M2: 'quotation not available',
  LUDP: 'volatility pause',
  LUDS: 'volatility pause, straddle',
  MWC1: 'market-wide circuit breaker, level 1',
  MWC2: 'market-wide circuit breaker, level 2',
  MWC3: 'market-wide circuit breaker, level 3',
  D: 'deleted from the exchange',
};

/** Exchanges that are written before the symbol, as in `(NYSE: X)`. For others the symbol is written as `($X)`. */
const exchanges: ReadonlySet<string> = new Set(['NASDAQ', 'NYSE', 'AMEX', 'BATS', 'CBOE']);
const page = 'https://www.nasdaqtrader.com/trader.aspx?id=tradehalts';

/** Returns the entry of a halt; null for an item without symbol, reason and time of a halt, such as those of other feeds. */
export function haltEntry(item: XmlElement): FeedEntry | null {
  const field = (name: string): string => (childText(item, `ndaq:${name}`) ?? '').trim();
  const [symbol, reason] = [field('issuesymbol'), field('reasoncode').toUpperCase()];
  const haltedAt = instantOf(field('haltdate'), field('halttime'));
  if (!/^[A-Z0-9.=/-]{1,20}$/.test(symbol) || reason === '' || haltedAt === null) return null;
  const resumesAt = instantOf(field('resumptiondate'), field('resumptiontradetime'));
  const market = field('market').toUpperCase();
  // The name is like `Apple Inc. - Common Stock`; the symbol already identifies the security.
  const [issuer = ''] = field('issuename').split(' - ');
  const company = `${issuer || symbol} ${exchanges.has(market) ? `(${market}: ${symbol})` : `($${symbol})`}`;
  const why = `${reason}${reasons[reason] === undefined ? '' : `, ${reasons[reason]}`}`;
  const address = `${page}&symbol=${encodeURIComponent(symbol)}&halted=${haltedAt}`;
  const event =
    resumesAt === null
      ? { title: `Trading in ${company} halted: ${why}`, link: address, at: haltedAt }
      : { title: `Trading in ${company} resumes after halt: ${why}`, link: `${address}&resumes=${resumesAt}`, at: resumesAt };
  const times = [`Halted at ${haltedAt}`, resumesAt === null ? 'resumption not announced' : `trading resumes at ${resumesAt}`];
  return {
    links: [event.link],
    id: null,
    title: { kind: 'text', value: event.title },
    summary: { kind: 'text', value: `${times.join(', ')}. Reason ${why}.` },
    body: null,
    authors: [],
    topics: ['trading halts'],
    language: 'en',
    images: [],
    published: [event.at],
    updated: [],
    origin: null,
    isWhole: item.isWhole,
    haltReason: reason,
  };
}

/** Returns the instant of an Eastern date `06/10/2026` and time `19:50:00.000`; null when either is missing or invalid. */
function instantOf(date: string, time: string): string | null {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? [];
  const [clock] = /^\d\d:\d\d:\d\d/.exec(time) ?? [];
  return year === undefined || clock === undefined ? null : readEasternInstant(`${year}-${month}-${day}T${clock}`);
}

/**
 * Tells whether the prices of an event can be those of one share. Filers type the total into the price field, so that price
 * times shares makes trillions. Each check below names what it detects.
 */
import Big from 'big.js';
import { daysBetween } from '#schemas/edgar-calendar.ts';
import type { Form4Transaction } from '#schemas/raw.ts';
import type { ValueBasis } from '#schemas/vocabulary.ts';
import { statesForeignPrice } from './foreign-price.ts';
import { tradeContext } from './label.ts';
import { numberOf, statesReceiptPrice } from './receipt-price.ts';
import { isShare, shortTitle } from './security.ts';

/** Highest plausible value: the largest trades of an insider in a listed company, in one filing, were worth some 20 billion dollars. */
const valueMaxUsd = 50_000_000_000;
/** Highest plausible price: no listed share has cost more. */
const priceMaxUsd = 1_000_000;
/** Highest plausible price of any issuer except the one below, the only one whose share costs more; a higher figure is a total. */
const usualPriceMaxUsd = 20_000;
/** CIK of Berkshire Hathaway, whose class A trades at 700,000 dollars, 1,500 times its class B. */
export const dearIssuers: ReadonlySet<string> = new Set(['0001067983']);
/** Prices of trades within `sameDays` days never differ by this factor. */
const ratioMax = 10;
const sameDays = 10;

export interface PriceContext {
  readonly issuerCik: string;
  /** All rows of the form's table. */
  readonly rows: readonly Form4Transaction[];
}

/** Returns the price in dollars a share; null where the form gives none, or one in another currency. */
export const priceInDollars = ({ price, footnotes }: Form4Transaction): string | null =>
  price === null || statesForeignPrice(footnotes, price) ? null : price;

/** Returns the value of the trades in dollars and the shares with a price, or why no value can be given. */
export function valueBasis(tranches: readonly Form4Transaction[], context: PriceContext): ValueBasis {
  const priced = tranches.filter((tranche) => priceInDollars(tranche) !== null && Number(tranche.shares) > 0);
  if (priced.length === 0) return 'unpriced';
  if (priced.some(statesReceiptPrice)) return 'per_receipt';
  const value = priced.reduce((sum, { price, shares }) => sum.plus(new Big(price!).times(shares)), new Big(0));
  const isImplausible =
    value.gt(valueMaxUsd) || priced.some((tranche) => exceedsShares(tranche, context) || leavesRange(tranche) || leavesMarket(tranche, context));
  return isImplausible ? 'implausible' : 'stated';
}

/** Whether a price is too high for a share. The price of a single share is also its total: only the higher bound applies. */
function exceedsShares({ price, shares, security_title }: Form4Transaction, { issuerCik }: PriceContext): boolean {
  if (!isShare(security_title)) return false;
  return Number(price) > (dearIssuers.has(issuerCik) || Number(shares) <= 1 ? priceMaxUsd : usualPriceMaxUsd);
}

/** Lowest price of a listed share; a lower one is that of one share, typed as the value of all. */
const priceMinUsd = 0.01;

/** Whether the value of a number of shares cannot be right: too high, or at a price above or below that of any share. */
export function isImplausibleValue(shares: string, valueUsd: string, issuerCik: string): boolean {
  const [value, price] = [Number(valueUsd), Number(valueUsd) / Number(shares)];
  return value > valueMaxUsd || price > (dearIssuers.has(issuerCik) ? priceMaxUsd : usualPriceMaxUsd) || (value > 0 && price < priceMinUsd);
}

const statedRange =
  /\b(?:rang(?:e|es|ed|ing)|between|prices?)\b[^$;]{0,60}\$ ?(\d[\d,]*(?:\.\d+)?)(?: per share)?,? ?(?:to|and|through|[-–—])(?: a high of)? ?\$? ?(\d[\d,]*(?:\.\d+)?)/gi;
const receipts = /\bdeposit[ao]ry\b|\bAD[SR]s?\b/i;
/** Factor by which a price leaves the range of its own row: other rows may share the footnote. */
const ownRangeMax = 3;

/** Whether a price is far outside the range that the row's own footnotes give for it. */
function leavesRange({ price, footnotes }: Form4Transaction): boolean {
  const notes = footnotes.join(' ');
  if (receipts.test(notes)) return false;
  const ranges = [...notes.matchAll(statedRange)].map(([, low = '', high = '']) => [numberOf(low), numberOf(high)] as const);
  return ranges.length > 0 && ranges.every(([low, high]) => Number(price) > high * ownRangeMax || Number(price) < low / ownRangeMax);
}

/** Whether a row has a market price: its shares were traded in the market, or withheld at its price. */
const hasMarketPrice = (row: Form4Transaction): boolean =>
  Number(priceInDollars(row) ?? 0) > 0 && (row.code === 'F' || (['P', 'S'].includes(row.code) && tradeContext([row], null) === 'open_market'));

/** Whether the form's other trades of the same security and days have prices of another size. */
function leavesMarket(tranche: Form4Transaction, { rows }: PriceContext): boolean {
  const title = shortTitle(tranche.security_title).toLowerCase();
  const others = rows
    .filter(
      (row) =>
        row !== tranche &&
        hasMarketPrice(row) &&
        shortTitle(row.security_title).toLowerCase() === title &&
        Math.abs(daysBetween(row.transaction_date, tranche.transaction_date)) <= sameDays,
    )
    .map(({ price }) => Number(price))
    .toSorted((a, b) => a - b);
  const median = others[Math.floor((others.length - 1) / 2)];
  if (median === undefined) return false;
  const price = Number(tranche.price);
  if (price >= median * ratioMax) return true;
  // The lower of two prices is right; a price of zero or by agreement says nothing of the market.
  return others.length > 1 && hasMarketPrice(tranche) && price <= median / ratioMax;
}

const totalTolerance = 0.25;
/** With fewer shares a price and a total are too close to be distinguished. */
const totalSharesMin = 10;

/** Whether a price is the total of its shares, by a price from the issuer's other filings. */
export const isTotal = (
  { shares, priceUsd }: { readonly shares: string; readonly priceUsd: string | null },
  knownPrices: readonly number[],
): boolean =>
  priceUsd !== null &&
  Number(shares) >= totalSharesMin &&
  knownPrices.some((known) => Math.abs(Number(priceUsd) / (known * Number(shares)) - 1) <= totalTolerance);

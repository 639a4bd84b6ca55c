/** Decides whether the prices of an event can be prices of one share. Filers type totals into the price field. */
import Big from 'big.js';
import { daysBetween } from '#schemas/edgar-calendar.ts';
import type { Form4Transaction } from '#schemas/raw.ts';
import type { ValueBasis } from '#schemas/vocabulary.ts';
import { statesForeignPrice } from './foreign-price.ts';
import { tradeContext } from './label.ts';
import { numberOf, statesReceiptPrice } from './receipt-price.ts';
import { isShare, shortTitle } from './security.ts';

/** Highest plausible value of one filing. The largest trades of an insider were worth some 20 billion dollars. */
const valueMaxUsd = 50_000_000_000;
/** Highest plausible price of any listed share. */
const priceMaxUsd = 1_000_000;
/** Highest plausible price of a share of an issuer that is not in `highPricedIssuers`. */
const usualPriceMaxUsd = 20_000;
/** CIK of Berkshire Hathaway, whose class A costs 700,000 dollars, 1,500 times its class B. No other share costs more than 20,000. */
export const highPricedIssuers: ReadonlySet<string> = new Set(['0001067983']);
/** Prices of trades of one security within `sameDays` days never differ by this factor. */
const ratioMax = 10;
const sameDays = 10;

interface PriceContext {
  readonly issuerCik: string;
  readonly rows: readonly Form4Transaction[];
}

/** Returns the price in dollars; null when the form gives none, or one in another currency. */
export const priceInDollars = ({ price, footnotes }: Form4Transaction): string | null =>
  price === null || statesForeignPrice(footnotes, price) ? null : price;

/** Returns whether the form states the value of these trades, or why it gives no usable value. */
export function valueBasis(tranches: readonly Form4Transaction[], context: PriceContext): ValueBasis {
  const priced = tranches.filter((tranche) => priceInDollars(tranche) !== null && Number(tranche.shares) > 0);
  if (priced.length === 0) return 'unpriced';
  if (priced.some(statesReceiptPrice)) return 'per_receipt';
  const value = priced.reduce((sum, { price, shares }) => sum.plus(new Big(price!).times(shares)), new Big(0));
  const isImplausible =
    value.gt(valueMaxUsd) || priced.some((tranche) => exceedsShares(tranche, context) || leavesRange(tranche) || leavesMarket(tranche, context));
  return isImplausible ? 'implausible' : 'stated';
}

/** Returns whether a price is too high for a share. A single share has the higher bound, because its price is also its total. */
function exceedsShares({ price, shares, security_title }: Form4Transaction, { issuerCik }: PriceContext): boolean {
  if (!isShare(security_title)) return false;
  return Number(price) > (highPricedIssuers.has(issuerCik) || Number(shares) <= 1 ? priceMaxUsd : usualPriceMaxUsd);
}

/** Lowest plausible price of a share. A lower one comes from a value of one share that was typed as the value of all. */
const priceMinUsd = 0.01;

export function isImplausibleValue(shares: string, valueUsd: string, issuerCik: string): boolean {
  const [value, price] = [Number(valueUsd), Number(valueUsd) / Number(shares)];
  return value > valueMaxUsd || price > (highPricedIssuers.has(issuerCik) ? priceMaxUsd : usualPriceMaxUsd) || (value > 0 && price < priceMinUsd);
}

const statedRange =
  /\b(?:rang(?:e|es|ed|ing)|between|prices?)\b[^$;]{0,60}\$ ?(\d[\d,]*(?:\.\d+)?)(?: per share)?,? ?(?:to|and|through|[-–—])(?: a high of)? ?\$? ?(\d[\d,]*(?:\.\d+)?)/gi;
const receipts = /\bdeposit[ao]ry\b|\bAD[SR]s?\b/i;
/** Factor by which a price may exceed the stated range of its row, because other rows can share the footnote. */
const ownRangeMax = 3;

function leavesRange({ price, footnotes }: Form4Transaction): boolean {
  const notes = footnotes.join(' ');
  if (receipts.test(notes)) return false;
  const ranges = [...notes.matchAll(statedRange)].map(([, low = '', high = '']) => [numberOf(low), numberOf(high)] as const);
  return ranges.length > 0 && ranges.every(([low, high]) => Number(price) > high * ownRangeMax || Number(price) < low / ownRangeMax);
}

/** Returns whether a row has a market price: shares were traded in the market, or withheld for taxes at the market price. */
const hasMarketPrice = (row: Form4Transaction): boolean =>
  Number(priceInDollars(row) ?? 0) > 0 && (row.code === 'F' || (['P', 'S'].includes(row.code) && tradeContext([row], null) === 'open_market'));

/** Returns whether the price differs widely from market prices of the same security and days in this form. */
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
  // With two prices the lower one is trusted. A price of zero or by agreement cannot be compared with the market.
  return others.length > 1 && hasMarketPrice(tranche) && price <= median / ratioMax;
}

const totalTolerance = 0.25;
/** With fewer shares a price and a total cannot be distinguished. */
const totalSharesMin = 10;

/** Returns whether the price field has the total of the shares, by prices from the issuer's other filings. */
export const isTotal = (
  { shares, priceUsd }: { readonly shares: string; readonly priceUsd: string | null },
  knownPrices: readonly number[],
): boolean =>
  priceUsd !== null &&
  Number(shares) >= totalSharesMin &&
  knownPrices.some((known) => Math.abs(Number(priceUsd) / (known * Number(shares)) - 1) <= totalTolerance);

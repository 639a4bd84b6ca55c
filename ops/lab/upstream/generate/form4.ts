/**
 * Generates the Form 4 of a seed, index and date of acceptance, in the variants that insiders file: sales in several fills (ladders),
 * exercised options, gifts, prices in footnotes, several owners, sales by plan and late filings.
 */
import { businessDaysBefore } from '../eastern.ts';
import { chance, intBetween, pick, randomOf, weightedDraw, type Random } from '../random.ts';
import { listedCompanies, unlistedCompanies, type Company } from './companies.ts';
import { affiliatesOf, insidersOf, type Insider } from './insiders.ts';
import type { Form4, Form4Row } from './ownership-document.ts';

const scenarios = [
  ['ladder_sale', 22],
  ['sale', 12],
  ['exercise_and_sale', 13],
  ['purchase', 12],
  ['ladder_purchase', 8],
  ['footnoted_purchase', 2],
  ['to_issuer', 4],
  ['withholding', 9],
  ['grant', 8],
  ['gift', 3],
  ['exercise', 2],
  ['other_code', 2],
  ['derivative_only', 1],
  ['both_forms', 2],
] as const;
type Scenario = (typeof scenarios)[number][0];
const drawScenario = weightedDraw<Scenario>(scenarios);

/** Number of successive filings of which half the purchases are of one issuer, so that several of its insiders buy. */
const clusterLength = 60;

/** Input for the rows of a scenario; `held` are the shares held before. */
interface Trade {
  readonly random: Random;
  readonly date: string;
  readonly priceCents: number;
  readonly shares: number;
  readonly held: number;
}

const row = (trade: Trade, code: string, isAcquired: boolean, shares: number, price: string | null, held: number): Form4Row => ({
  date: trade.date,
  code,
  isAcquired,
  shares: String(shares),
  price,
  priceNote: null,
  after: String(held),
  isIndirect: false,
  nature: '',
});
const dollarsOf = (cents: number): string => (cents / 100).toFixed(2).replace(/\.00$/, '');

function ladder(trade: Trade, code: 'P' | 'S', indirect: boolean): readonly Form4Row[] {
  const tranches = intBetween(trade.random, 2, 6);
  let held = trade.held;
  return Array.from({ length: tranches }, (_, place) => {
    const shares = Math.max(1, Math.round(trade.shares / tranches) + intBetween(trade.random, -40, 40));
    held += code === 'P' ? shares : -shares;
    const cents = trade.priceCents + place * intBetween(trade.random, 8, 96);
    return {
      ...row(trade, code, code === 'P', shares, (cents / 100).toFixed(place % 2 === 0 ? 4 : 2), held),
      priceNote: `The price reported in Column 4 is a weighted average price. These shares were ${code === 'P' ? 'bought' : 'sold'} in multiple transactions at prices ranging from $${dollarsOf(cents - 40)} to $${dollarsOf(cents + 38)}, inclusive.`,
      ...(indirect ? { isIndirect: true, nature: pick(trade.random, ['By Trust', 'By Spouse', 'See Footnote', 'By LLC']) } : {}),
    };
  });
}

// prettier-ignore
const rowsOf: Readonly<Record<Scenario, (trade: Trade) => readonly Form4Row[]>> = {
  sale: (t) => [row(t, 'S', false, t.shares, dollarsOf(t.priceCents), t.held - t.shares)],
  ladder_sale: (t) => ladder(t, 'S', chance(t.random, 0.25)),
  exercise_and_sale: (t) => [
    row(t, 'M', true, t.shares, dollarsOf(Math.round(t.priceCents / 3)), t.held + t.shares),
    ...ladder({ ...t, held: t.held + t.shares }, 'S', false),
  ],
  purchase: (t) => [row(t, 'P', true, t.shares, dollarsOf(t.priceCents), t.held + t.shares)],
  ladder_purchase: (t) => ladder(t, 'P', chance(t.random, 0.2)),
  footnoted_purchase: (t) => [{ ...row(t, 'P', true, t.shares, null, t.held + t.shares), priceNote: `The shares were acquired at the public offering price of $${dollarsOf(t.priceCents)} per share.` }],
  to_issuer: (t) => [row(t, 'D', false, t.held, chance(t.random, 0.5) ? dollarsOf(t.priceCents) : '0', 0)],
  withholding: (t) => [row(t, 'M', true, t.shares, '0', t.held + t.shares), row(t, 'F', false, Math.round(t.shares * 0.38), dollarsOf(t.priceCents), t.held + Math.round(t.shares * 0.62))],
  grant: (t) => [row(t, 'A', true, t.shares, '0', t.held + t.shares)],
  gift: (t) => [row(t, 'G', false, t.shares, '0', t.held - t.shares)],
  exercise: (t) => [row(t, 'M', true, t.shares, dollarsOf(Math.round(t.priceCents / 4)), t.held + t.shares)],
  other_code: (t) => [row(t, pick(t.random, ['J', 'C', 'W', 'X']), true, t.shares, '0', t.held + t.shares)],
  derivative_only: () => [],
  both_forms: (t) => [...ladder(t, 'S', false), ...ladder(t, 'S', true), row(t, 'P', true, 100, dollarsOf(t.priceCents), t.held)],
};
const withDerivative: ReadonlySet<Scenario> = new Set(['exercise_and_sale', 'exercise', 'withholding', 'derivative_only']);
const purchases: ReadonlySet<Scenario> = new Set(['purchase', 'ladder_purchase']);

interface Form4Plan {
  readonly issuer: Company;
  readonly owners: readonly Insider[];
  readonly scenario: Scenario;
}

/** Returns issuer, owners and scenario of a filing, from which a listing is made without generating the form. */
export function form4PlanAt(seed: number, index: number): Form4Plan {
  const random = randomOf(seed, 'form4', index);
  const scenario = drawScenario(random);
  const inPlay = randomOf(seed, 'cluster', Math.floor(index / clusterLength));
  const isUnlisted = chance(random, 0.06);
  const own = isUnlisted ? pick(random, unlistedCompanies) : pick(random, listedCompanies);
  const issuer = purchases.has(scenario) && chance(random, 0.5) ? pick(inPlay, listedCompanies) : own;
  const insiders = insidersOf(issuer);
  const filer = insiders[Math.floor(random() * insiders.length)] ?? insiders[0]!;
  const owners = filer.isFund
    ? [filer, ...affiliatesOf(filer)]
    : chance(random, 0.05)
      ? [filer, insiders[3] ?? filer].filter((one, at, all) => all.indexOf(one) === at)
      : [filer];
  return { issuer, owners, scenario };
}

/** Returns the form; its trades are on or before `acceptedOn`, the date of acceptance in New York. */
export function form4At(seed: number, index: number, acceptedOn: string): Form4 {
  const { issuer, owners, scenario } = form4PlanAt(seed, index);
  const random = randomOf(seed, 'trade', index);
  const isLate = chance(random, 0.05);
  const date = businessDaysBefore(acceptedOn, isLate ? intBetween(random, 4, 25) : intBetween(random, 0, 2));
  const priceCents = intBetween(random, 180, 32_000);
  const shares = Math.round(Math.pow(10, 1.8 + random() * 3.2));
  const rows = rowsOf[scenario]({ random, date, priceCents, shares, held: shares * intBetween(random, 2, 40) });
  const isSale = rows.some(({ code }) => code === 'S');
  const hasPlan = isSale && chance(random, 0.45);
  return {
    documentType: '4',
    period: date,
    amends: null,
    issuer: { cik: issuer.cik, name: issuer.name, symbol: symbolAsFiled(random, issuer) },
    owners,
    notSubject: chance(random, 0.04),
    // Forms have had the checkbox since April 2023; a few filing agents still omit it.
    plan: chance(random, 0.03) ? null : pick(random, hasPlan ? ['1', 'true'] : ['0', 'false', '0']),
    planNote: hasPlan ? 'The transaction was effected pursuant to a Rule 10b5-1 trading plan adopted by the reporting person.' : null,
    securityTitle: pick(random, ['Common Stock', 'Common Stock, $0.01 par value', 'Class A Common Stock', 'Ordinary Shares']),
    rows: chance(random, 0.02) ? rows.map((one) => ({ ...one, date: `${one.date}-05:00` })) : rows,
    derivative: withDerivative.has(scenario) ? { shares: String(shares), exercisePrice: dollarsOf(Math.round(priceCents / 3)), date } : null,
    remarks: owners[0]?.title === 'See Remarks' ? 'Senior Vice President, Operations' : '',
    signedOn: acceptedOn,
  };
}

/** Returns the ticker in one of the spellings that filers type. */
function symbolAsFiled(random: Random, issuer: Company): string {
  const symbol = (issuer.tickers[0] ?? '').replace('-', '.');
  if (symbol === '') return pick(random, ['NONE', 'N/A', '', 'None']);
  const market = issuer.exchange === 'NYSE' ? 'NYSE' : 'NASDAQ';
  if (issuer.tickers.length > 1 && chance(random, 0.5)) return issuer.tickers.map((one) => one.replace('-', '.')).join(', ');
  return chance(random, 0.93) ? symbol : pick(random, [`${market}: ${symbol}`, `(${symbol})`, symbol.toLowerCase(), `[${symbol}]`]);
}

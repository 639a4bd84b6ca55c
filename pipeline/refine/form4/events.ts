/** Groups the trades of a Form 4 into events, one for each code (P, S or D) and ownership form, with exact sums (specification.md 2.2). */
import Big from 'big.js';
import type { Form4Transaction, RawForm4 } from '#schemas/raw.ts';
import { openMarketCodes, type InsiderSide, type OpenMarketCode, type OwnershipForm, type PlanBasis, type ValueBasis } from '#schemas/vocabulary.ts';
import { acceptedOn } from '../filed-record.ts';
import { holdingChange, type HoldingChange } from './holdings.ts';
import { labelOf, tradeContext, type PurchaseLabel, type TradeContext } from './label.ts';
import { isLate } from './late.ts';
import { holdersOf } from './parties.ts';
import { formWideStatement, planStatement, type PlanStatement } from './plan.ts';
import { problemOfDate, withPossibleYears } from './slip-of-year.ts';
import { priceInDollars, valueBasis } from './value-basis.ts';

interface Tranche {
  readonly date: string;
  readonly shares: string;
  /** USD; null when the form gives no price or one in another currency. */
  readonly priceUsd: string | null;
}

export interface InsiderEvent extends HoldingChange {
  readonly code: OpenMarketCode;
  readonly ownershipForm: OwnershipForm;
  readonly side: InsiderSide;
  readonly shares: string;
  /** Sum of the shares of the tranches that have a price. */
  readonly pricedShares: string;
  /** USD, weighted by shares, at most 4 decimal places; null when no tranche has a price. */
  readonly averagePriceUsd: string | null;
  /** USD, 2 decimal places, of the tranches that have a price; null when none has. */
  readonly totalValueUsd: string | null;
  /** When this is not `stated`, all prices and values of the event are null. */
  readonly valueBasis: ValueBasis;
  readonly trancheCount: number;
  readonly tranches: readonly Tranche[];
  readonly firstDate: string;
  readonly lastDate: string;
  readonly securityTitles: readonly string[];
  readonly natures: readonly string[];
  readonly is10b51: boolean | null;
  readonly planEvidence: PlanBasis;
  readonly isLate: boolean | null;
  /** Null on a disposition to the issuer. */
  readonly context: TradeContext | null;
  /** Null on sales, on dispositions, and on purchases without a special context. */
  readonly label: PurchaseLabel | null;
  /** Names of holders that the form states besides its owners. */
  readonly holders: readonly string[];
  /** Whether a tranche's acquired/disposed code contradicts its transaction code. */
  readonly contradictsDirection: boolean;
}

export interface InvalidEvent {
  readonly code: OpenMarketCode;
  readonly ownershipForm: OwnershipForm;
  readonly problem: string;
}

const sides: Readonly<Record<OpenMarketCode, InsiderSide>> = { P: 'buy', S: 'sell', D: 'other' };
export const directions: Readonly<Record<OpenMarketCode, 'A' | 'D'>> = { P: 'A', S: 'D', D: 'D' };

const isCollected = (code: string): code is OpenMarketCode => (openMarketCodes as readonly string[]).includes(code);

const sum = (amounts: readonly Big[]): Big => amounts.reduce((total, amount) => total.plus(amount), new Big(0));

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts.filter((text) => text !== ''))];

/** Returns whether a Rule 10b5-1 plan applied. Footnotes outweigh the form's checkbox when they cover more than half of the shares. */
function readPlan(raw: RawForm4, code: OpenMarketCode, tranches: readonly Form4Transaction[]): Pick<InsiderEvent, 'is10b51' | 'planEvidence'> {
  const elsewhere = [raw.remarks, ...raw.transactions.filter((row) => !tranches.includes(row)).flatMap((row) => row.footnotes)];
  const formWide = elsewhere.map((text) => formWideStatement(text, directions[code])).find((statement) => statement !== null) ?? null;
  const statementOf = (tranche: Form4Transaction): PlanStatement =>
    tranche.footnotes.map(planStatement).find((statement) => statement !== null) ?? formWide;
  const half = sum(tranches.map((tranche) => new Big(tranche.shares))).div(2);
  const sharesOf = (wanted: PlanStatement): Big =>
    sum(tranches.filter((tranche) => statementOf(tranche) === wanted).map((tranche) => new Big(tranche.shares)));
  if (sharesOf('under').gt(half)) return { is10b51: true, planEvidence: 'footnote' };
  if (sharesOf('not').gt(half)) return { is10b51: false, planEvidence: 'footnote' };
  return { is10b51: raw.aff10b5_one, planEvidence: raw.aff10b5_one === null ? 'none' : 'checkbox' };
}

/** Returns the day on which the trade was first reported. For an amendment this is the original's day, so amending does not make a trade late. */
const reportedOn = (raw: RawForm4): string | null => (raw.form === '4/A' ? (raw.original_filed_on ?? null) : acceptedOn(raw));

function eventOf(raw: RawForm4, code: OpenMarketCode, tranches: readonly Form4Transaction[]): Omit<InsiderEvent, 'isLate'> | string {
  const dates = tranches.map((tranche) => tranche.transaction_date).sort();
  const [firstDate, lastDate] = [dates[0]!, dates.at(-1)!];
  if (!tranches.some((tranche) => new Big(tranche.shares).gt(0))) return `${code}: no shares`;
  const problem = problemOfDate(raw, firstDate) ?? problemOfDate(raw, lastDate);
  if (problem !== null) return `${code}: ${problem}`;

  const basis = valueBasis(tranches, { issuerCik: raw.issuer.cik, rows: raw.transactions });
  const reported = tranches.map((tranche): Tranche => ({
    date: tranche.transaction_date,
    shares: tranche.shares,
    priceUsd: basis === 'stated' ? priceInDollars(tranche) : null,
  }));
  const priced = reported.flatMap(({ shares, priceUsd }) =>
    priceUsd === null ? [] : [{ shares: new Big(shares), value: new Big(shares).times(priceUsd) }],
  );
  const pricedShares = sum(priced.map(({ shares }) => shares));
  const value = sum(priced.map((tranche) => tranche.value));
  const isPriced = pricedShares.gt(0);
  const plan = readPlan(raw, code, tranches);
  const context = code === 'D' ? null : contextAt(tradeContext(tranches, plan.is10b51), basis);
  return {
    code,
    ownershipForm: tranches[0]!.ownership_form,
    side: sides[code],
    shares: sum(tranches.map((tranche) => new Big(tranche.shares))).toFixed(),
    pricedShares: pricedShares.toFixed(),
    averagePriceUsd: isPriced ? value.div(pricedShares).round(4, Big.roundHalfUp).toFixed() : null,
    totalValueUsd: isPriced ? value.toFixed(2, Big.roundHalfUp) : null,
    valueBasis: basis,
    trancheCount: tranches.length,
    tranches: reported,
    firstDate,
    lastDate,
    securityTitles: distinct(tranches.map((tranche) => tranche.security_title)),
    natures: distinct(tranches.map((tranche) => tranche.nature_of_ownership)),
    ...plan,
    ...holdingChange(tranches, sides[code], raw.transactions),
    context,
    label: code === 'P' ? labelOf(context!) : null,
    holders: holdersOf(tranches, raw.issuer.name),
    contradictsDirection: tranches.some((tranche) => tranche.acquired_disposed !== directions[code]),
  };
}

/** Replaces `open_market` by `unknown` when the price is implausible: only a plausible price shows a market trade. */
const contextAt = (context: TradeContext, basis: ValueBasis): TradeContext =>
  basis === 'implausible' && context === 'open_market' ? 'unknown' : context;

/** Returns the event without prices and values, for an event whose prices other filings show to be wrong. */
export function withoutFigures(event: InsiderEvent): InsiderEvent {
  const context = event.context === null ? null : contextAt(event.context, 'implausible');
  return {
    ...event,
    pricedShares: '0',
    averagePriceUsd: null,
    totalValueUsd: null,
    valueBasis: 'implausible',
    tranches: event.tranches.map((tranche) => ({ ...tranche, priceUsd: null })),
    context,
    label: event.code === 'P' ? labelOf(context!) : null,
  };
}

export function readEvents(filed: RawForm4): { readonly events: readonly InsiderEvent[]; readonly invalid: readonly InvalidEvent[] } {
  const raw = withPossibleYears(filed);
  const groups = new Map<string, Form4Transaction[]>();
  for (const row of raw.transactions) {
    if (!isCollected(row.code)) continue;
    const key = `${row.code}:${row.ownership_form}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const events: InsiderEvent[] = [];
  const invalid: InvalidEvent[] = [];
  for (const tranches of groups.values()) {
    const [code, ownershipForm] = [tranches[0]!.code as OpenMarketCode, tranches[0]!.ownership_form];
    const event = eventOf(raw, code, tranches);
    if (typeof event === 'string') invalid.push({ code, ownershipForm, problem: event });
    else events.push({ ...event, isLate: isLate(filed, event.firstDate, reportedOn(filed)) });
  }
  return { events, invalid };
}

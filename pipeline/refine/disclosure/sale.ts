/**
 * Writes and scores a Form 144: an insider's intention to sell, which scores less than a Form 4, because the sale may not happen. A larger
 * value or share of the class raises the score; an earlier plan lowers it.
 */
import Big from 'big.js';
import type { DisclosureFacts } from '#schemas/raw.ts';
import { dollars, grouped, longDate, roundDollars } from '../text/format-figures.ts';
import { officeTitle, ownerName } from '../form4/names.ts';
import { isImplausibleValue } from '../form4/value-basis.ts';
import { formName, isAmendment, type DisclosureText, type TextInput } from './text.ts';

type SaleFacts = Extract<DisclosureFacts, { about: 'sale' }>;

const smallUsd = 250_000;
const largeUsd = 10_000_000;
/** Share of the class, in percent, from which a sale is large whatever its value. */
const largePercent = 0.5;

interface Figures {
  /** Null when shares of several classes are to be sold. */
  readonly shares: string | null;
  readonly security: string;
  /** Null when the form gives no value, or one that cannot be right. */
  readonly valueUsd: string | null;
  readonly isImplausible: boolean;
  /** Percent of the class; null when it is unknown or would exceed 100. */
  readonly percent: Big | null;
}

const sum = (decimals: readonly string[]): string => decimals.reduce((all, one) => all.plus(one), new Big(0)).toFixed();

function figuresOf({ sales }: SaleFacts, issuerCik: string): Figures {
  const titles = new Set(sales.map(({ security }) => security.toLowerCase()));
  const shares = titles.size === 1 ? sum(sales.map((sale) => sale.shares)) : null;
  const values = sales.flatMap(({ value_usd: value }) => (value === null || Number(value) === 0 ? [] : [value]));
  const isImplausible = sales.some(({ shares: count, value_usd: value }) => value !== null && isImplausibleValue(count, value, issuerCik));
  const outstanding = sales[0]!.outstanding;
  const percent =
    shares === null || outstanding === null || Number(outstanding) === 0 || new Big(shares).gt(outstanding)
      ? null
      : new Big(shares).times(100).div(outstanding);
  return {
    shares,
    security: sales[0]!.security,
    valueUsd: values.length < sales.length || isImplausible ? null : sum(values),
    isImplausible,
    percent,
  };
}

function relevanceOf({ valueUsd, percent }: Figures, hasPlan: boolean): number {
  const usd = Number(valueUsd ?? 0);
  const size = usd >= largeUsd || (percent?.gte(largePercent) ?? false) ? 5 : usd >= smallUsd ? 4 : 3;
  return Math.max(3, size - (hasPlan ? 1 : 0));
}

export function saleText(facts: SaleFacts, issuerCik: string, input: TextInput): DisclosureText {
  const figures = figuresOf(facts, issuerCik);
  const { shares, valueUsd, percent } = figures;
  const [first] = facts.sales;
  const hasPlan = facts.plan_adopted_on.length > 0 || facts.names_plan;
  const seller = ownerName(facts.seller) || 'A holder';
  const relation = [...new Set(facts.relations.map((text) => officeTitle(text).toLowerCase()))].filter((text) => text !== '').join(', ');
  const quantity = shares === null ? 'shares of several classes' : `${grouped(shares)} ${Number(shares) === 1 ? 'share' : 'shares'}`;
  const worth = valueUsd === null ? '' : ` worth ${roundDollars(valueUsd)}`;
  const who = relation === '' ? seller : `${seller}, ${relation},`;
  const relevance = relevanceOf(figures, hasPlan);
  const isNegative = !hasPlan && Number(valueUsd ?? 0) >= smallUsd;
  const days = [...new Set(facts.sales.flatMap(({ sale_on }) => sale_on ?? []))].toSorted();
  const brokers = [...new Set(facts.sales.map(({ broker }) => broker).filter((name) => name !== ''))];
  const ofClass =
    percent === null || shares === null
      ? ''
      : `, ${percent.lt('0.01') ? 'less than 0.01' : percent.toFixed(2)}% of the ${grouped(first!.outstanding!)} outstanding`;
  const plan =
    facts.plan_adopted_on.length > 0
      ? ` The plan under Rule 10b5-1 was adopted on ${facts.plan_adopted_on.map(longDate).join(', ')}.`
      : facts.names_plan
        ? ' The remarks name a plan under Rule 10b5-1.'
        : ' The form states no plan under Rule 10b5-1.';
  const priced = facts.sales.flatMap(({ value_usd: value }) => (value === null || Number(value) === 0 ? [] : [value]));
  const valueSentence = figures.isImplausible
    ? ' The stated market value cannot be that of these shares and is left out.'
    : valueUsd === null
      ? priced.length > 0
        ? ` The form gives a market value for some of the shares only: ${dollars(sum(priced))}.`
        : ' The form gives no market value.'
      : ` Market value: ${dollars(valueUsd)}.`;
  return {
    title: `${input.company} (${input.ticker}): ${who} intends to sell ${quantity}${worth}${hasPlan ? ' under a 10b5-1 plan' : ''}`,
    summary: `${seller}${relation === '' ? '' : `, ${relation}`} of ${input.company} (${input.ticker}), gave notice of the intended sale of ${quantity}${figures.security === '' || shares === null ? '' : ` (${figures.security})`}${ofClass}${days.length === 0 ? '' : `, from about ${longDate(days[0]!)}`}.${valueSentence}${plan}${brokers.length === 0 ? '' : ` Broker: ${brokers.slice(0, 3).join('; ')}.`}${isAmendment(input) ? ' Reported in an amended filing (Form 144/A).' : ''}`,
    impact: `Intended sale of ${quantity} of ${input.ticker}${worth}.`,
    reasoning: `${formName(input.form)}: an intended sale of ${quantity}${worth}. ${hasPlan ? 'It was settled in advance under a plan, so it says little about the present.' : 'Sales have many motives and an intended one may not happen, so only the size matters.'} Read as ${isNegative ? 'negative' : 'neutral'} with low confidence.`,
    sentiment: isNegative ? 'negative' : 'neutral',
    confidence: 'low',
    relevance,
    novelty: isAmendment(input) ? 3 : hasPlan ? 4 : 6,
    category: 'insider',
    topics: ['insider selling'],
    people: facts.seller === '' ? [] : [{ name: seller, description: relation === '' ? 'Intends to sell' : `Intends to sell, ${relation}` }],
  };
}

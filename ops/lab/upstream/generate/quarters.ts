/**
 * Generates the results of a company for a quarter. They are always the same, so that the year-ago column of a release matches the release
 * of a year ago. Amounts are whole numbers in the company's unit, and the sums of a statement are exact.
 */
import { hashOf, intBetween, randomOf } from '../random.ts';
import type { Company } from './companies.ts';

/** Number of a quarter: year × 4, plus 0 to 3. */
export type QuarterNumber = number;

export type Statement = ReturnType<typeof quarterOf>;

export type Unit = 'thousands' | 'millions';

interface Scale {
  readonly unit: Unit;
  readonly revenue: number;
  readonly margin: number;
  readonly growth: number;
  readonly dilutedShares: number;
}

/** Returns the size of a company, with a revenue from $20 million to $6 billion per quarter. */
function scaleOf(company: Company): Scale {
  const random = randomOf(1, 'size', company.index);
  const dollars = 20e6 * Math.pow(300, random());
  const unit: Unit = dollars > 8e8 ? 'millions' : 'thousands';
  const revenue = Math.round(dollars / (unit === 'millions' ? 1e6 : 1e3));
  return { unit, revenue, margin: -0.06 + random() * 0.3, growth: -0.01 + random() * 0.05, dilutedShares: Math.round(revenue / (4 + random() * 20)) };
}

export const unitOf = (company: Company): Unit => scaleOf(company).unit;

const since: QuarterNumber = 2020 * 4;

/**
 * Returns the income statement of a quarter. `addedBack` is the stock-based compensation and amortisation that adjusted net income adds
 * back.
 */
export function quarterOf(company: Company, quarter: QuarterNumber) {
  const scale = scaleOf(company);
  const random = randomOf(hashOf(company.brand), 'quarter', quarter);
  const season = [0.94, 0.99, 1.01, 1.06][quarter % 4] ?? 1;
  const revenue = Math.max(40, Math.round(scale.revenue * Math.pow(1 + scale.growth, quarter - since) * season * (0.95 + random() * 0.1)));
  const part = (share: number): number => Math.round(revenue * share);
  const services = part(0.18 + random() * 0.1);
  const costOfRevenue = part(0.44 + random() * 0.06);
  const research = part(0.08 + random() * 0.03);
  const interest = part(0.01);
  const operatingIncome = part(scale.margin + random() * 0.05) + interest;
  const grossProfit = revenue - costOfRevenue;
  const incomeBeforeTaxes = operatingIncome - interest;
  const taxes = Math.round(incomeBeforeTaxes * (incomeBeforeTaxes > 0 ? 0.22 : 0.05));
  const netIncome = incomeBeforeTaxes - taxes;
  const addedBack = part(0.025 + random() * 0.02);
  const taxOnAddedBack = Math.round(addedBack * 0.2);
  const dilutedShares = scale.dilutedShares + intBetween(random, 0, Math.ceil(scale.dilutedShares / 60));
  return {
    products: revenue - services,
    services,
    revenue,
    costOfRevenue,
    grossProfit,
    research,
    selling: grossProfit - research - operatingIncome,
    operatingIncome,
    interest,
    incomeBeforeTaxes,
    taxes,
    netIncome,
    addedBack,
    taxOnAddedBack,
    adjustedNetIncome: netIncome + addedBack - taxOnAddedBack,
    basicShares: Math.round(dilutedShares * 0.985),
    // In a loss, potential shares are not counted (ASC 260-10-45-17).
    dilutedShares: netIncome < 0 ? Math.round(dilutedShares * 0.985) : dilutedShares,
  };
}

/** Returns the sum of several quarters, with the mean of their numbers of shares. */
export function sumOf(statements: readonly Statement[]): Statement {
  const total = (key: keyof Statement): number => statements.reduce((sum, statement) => sum + statement[key], 0);
  const mean = (key: keyof Statement): number => Math.round(total(key) / statements.length);
  const summed = Object.fromEntries((Object.keys(statements[0] ?? {}) as (keyof Statement)[]).map((key) => [key, total(key)])) as Record<
    keyof Statement,
    number
  >;
  return { ...summed, basicShares: mean('basicShares'), dilutedShares: mean('dilutedShares') };
}

/** Returns an amount per share, in cents. */
export const centsPerShare = (amount: number, shares: number): number => Math.round((amount / shares) * 100);

/** Returns the last quarter that ended at least 12 days before `date`. */
export function quarterDue(date: string): QuarterNumber {
  const at = new Date(Date.parse(`${date}T12:00:00Z`) - 12 * 86_400_000);
  return at.getUTCFullYear() * 4 + Math.floor(at.getUTCMonth() / 3) - 1;
}

const lastDays = ['March 31', 'June 30', 'September 30', 'December 31'] as const;

export const yearOf = (quarter: QuarterNumber): number => Math.floor(quarter / 4);
export const lastDayOf = (quarter: QuarterNumber): string => lastDays[quarter % 4] ?? lastDays[0];
export const ordinalOf = (quarter: QuarterNumber): string => ['first', 'second', 'third', 'fourth'][quarter % 4] ?? 'first';
/** Returns e.g. `2026-09-30`. */
export const endOf = (quarter: QuarterNumber): string => `${yearOf(quarter)}-${['03-31', '06-30', '09-30', '12-31'][quarter % 4]}`;

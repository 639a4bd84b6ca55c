/**
 * Generates the earnings release of a company and quarter as HTML, with tables laid out as wire services and filing software do.
 */
import { longDate } from '../eastern.ts';
import { chance, intBetween, pick, type Random } from '../random.ts';
import type { Company } from './companies.ts';
import { centsPerShare, lastDayOf, ordinalOf, quarterOf, sumOf, unitOf, yearOf, type QuarterNumber, type Statement } from './quarters.ts';
import { capitalise } from './phrase.ts';
import { personName } from './world.ts';

export interface ReleaseFacts {
  readonly company: Company;
  readonly quarter: QuarterNumber;
  readonly date: string;
  readonly sign: '$' | 'US$';
}

interface Column {
  readonly head: string;
  readonly year: number;
  readonly statement: Statement;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;');
const grouped = (value: number): string => Math.abs(value).toLocaleString('en-US');
/** Returns the absolute value of an amount per share, as `0.41`. */
const perShare = (cents: number): string => (Math.abs(cents) / 100).toFixed(2);

/** Returns the absolute value of an amount as `$1.23 billion` or `$412.3 million`. */
function rounded(amount: number, company: Company, sign: string): string {
  const millions = Math.abs(amount) / (unitOf(company) === 'millions' ? 1 : 1_000);
  return millions >= 1_000 ? `${sign}${(millions / 1_000).toFixed(2)} billion` : `${sign}${millions.toFixed(1)} million`;
}

/** Returns the columns of the quarter and of the year-ago quarter; `sequential` adds the previous quarter, `to_date` the year so far. */
function columnsOf({ company, quarter }: ReleaseFacts, layout: 'year_ago' | 'sequential' | 'to_date'): readonly Column[] {
  const of = (at: QuarterNumber): Column => ({ head: `Three Months Ended ${lastDayOf(at)},`, year: yearOf(at), statement: quarterOf(company, at) });
  if (layout === 'sequential') return [of(quarter), of(quarter - 1), of(quarter - 4)];
  if (layout === 'year_ago' || quarter % 4 === 0) return [of(quarter), of(quarter - 4)];
  const count = (quarter % 4) + 1;
  const toDate = (at: QuarterNumber): Column => ({
    head: `${['Three', 'Six', 'Nine', 'Twelve'][count - 1]} Months Ended ${lastDayOf(at)},`,
    year: yearOf(at),
    statement: sumOf(Array.from({ length: count }, (_, back) => quarterOf(company, at - back))),
  });
  return [of(quarter), of(quarter - 4), toDate(quarter), toDate(quarter - 4)];
}

const cell = (text: string, style = 'text-align:right;'): string =>
  `<td style="vertical-align:bottom;padding:1px;${style}"><font style="font-family:inherit;font-size:9pt;">${text}</font></td>`;
const spacer = cell('&#160;', '');

/** Returns the three cells of a figure: sign, digits, and the parenthesis that closes a loss. */
const figure = (text: string, isLoss: boolean, sign: string): string =>
  `${cell(sign, 'text-align:left;')}${cell(isLoss ? `(${text}` : text)}${isLoss ? cell(')', 'text-align:left;') : spacer}`;

interface Line {
  readonly label: string;
  readonly of?: (statement: Statement) => number;
  readonly isPerShare?: true;
  readonly isTotal?: true;
}

const perShareOf = (label: string, amount: 'netIncome' | 'adjustedNetIncome', shares: 'basicShares' | 'dilutedShares'): Line => ({
  label,
  of: (s) => centsPerShare(s[amount], s[shares]),
  isPerShare: true,
});

function table(heading: string, columns: readonly Column[], lines: readonly Line[], sign: string): string {
  const heads = columns.reduce<{ head: string; span: number }[]>((merged, { head }) => {
    const last = merged.at(-1);
    if (last?.head === head) last.span += 1;
    else merged.push({ head, span: 1 });
    return merged;
  }, []);
  const rows = lines.map(({ label, of, isPerShare, isTotal }) => {
    const cells = columns.map(({ statement }) => {
      if (of === undefined) return `${spacer}${spacer}${spacer}`;
      const value = of(statement);
      return figure(isPerShare ? perShare(value) : grouped(value), value < 0, isPerShare || isTotal ? sign : '');
    });
    return `<tr>${cell(escaped(label), 'text-align:left;')}${cells.map((text) => `${spacer}${text}`).join('')}</tr>`;
  });
  return `<div style="text-align:center;font-weight:bold;">${heading}</div>
<table cellpadding="0" cellspacing="0" style="font-family:Times New Roman;font-size:10pt;width:100%;border-collapse:collapse;">
<tr>${cell('&#160;', '')}${heads.map(({ head, span }) => `${spacer}<td colspan="${span * 4 - 1}" style="text-align:center;font-weight:bold;border-bottom:1px solid #000000;">${head}</td>`).join('')}</tr>
<tr>${cell('&#160;', '')}${columns.map(({ year }) => `${spacer}<td colspan="3" style="text-align:center;font-weight:bold;">${year}</td>`).join('')}</tr>
${rows.join('\n')}
</table>
`;
}

const statementLines: readonly Line[] = [
  { label: 'Revenue:' },
  { label: 'Products', of: (s) => s.products },
  { label: 'Services', of: (s) => s.services },
  { label: 'Total revenue', of: (s) => s.revenue, isTotal: true },
  { label: 'Cost of revenue', of: (s) => s.costOfRevenue },
  { label: 'Gross profit', of: (s) => s.grossProfit },
  { label: 'Research and development', of: (s) => s.research },
  { label: 'Selling, general and administrative', of: (s) => s.selling },
  { label: 'Operating income (loss)', of: (s) => s.operatingIncome },
  { label: 'Interest expense', of: (s) => s.interest },
  { label: 'Income (loss) before income taxes', of: (s) => s.incomeBeforeTaxes },
  { label: 'Provision (benefit) for income taxes', of: (s) => s.taxes },
  { label: 'Net income (loss)', of: (s) => s.netIncome, isTotal: true },
  { label: 'Net income (loss) per share:' },
  perShareOf('Basic', 'netIncome', 'basicShares'),
  perShareOf('Diluted', 'netIncome', 'dilutedShares'),
  { label: 'Weighted average shares outstanding:' },
  { label: 'Basic', of: (s) => s.basicShares },
  { label: 'Diluted', of: (s) => s.dilutedShares },
];

const reconciliationLines: readonly Line[] = [
  { label: 'GAAP net income (loss)', of: (s) => s.netIncome, isTotal: true },
  { label: 'Stock-based compensation and amortization of intangible assets', of: (s) => s.addedBack },
  { label: 'Income tax effect of adjustments', of: (s) => -s.taxOnAddedBack },
  { label: 'Adjusted net income (loss)', of: (s) => s.adjustedNetIncome, isTotal: true },
  perShareOf('GAAP diluted earnings (loss) per share', 'netIncome', 'dilutedShares'),
  perShareOf('Adjusted diluted earnings (loss) per share', 'adjustedNetIncome', 'dilutedShares'),
];

const scaleHeading: Readonly<Record<'thousands' | 'millions', readonly string[]>> = {
  thousands: [
    '(In thousands, except per share amounts)',
    '(in thousands, except per share data)',
    '(Unaudited; in thousands, except per share amounts)',
  ],
  millions: ['(In millions, except per share amounts)', '(in millions, except per share data)', '(Unaudited; in millions, except per share amounts)'],
};

const paragraph = (text: string): string =>
  `<div style="line-height:120%;padding-bottom:8px;text-align:justify;"><font style="font-family:inherit;font-size:10pt;">${escaped(text)}</font></div>`;

/** Returns an amount per share as `$0.12` or, for a loss, `$(0.12)`. */
const epsText = (cents: number, sign: string): string => (cents < 0 ? `${sign}(${perShare(cents)})` : `${sign}${perShare(cents)}`);

function outlook({ company, quarter, sign }: ReleaseFacts, random: Random): string {
  const next = quarterOf(company, quarter + 1);
  const low = Math.round(next.revenue * 0.98);
  const cents = centsPerShare(next.netIncome, next.dilutedShares);
  const period = `the ${ordinalOf(quarter + 1)} quarter of ${yearOf(quarter + 1)}`;
  const range = cents > 4 ? ` and diluted earnings per share of ${epsText(cents - 2, sign)} to ${epsText(cents + 3, sign)}` : '';
  return `<div style="font-weight:bold;">${pick(random, ['Outlook', 'Financial Guidance', 'Business Outlook'])}</div>
${paragraph(`For ${period}, the company expects revenue of ${rounded(low, company, sign)} to ${rounded(Math.round(next.revenue * 1.02), company, sign)}${range}.`)}`;
}

export function earningsRelease(facts: ReleaseFacts, random: Random): string {
  const { company, quarter, date, sign } = facts;
  const now = quarterOf(company, quarter);
  const before = quarterOf(company, quarter - 4);
  const layout = pick(random, ['year_ago', 'to_date', 'year_ago', 'sequential'] as const);
  const columns = columnsOf(facts, layout);
  const change = (now.revenue / before.revenue - 1) * 100;
  const moved = `${change < 0 ? 'down' : 'up'} ${Math.abs(change).toFixed(1)}%`;
  const epsNow = epsText(centsPerShare(now.netIncome, now.dilutedShares), sign);
  const adjusted = epsText(centsPerShare(now.adjustedNetIncome, now.dilutedShares), sign);
  const profit = now.netIncome < 0 ? 'Net loss' : 'Net income';
  const heading = pick(random, scaleHeading[unitOf(company)]);
  const name = `${ordinalOf(quarter)} quarter ${yearOf(quarter)}`;
  const market = company.exchange === 'Nasdaq' ? 'NASDAQ' : (company.exchange ?? 'OTC');
  const ticker = (company.tickers[0] ?? '').replace('-', '.');
  return `<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>Exhibit 99.1</title>
</head>
<body style="font-family:Times New Roman;font-size:10pt;">
<div style="text-align:right;">Exhibit 99.1</div>
<div style="text-align:center;font-size:14pt;font-weight:bold;">${escaped(company.brand)} ${pick(random, ['Reports', 'Announces'])} ${capitalise(ordinalOf(quarter))} Quarter ${yearOf(quarter)} ${pick(random, ['Financial Results', 'Results'])}</div>
<ul>
<li>Revenue of ${rounded(now.revenue, company, sign)}, ${moved} from a year ago</li>
<li>Diluted earnings (loss) per share of ${epsNow}; adjusted diluted earnings (loss) per share of ${adjusted}</li>
</ul>
${paragraph(`${company.city}, ${longDate(date)} -- ${company.brand}${ticker === '' ? '' : ` (${market}: ${ticker})`} today ${pick(random, ['reported', 'announced'])} financial results for the ${name}, which ended ${lastDayOf(quarter)}, ${yearOf(quarter)}.`)}
${paragraph(`Revenue was ${rounded(now.revenue, company, sign)}, compared with ${rounded(before.revenue, company, sign)} in the ${ordinalOf(quarter)} quarter of ${yearOf(quarter - 4)}. ${profit} was ${rounded(now.netIncome, company, sign)}, or ${sign}${perShare(centsPerShare(now.netIncome, now.dilutedShares))} per diluted share.`)}
${paragraph(`"Demand for our ${pick(random, company.sector.products)} ${pick(random, ['held up well', 'was in line with our plans', 'was uneven across regions'])}," said ${personName(random)}, chief executive officer of ${company.brand}.`)}
${chance(random, 0.7) ? outlook(facts, random) : ''}
${paragraph(`Conference call: management will discuss the results today at ${intBetween(random, 8, 11)}:30 a.m. Eastern time.`)}
${paragraph(`This release contains forward-looking statements within the meaning of the Private Securities Litigation Reform Act of 1995. Actual results may differ materially.`)}
<hr/>
${table(`${escaped(company.brand.toUpperCase())}<br/>CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS<br/>${heading}`, columns, statementLines, sign)}
${table(`RECONCILIATION OF GAAP TO NON-GAAP FINANCIAL MEASURES<br/>${heading}`, columns, reconciliationLines, sign)}
</body>
</html>
`;
}

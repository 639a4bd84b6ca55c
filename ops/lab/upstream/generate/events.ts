/** Defines the contents of 8-Ks and 6-Ks other than releases of results. */
import type { Random } from '../random.ts';
import { capitalise, phrase, type Facts } from './phrase.ts';

export interface ItemText {
  readonly number: string;
  readonly description: string;
  readonly pattern: string;
}

export interface EventKind {
  readonly weight: number;
  readonly items: readonly ItemText[];
  /** Headline and lead of the press release in EX-99.1; null when the report has none. */
  readonly release: readonly [headline: string, lead: string] | null;
}

const descriptions = {
  '1.01': 'Entry into a Material Definitive Agreement',
  '1.02': 'Termination of a Material Definitive Agreement',
  '2.01': 'Completion of Acquisition or Disposition of Assets',
  '2.03': 'Creation of a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement of a Registrant',
  '3.02': 'Unregistered Sales of Equity Securities',
  '4.01': "Changes in Registrant's Certifying Accountant",
  '5.02':
    'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers: Compensatory Arrangements of Certain Officers',
  '5.03': 'Amendments to Articles of Incorporation or Bylaws; Change in Fiscal Year',
  '5.07': 'Submission of Matters to a Vote of Security Holders',
  '7.01': 'Regulation FD Disclosure',
  '8.01': 'Other Events',
} as const;

const item = (number: keyof typeof descriptions, pattern: string): ItemText => ({ number, description: descriptions[number], pattern });

const furnished =
  'On {date}, {name} issued a press release, a copy of which is furnished as Exhibit 99.1 to this report and incorporated herein by reference.';

// prettier-ignore
export const eventKinds: readonly EventKind[] = [
  { weight: 9, items: [item('1.01', 'On {date}, {name} (the "Company") entered into [a supply agreement|a license agreement|a master services agreement] with {other} for {product}. Under the agreement the Company [will receive|is entitled to] payments of up to {sum} over {years} years, subject to customary conditions.')], release: null },
  { weight: 4, items: [item('1.01', 'On {date}, {name} (the "Company") entered into an Agreement and Plan of Merger with {other}, under which the Company will acquire all outstanding shares of {other} for {price} per share in cash, or about {sum} in total. The closing is subject to approval by shareholders and regulators.'), item('8.01', furnished)], release: ['{brand} to Acquire {other} for {sum}', '{brand} ({exchange}: {ticker}) today announced that it has agreed to acquire {other} for {price} per share in cash, a total of about {sum}. The transaction is expected to close in the first half of next year.'] },
  { weight: 5, items: [item('1.01', 'On {date}, {name} (the "Company") entered into a credit agreement with a group of lenders for a {years}-year revolving facility of {sum}. Borrowings bear interest at SOFR plus a margin.'), item('2.03', 'The information in Item 1.01 of this report is incorporated into this item by reference.')], release: null },
  { weight: 3, items: [item('1.02', 'On {date}, {name} (the "Company") terminated its [supply|distribution|merger] agreement with {other} [following a review of its business|in accordance with its terms]. The Company [paid no penalty|will pay a termination fee of {sum}].')], release: null },
  { weight: 5, items: [item('2.01', 'On {date}, {name} (the "Company") completed its previously announced acquisition of {other} for a purchase price of {sum} in cash.')], release: ['{brand} Completes Acquisition of {other}', '{brand} ({exchange}: {ticker}) today announced that it has completed its acquisition of {other} for {sum} in cash, adding {product} to its business.'] },
  { weight: 4, items: [item('1.01', 'On {date}, {name} (the "Company") entered into a securities purchase agreement with institutional investors for the sale of {shares} shares of its common stock at {price} per share.'), item('3.02', 'The information in Item 1.01 is incorporated by reference. The shares were sold without registration under Section 4(a)(2) of the Securities Act of 1933.')], release: null },
  { weight: 14, items: [item('5.02', 'On {date}, {chief}, [Chief Financial Officer|Chief Operating Officer|General Counsel] of {name} (the "Company"), notified the Company of [a decision to retire|a decision to resign] effective at the end of the quarter. The Board of Directors appointed {analyst} as successor.')], release: ['{brand} Announces [Leadership Transition|Executive Changes]', '{brand} ({exchange}: {ticker}) today announced that {analyst} will succeed {chief} in the company\'s senior management at the end of the quarter.'] },
  { weight: 8, items: [item('5.07', 'On {date}, {name} (the "Company") held its annual meeting of stockholders. Stockholders elected each of the nominees to the Board of Directors, ratified the appointment of the independent registered public accounting firm, and approved executive compensation on an advisory basis.')], release: null },
  { weight: 8, items: [item('7.01', 'On {date}, {name} (the "Company") will present at an investor conference. The slides are furnished as Exhibit 99.1 and will be available on the Company\'s website.')], release: ['{brand} [Investor Presentation|Presents at Conference]', '{brand} provides {product} to customers in {count} countries. These slides hold no new financial figures.'] },
  { weight: 6, items: [item('8.01', furnished)], release: ['{brand} [Wins Approval for|Launches|Receives Contract for] {product}', '{brand} ({exchange}: {ticker}) today [announced|said] that it has received [a contract|an approval] covering its {product}, with an expected value of {sum} over {years} years.'] },
  { weight: 5, items: [item('8.01', 'On {date}, the Board of Directors of {name} (the "Company") authorized the repurchase of up to {sum} of its common stock. The program has no expiration date.')], release: null },
  { weight: 2, items: [item('4.01', 'On {date}, the Audit Committee of {name} (the "Company") dismissed its independent registered public accounting firm. There were no disagreements on any matter of accounting principles.')], release: null },
  { weight: 3, items: [item('5.03', 'On {date}, the Board of Directors of {name} (the "Company") amended and restated the bylaws to revise the procedures for stockholder nominations.')], release: null },
];

// prettier-ignore
export const otherReports: readonly { readonly weight: number; readonly headline: string; readonly lead: string }[] = [
  { weight: 5, headline: '{brand} to [Announce|Report] {quarter} Results on {date}', lead: '{brand} ({exchange}: {ticker}) will [release|publish] its {quarter} financial results before the market opens on {date}, and will hold a conference call and webcast at 8:30 a.m. Eastern time to discuss the results.' },
  { weight: 4, headline: 'Results of the Annual General Meeting of {brand}', lead: '{brand} announces that at its Annual General Meeting held on {date} all resolutions put to shareholders were passed by the requisite majority.' },
  { weight: 3, headline: '{brand} [Appoints|Names] {analyst} to its Board', lead: '{brand} today announced the appointment of {analyst} as an independent non-executive director, effective immediately.' },
  { weight: 3, headline: '{brand} Announces Share Buyback Programme', lead: '{brand} announces a programme to repurchase ordinary shares for up to {sum}. The purpose of the programme is to reduce the capital of the company.' },
  { weight: 2, headline: '{brand} Declares [Interim|Quarterly] Dividend', lead: 'The board of {brand} has declared a dividend payable to shareholders of record on {date}.' },
];

export interface Written {
  readonly items: readonly (ItemText & { readonly text: string })[];
  readonly headline: string | null;
  readonly lead: string | null;
}

export const writeEvent = (kind: EventKind, facts: Facts, random: Random): Written => ({
  items: kind.items.map((one) => ({ ...one, text: phrase(one.pattern, facts, random) })),
  headline: kind.release === null ? null : capitalise(phrase(kind.release[0], facts, random)),
  lead: kind.release === null ? null : phrase(kind.release[1], facts, random),
});

/** 8-K items and kinds of 6-K. Sources: Form 8-K, General Instructions; SEC Release 33-8400 for the old item numbers. */
import type { Category, surfacedItems } from './vocabulary.ts';

export type SurfacedItem = (typeof surfacedItems)[number];

interface ItemMeaning {
  readonly number: string;
  /** Number of the item before 23 August 2004; null if there was no such item. */
  readonly old: string | null;
  /** Beginnings of the item's description in EDGAR's header, old and new, in lower case. */
  readonly descriptions: readonly string[];
}

// prettier-ignore
export const items: readonly ItemMeaning[] = [
  { number: '1.01', old: null, descriptions: ['entry into a material definitive agreement', 'entry into material definitive agreement'] },
  { number: '1.02', old: null, descriptions: ['termination of a material definitive agreement', 'termination of material definitive agreement'] },
  { number: '1.03', old: '3',  descriptions: ['bankruptcy or receivership'] },
  { number: '1.04', old: null, descriptions: ['mine safety'] },
  { number: '1.05', old: null, descriptions: ['material cybersecurity incident'] },
  { number: '2.01', old: '2',  descriptions: ['completion of acquisition or disposition of assets', 'acquisition or disposition of assets'] },
  { number: '2.02', old: '12', descriptions: ['results of operations and financial condition'] },
  { number: '2.03', old: null, descriptions: ['creation of a direct financial obligation'] },
  { number: '2.04', old: null, descriptions: ['triggering events that accelerate'] },
  { number: '2.05', old: null, descriptions: ['cost associated with exit', 'costs associated with exit'] },
  { number: '2.06', old: null, descriptions: ['material impairment'] },
  { number: '3.01', old: null, descriptions: ['notice of delisting'] },
  { number: '3.02', old: null, descriptions: ['unregistered sale'] },
  { number: '3.03', old: null, descriptions: ['material modification', 'material modifications'] },
  { number: '4.01', old: '4',  descriptions: ["changes in registrant's certifying accountant", 'changes in registrants certifying accountant'] },
  { number: '4.02', old: null, descriptions: ['non-reliance on previously issued'] },
  { number: '5.01', old: '1',  descriptions: ['changes in control of registrant'] },
  { number: '5.02', old: '6',  descriptions: ['departure of directors', "resignations of registrant's directors", 'resignation of registrant'] },
  { number: '5.03', old: '8',  descriptions: ['amendments to articles of incorporation', 'amendment to articles', 'change in fiscal year'] },
  { number: '5.04', old: '11', descriptions: ['temporary suspension of trading'] },
  { number: '5.05', old: '10', descriptions: ["amendments to the registrant's code", 'amendment to registrant', "amendments to registrant's code"] },
  { number: '5.06', old: null, descriptions: ['change in shell company status'] },
  { number: '5.07', old: null, descriptions: ['submission of matters to a vote'] },
  { number: '5.08', old: null, descriptions: ['shareholder director nominations', 'shareholder nominations'] },
  { number: '6.01', old: null, descriptions: ['abs informational'] },
  { number: '6.02', old: null, descriptions: ['change of servicer'] },
  { number: '6.03', old: null, descriptions: ['change in credit enhancement'] },
  { number: '6.04', old: null, descriptions: ['failure to make a required distribution'] },
  { number: '6.05', old: null, descriptions: ['securities act updating'] },
  { number: '7.01', old: '9',  descriptions: ['regulation fd disclosure'] },
  { number: '8.01', old: '5',  descriptions: ['other events'] },
  { number: '9.01', old: '7',  descriptions: ['financial statements and exhibits'] },
];

export const itemNumbers = items.map((item) => item.number) as [string, ...string[]];

/** Surfaced items by importance. The first of them that a filing has is its primary item. */
export const primaryOrder: readonly SurfacedItem[] = ['2.02', '2.01', '1.01', '1.02', '5.02', '2.03', '3.02', '5.07', '8.01', '7.01'];

/** Items that are more important than an earnings release in the same filing. */
export const alarmItems: readonly string[] = ['1.03', '2.04', '3.01', '4.02', '5.01'];

/** Returns the present number of an item, given its present or old number; null if unknown. */
export const itemToday = (item: string): string | null => items.find((meaning) => meaning.number === item || meaning.old === item)?.number ?? null;

export const itemCategory = (number: string): Category =>
  number === '2.02' ? 'earnings' : number === '2.01' ? 'mergers_acquisitions' : 'corporate_actions';

/** Reasons why a 6-K is not an earnings release; a metric and the log have each. */
export const form6kReasons = [
  'call_notice', // the date of results, a call or a webcast
  'meeting', // a general meeting, its notice or its votes
  'presentation', // slides or a supplement without a release
  'trading_update', // sales, production or guidance ahead of results
  'reporting_format', // how results will be presented
  'dividend',
  'transaction', // a deal, an offering, financing, a buyback
  'appointment', // directors and officers
  'annual_report', // an annual report as filed in the home country
  'one_metric_family', // results, but fewer than two kinds of figures
  'no_text',
  'other',
] as const;
export type Form6kReason = (typeof form6kReasons)[number];

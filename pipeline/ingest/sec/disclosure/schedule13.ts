/** Reads the XML of a Schedule 13D or 13G, a report of more than 5 percent of a class. The two name the same fields differently. */
import type { DisclosureContent, DisclosureFacts } from '#schemas/raw.ts';
import { childOf, childrenOf, textAt, type XmlElement } from '../form4/strict-xml.ts';
import { plainDecimal, readCik, readDay, Unreadable } from '../form4/filed-values.ts';
import { readNumber } from './submission-xml.ts';

export type StakeFacts = Extract<DisclosureFacts, { about: 'stake' }>;

const holderOf = (person: XmlElement): StakeFacts['holders'][number] => ({
  name: textAt(person, 'reportingPersonName').slice(0, 300),
  shares: readNumber(person, 'aggregateAmountOwned') ?? readNumber(person, 'reportingPersonBeneficiallyOwnedAggregateNumberOfShares'),
  percent: readNumber(person, 'percentOfClass') ?? readNumber(person, 'classPercent'),
  types: childrenOf(person, 'typeOfReportingPerson').map(({ text }) => text.trim().slice(0, 10)),
});

const printedNumber = /^([\d,]+(?:\.\d+)?) ?(?:%|shares)?\.?$/i;

/** Fills in missing figures of a single person from Item 4 of a 13G: an amendment may leave the cover page empty. */
function withItem4(holders: StakeFacts['holders'], item4: XmlElement | undefined): StakeFacts['holders'] {
  const [only] = holders;
  if (holders.length !== 1 || only === undefined) return holders;
  const stated = (name: string): string | null => {
    const printed = printedNumber.exec(textAt(item4, name))?.[1];
    return printed === undefined ? null : plainDecimal(printed);
  };
  return [{ ...only, shares: only.shares ?? stated('amountBeneficiallyOwned'), percent: only.percent ?? stated('classPercent') }];
}

/** Matches the number of outstanding shares of the class, on which the percentage is based. */
const outstanding =
  /\b(?:based (?:up)?on|out of|using|there were|consist\w* of|divided by)[^.;\d]{0,120}?\b(\d{1,3}(?:,\d{3}){1,4})\b[^.;]{0,160}?\boutstanding\b|\b(\d{1,3}(?:,\d{3}){1,4})[^.;,\d]{0,80}\b(?:issued and outstanding|outstanding)\b/gi;

const textsOf = (element: XmlElement | undefined): string[] =>
  element === undefined ? [] : [element.text, ...element.children.flatMap(textsOf)].filter((text) => /\S/.test(text));

/** Returns the number of outstanding shares that the texts state; null unless they state exactly one. */
export function statedOutstanding(texts: readonly string[]): string | null {
  const counts = new Set(texts.flatMap((text) => [...text.matchAll(outstanding)].map(([, based, plain]) => plainDecimal(based ?? plain ?? ''))));
  const [only] = counts;
  return counts.size === 1 ? (only ?? null) : null;
}

/** Matches a percentage, but not one of an owner of the shares ("5% of the partnership"). */
const percentage =
  /(?<![\d.,])(\d{1,3}(?:\.\d{1,4})?)\s?%(?! (?:of|owner|interest)\b(?:(?!\b(?:[Ss]tocks?|[Ss]hares?|[Uu]nits?|[Cc]lass(?:es)?|held|representing)\b)[^.;,]){0,40}\b(?:partner\w*|members?|membership|interests?|manager|trust|fund|general|LLC|LP)\b)/g;

export const percentsIn = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(percentage)].map(([, number = '']) => plainDecimal(number) ?? '')))]
    .filter((number) => number !== '')
    .slice(0, 100);

/** Returns the facts of the schedule. Throws Unreadable if it names no reporting person or no issuer, or has a figure that cannot be read. */
export function readSchedule13(root: XmlElement): DisclosureContent {
  const form = childOf(root, 'formData');
  const cover = childOf(form, 'coverPageHeader');
  const issuer = childOf(cover, 'issuerInfo');
  const [itemsD, itemsG] = [childOf(form, 'items1To7'), childOf(form, 'items')];
  const persons = [
    ...childrenOf(childOf(form, 'reportingPersons'), 'reportingPersonInfo'),
    ...childrenOf(form, 'coverPageHeaderReportingPersonDetails'),
  ];
  const holders = withItem4(persons.map(holderOf), childOf(itemsG, 'item4'));
  if (holders.length === 0 || holders[0]!.name === '') throw new Unreadable('no reporting person');
  const onStake = [...textsOf(childOf(itemsD, 'item5')), ...textsOf(childOf(itemsG, 'item4'))];
  const amends = /\d{10}-\d{2}-\d{6}/.exec(textAt(root, 'headerData', 'previousAccessionNumber'))?.[0] ?? null;
  return {
    issuer: { cik: readCik(textAt(issuer, 'issuerCIK') || textAt(issuer, 'issuerCik')), name: textAt(issuer, 'issuerName').slice(0, 300) },
    facts: {
      about: 'stake',
      security: textAt(cover, 'securitiesClassTitle').slice(0, 300),
      event_on: readDay(textAt(cover, 'dateOfEvent') || textAt(cover, 'eventDateRequiresFilingThisStatement')),
      amendment: textAt(cover, 'amendmentNo').slice(0, 10) || null,
      amends,
      before: null,
      holders,
      purpose: (childOf(childOf(itemsD, 'item4'), 'transactionPurpose')?.text ?? '').trim().slice(0, 40_000),
      item_percents: percentsIn(onStake),
      outstanding: statedOutstanding([...persons.flatMap((person) => [textAt(person, 'commentContent'), textAt(person, 'comments')]), ...onStake]),
      is_under_five: textAt(itemsG, 'item5', 'classOwnership5PercentOrLess').toUpperCase() === 'Y',
    },
  };
}

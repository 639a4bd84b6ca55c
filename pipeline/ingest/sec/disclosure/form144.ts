/** Reads a Form 144, a notice of an intended sale under Rule 144, from its XML. */
import type { DisclosureContent } from '#schemas/raw.ts';
import { childOf, childrenOf, textAt, type XmlElement } from '../form4/strict-xml.ts';
import { readCik, readDay, Unreadable } from '../form4/filed-values.ts';
import { readNumber } from './submission-xml.ts';

const plan = /\b10\s?b\s?5\s?-?\s?1\b/i;
const denied = /\b(?:not|no|never|without|neither|nor|none)\b/i;
const namesPlan = (remarks: string): boolean =>
  remarks.split(/[.;](?:\s|$)/).some((sentence) => {
    const at = sentence.search(plan);
    return at >= 0 && !denied.test(sentence.slice(0, at));
  });

/** Returns the facts of the notice. Throws Unreadable if it names no shares to be sold. */
export function readForm144(root: XmlElement): DisclosureContent {
  const form = childOf(root, 'formData');
  const issuer = childOf(form, 'issuerInfo');
  const notice = childOf(form, 'noticeSignature');
  const sales = childrenOf(form, 'securitiesInformation').map((row) => {
    const shares = readNumber(row, 'noOfUnitsSold');
    if (shares === null || Number(shares) === 0) throw new Unreadable('no number of shares to be sold');
    return {
      security: textAt(row, 'securitiesClassTitle').slice(0, 300),
      shares,
      value_usd: readNumber(row, 'aggregateMarketValue'),
      outstanding: readNumber(row, 'noOfUnitsOutstanding'),
      sale_on: readDay(textAt(row, 'approxSaleDate')),
      broker: textAt(row, 'brokerOrMarketmakerDetails', 'name').slice(0, 300),
    };
  });
  if (sales.length === 0) throw new Unreadable('no securities to be sold');
  const adopted = childrenOf(childOf(notice, 'planAdoptionDates'), 'planAdoptionDate').map((date) => readDay(date.text.trim()));
  return {
    issuer: { cik: readCik(textAt(issuer, 'issuerCik')), name: textAt(issuer, 'issuerName').slice(0, 300) },
    facts: {
      about: 'sale',
      seller: textAt(issuer, 'nameOfPersonForWhoseAccountTheSecuritiesAreToBeSold').slice(0, 300),
      relations: childrenOf(childOf(issuer, 'relationshipsToIssuer'), 'relationshipToIssuer').map(({ text }) => text.trim().slice(0, 300)),
      sales,
      plan_adopted_on: adopted.filter((date) => date !== null),
      names_plan: namesPlan(textAt(form, 'remarks')),
    },
  };
}

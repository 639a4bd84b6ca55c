/**
 * Builds the RAW message of a disclosure (Form 144, Schedule 13D or 13G, NT 10-K or NT 10-Q) from its submission, or returns its refusal.
 * Figures are as filed, and one that cannot be read refuses the filing.
 */
import type { DisclosureContent, RawDisclosure } from '#schemas/raw.ts';
import { collectedForms, disclosureSources, type DisclosureForm, type DisclosureSource } from '#schemas/vocabulary.ts';
import type { Submission } from '../documents/documents.ts';
import { mainDocument } from '../filing/exhibit.ts';
import { sharedFields, type ListedFiling } from '../listed-filing.ts';
import { childOf, childrenOf, textAt, type XmlElement } from '../form4/strict-xml.ts';
import { refused, refuseSubmission, type FilingRead } from '../refusal.ts';
import { readLateNotice } from './late-notice.ts';
import { readSchedule13 } from './schedule13.ts';
import { readCik, readDay, Unreadable } from '../form4/filed-values.ts';
import { readNumber, readSubmissionXml } from './submission-xml.ts';

const inXml =
  (read: (root: XmlElement) => DisclosureContent) =>
  (source: string): DisclosureContent | null => {
    const root = readSubmissionXml(source);
    return root === null ? null : read(root);
  };

type Reader = (source: string, submission: Submission, listed: ListedFiling) => DisclosureContent | null;

/** The reader of each source. It returns null for a document of another format. */
const readers: Readonly<Record<DisclosureSource, Reader>> = {
  sec_form144: inXml(readForm144),
  sec_schedule13d: inXml(readSchedule13),
  sec_schedule13g: inXml(readSchedule13),
  sec_nt10k: readLateNotice,
  sec_nt10q: readLateNotice,
};

const sourceOf = (form: string): DisclosureSource | undefined =>
  disclosureSources.find((source) => (collectedForms[source] as readonly string[]).includes(form));

export function readDisclosure(submission: Submission, listed: ListedFiling): FilingRead<RawDisclosure> {
  const { header, documents } = submission;
  const unreadable = refuseSubmission(submission, listed);
  if (unreadable !== null) return unreadable;
  const form = (header.form ?? listed.form ?? '').toUpperCase();
  const source = sourceOf(form);
  if (source === undefined) return refused('not_collected', `form ${form || 'without type'}`);
  const text = mainDocument(documents)?.source ?? null;
  if (text === null) return refused('malformed', 'no readable document');
  try {
    const content = readers[source](text, submission, listed);
    if (content === null) return refused('unknown_format', `the main document does not have the format of form ${form}`);
    return {
      ok: true,
      filing: {
        kind: 'disclosure',
        source,
        ...sharedFields(listed, header, content.issuer.cik),
        form: form as DisclosureForm,
        ...content,
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return refused('malformed', error.message);
    throw error;
  }
}

const plan = /\b10\s?b\s?5\s?-?\s?1\b/i;
const denied = /\b(?:not|no|never|without|neither|nor|none)\b/i;
const namesPlan = (remarks: string): boolean =>
  remarks.split(/[.;](?:\s|$)/).some((sentence) => {
    const at = sentence.search(plan);
    return at >= 0 && !denied.test(sentence.slice(0, at));
  });

/**
 * Returns the facts of a Form 144, a notice of an intended sale under Rule 144. Throws Unreadable if it names no shares to be sold or no
 * issuer, or has a figure that cannot be read.
 */
function readForm144(root: XmlElement): DisclosureContent {
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

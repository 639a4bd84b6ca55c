/** Generates filings: Forms 4, 8-Ks, 6-Ks, disclosures, their amendments, and forms that no stage collects. */
import { LRUCache } from 'lru-cache';
import { filingDate } from '#schemas/edgar-calendar.ts';
import { lowerBound } from '#schemas/lower-bound.ts';
import { disclosureSources } from '#schemas/vocabulary.ts';
import { easternTime } from '../eastern.ts';
import { sourceOf, type Filing, type FilingShelf, type Party } from '../edgar/filing.ts';
import { encodeXml } from '../feeds/markup.ts';
import type { ReleaseSchedule } from '../lane.ts';
import { intBetween, pick, randomOf, weightedDraw } from '../random.ts';
import { listedCompanies, unlistedCompanies } from './companies.ts';
import { disclosureAt, disclosureParties } from './disclosures.ts';
import { form4At, form4PlanAt } from './form4.ts';
import { ownershipDocument, type Form4 } from './ownership-document.ts';
import { form6kAt, form8kAt, reporterAt, type Report } from './reports.ts';
import { submissionText, type SubmissionDocument } from './submission.ts';

const drawForm = weightedDraw<string>([
  ['4', 560],
  ['4/A', 30],
  ['8-K', 190],
  ['8-K/A', 8],
  ['8-K12B', 6],
  ['8-K15D5', 4],
  ['6-K', 85],
  ['6-K/A', 4],
  ['144', 20],
  ['SCHEDULE 13D', 3],
  ['SCHEDULE 13D/A', 5],
  ['SCHEDULE 13G', 4],
  ['SCHEDULE 13G/A', 2],
  ['NT 10-K', 3],
  ['NT 10-Q', 3],
  ['424B2', 10],
  ['424B3', 10],
  ['424B5', 6],
  ['497', 10],
  ['497K', 12],
  ['485BPOS', 6],
  ['485BXT', 6],
  ['40-APP/A', 8],
  ['425', 12],
]);
/** Number of filing agents. An accession number encodes the agent and the agent's count of filings, which give the filing's index. */
const agents = 37;
const firstAgent = 2_100_001;
const agentStep = 1_013;
const listedMost = 4_000;
/** Number of cached submission texts; others are generated again on demand. */
const submissionsKept = 2_000;
const keptBytesMax = 64_000_000;

const isReport = (form: string): boolean => sourceOf(form) === 'sec_form8k' || sourceOf(form) === 'sec_form6k';

const isDisclosure = (form: string): boolean => (disclosureSources as readonly (string | null)[]).includes(sourceOf(form));

const formAt = (seed: number, index: number): string => drawForm(randomOf(seed, 'form', index));

/** Returns the index of the Form 4 that the amendment at `index` corrects, or null when none of the hundred before is one. */
export function amendedBy(seed: number, index: number): number | null {
  const from = index - intBetween(randomOf(seed, 'amends', index), 1, 40);
  for (let at = from; at >= Math.max(0, from - 100); at--) if (formAt(seed, at) === '4') return at;
  return null;
}

function partiesAt(seed: number, index: number, form: string): readonly Party[] {
  if (isReport(form)) {
    const { cik, name } = reporterAt(seed, index, form);
    return [{ cik, name, role: 'Filer' }];
  }
  if (sourceOf(form) === 'sec_form4') {
    const { issuer, owners } = form4PlanAt(seed, form === '4/A' ? (amendedBy(seed, index) ?? index) : index);
    const issuerParty: Party = { cik: issuer.cik, name: issuer.name, role: 'Issuer' };
    const ownerParties = owners.map(({ cik, name }): Party => ({ cik, name, role: 'Reporting' }));
    return index % 2 === 0 ? [issuerParty, ...ownerParties] : [...ownerParties, issuerParty];
  }
  if (isDisclosure(form)) {
    const { company, holder } = disclosureParties(seed, index);
    if (form.startsWith('NT')) return [{ cik: company.cik, name: company.name, role: 'Filer' }];
    return [
      { cik: company.cik, name: company.name, role: 'Subject' },
      { cik: holder.cik, name: holder.name, role: form.startsWith('144') ? 'Reporting' : 'Filed by' },
    ];
  }
  const random = randomOf(seed, 'filer', index);
  const first = pick(random, listedCompanies);
  const second = pick(random, unlistedCompanies);
  if (form === '425')
    return [
      { cik: first.cik, name: first.name, role: 'Subject' },
      { cik: second.cik, name: second.name, role: 'Filed by' },
    ];
  const filer: Party = { cik: first.cik, name: first.name, role: 'Filer' };
  return form === '424B2' ? [filer, { cik: second.cik, name: second.name, role: 'Filer' }] : [filer];
}

interface Contents {
  readonly period: string | null;
  readonly items?: readonly string[];
  readonly documents: readonly SubmissionDocument[];
  readonly charset: 'utf8' | 'latin1';
}

export interface GeneratedFilings extends FilingShelf {
  readonly at: (index: number) => Filing;
}

/** Returns the filings, each released and dated by `lane`. */
export function generatedFilings(seed: number, lane: ReleaseSchedule): GeneratedFilings {
  const acceptedAt = (index: number): number => Math.floor(lane.datedAt(index) / 1000) * 1000;
  const filedOn = (index: number, form: string): string => filingDate(new Date(acceptedAt(index)).toISOString(), form);
  const acceptedOn = (index: number): string => easternTime(acceptedAt(index)).date;
  const kept = new LRUCache<number, Buffer>({ max: submissionsKept, maxSize: keptBytesMax, sizeCalculation: (text) => text.length });
  const heads = new LRUCache<number, Filing>({ max: listedMost });

  function at(index: number): Filing {
    const known = heads.get(index);
    if (known !== undefined) return known;
    const made = makeFiling(index);
    heads.set(index, made);
    return made;
  }

  function makeFiling(index: number): Filing {
    const form = formAt(seed, index);
    const day = filedOn(index, form);
    const agent = String(firstAgent + (index % agents) * agentStep).padStart(10, '0');
    const turn = String(Math.floor(index / agents) + 1).padStart(6, '0');
    return {
      ref: { lane: 1, index },
      accession: `${agent}-${day.slice(2, 4)}-${turn}`,
      form,
      acceptedAt: acceptedAt(index),
      filedOn: day,
      parties: partiesAt(seed, index, form),
      // The size is drawn, because generating a report for every listing would be slow.
      ...(isReport(form) && { sizeBytes: intBetween(randomOf(seed, 'size', index), 20_000, 400_000) }),
    };
  }

  function form4(filing: Filing): Form4 | null {
    const { index } = filing.ref;
    if (filing.form === '4') return form4At(seed, index, acceptedOn(index));
    if (filing.form !== '4/A') return null;
    const original = amendedBy(seed, index) ?? index;
    const first = form4At(seed, original, acceptedOn(original));
    return {
      ...first,
      documentType: '4/A',
      amends: filedOn(original, '4'),
      rows: first.rows.map((row, place) => (place === 0 ? { ...row, shares: String(Number(row.shares) + 100) } : row)),
      remarks: 'This amendment corrects the number of shares.',
      signedOn: acceptedOn(index),
    };
  }

  function report({ form, ref }: Filing): Report | null {
    if (!isReport(form)) return null;
    const make = sourceOf(form) === 'sec_form6k' ? form6kAt : form8kAt;
    return make(seed, ref.index, acceptedOn(ref.index));
  }

  /** Returns the documents of a filing and the charset of their texts. */
  function contentsOf(filing: Filing): Contents {
    const { form } = filing;
    const { index } = filing.ref;
    const own = report(filing);
    if (own !== null) {
      const [cover, ...others] = own.documents;
      return { period: own.period, items: own.items, documents: [{ ...cover!, type: form }, ...others], charset: 'utf8' };
    }
    if (isDisclosure(form)) {
      const { name, text, period } = disclosureAt(seed, index, form, acceptedOn(index));
      return { period, documents: [{ type: form, name, description: form, text }], charset: 'utf8' };
    }
    const trades = form4(filing);
    const random = randomOf(seed, 'file', index);
    if (trades === null) {
      const name = `d${intBetween(random, 100_000, 999_999)}d${form.toLowerCase().replace(/\W/g, '')}.htm`;
      const parties = filing.parties.map((party) => party.name.replaceAll('&', '&amp;')).join(', ');
      const text = `<html><head><title>${form}</title></head><body><p>${parties}</p><p>This document is not an offer to sell these securities.</p></body></html>`;
      return { period: null, documents: [{ type: form, name, description: form, text }], charset: 'latin1' };
    }
    const name = pick(random, [
      `wf-form4_${intBetween(random, 1e8, 9e8)}.xml`,
      'form4.xml',
      'primary_doc.xml',
      'edgardoc.xml',
      'ownership.xml',
      'doc4.xml',
    ]);
    const text = encodeXml(ownershipDocument(trades), 'iso-8859-1')
      .toString('latin1')
      .replace(/[\u0080-\u00ff]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const description = pick(random, ['FORM 4', 'PRIMARY DOCUMENT', 'OWNERSHIP DOCUMENT', 'FORM 4 SUBMISSION']);
    return { period: trades.period, documents: [{ type: form, name, description, text }], charset: 'latin1' };
  }

  function submission(filing: Filing): Buffer {
    const { index } = filing.ref;
    const known = kept.get(index);
    if (known !== undefined) return known;
    const { period, items, documents, charset } = contentsOf(filing);
    const text = Buffer.from(submissionText(filing, period, documents, items), charset);
    kept.set(index, text);
    return text;
  }

  return {
    at,
    submission,
    *newest(now) {
      const published = lane.position(now);
      for (let index = published - 1; index >= Math.max(0, published - listedMost); index--) yield at(index);
    },
    byAccession(accession, now) {
      const [agent = '', , turn = ''] = accession.split('-');
      const place = (Number(agent) - firstAgent) / agentStep;
      const index = (Number(turn) - 1) * agents + place;
      if (!Number.isInteger(place) || place < 0 || place >= agents || index < 0 || index >= lane.position(now)) return null;
      const filing = at(index);
      return filing.accession === accession ? filing : null;
    },
    *filedOn(date, now) {
      const published = lane.position(now);
      const first = lowerBound(0, published, (index) => filedOn(index, '8-K') < date);
      for (let index = first; index < published; index++) {
        const filing = at(index);
        if (filing.filedOn === date) yield filing;
        // A Form 4 keeps its day of acceptance later in the evening than other forms, so no later filing has the date.
        else if (filedOn(index, '4') > date) return;
      }
    },
  };
}

/** The table of EDGAR sources, one per stage: the query of the feed, the collected forms, and the function that fetches a filing. */
import { collectedForms, type DisclosureSource, type SecSourceType } from '#schemas/vocabulary.ts';
import type { EdgarAccess } from './access/edgar-access.ts';
import type { FilingFetch } from './fetch/fetch-filing.ts';
import { createDisclosureFetch } from './fetch/fetch-disclosure.ts';
import { createSubmissionFetch } from './fetch/fetch-submission.ts';

export interface SecSource {
  readonly name: SecSourceType;
  /** Form sent in the query of the feed. EDGAR matches it as a prefix: `4` also lists 424B2, and `8-K` also 8-K12B. */
  readonly feedType: string;
  /** Forms that are collected; the form of an entry must equal one of them. */
  readonly forms: ReadonlySet<string>;
  readonly createFetch: (edgar: EdgarAccess) => FilingFetch;
}

const source = (name: SecSourceType, createFetch: SecSource['createFetch']): SecSource => ({
  name,
  feedType: collectedForms[name][0],
  forms: new Set(collectedForms[name]),
  createFetch,
});

const disclosures = (name: DisclosureSource): SecSource => source(name, (options) => createDisclosureFetch(name, options));

export const secSources: Readonly<Record<SecSourceType, SecSource>> = {
  sec_form4: source('sec_form4', (options) => createSubmissionFetch('sec_form4', 'form4', options)),
  sec_form8k: source('sec_form8k', (options) => createSubmissionFetch('sec_form8k', 'filing', options)),
  sec_form6k: source('sec_form6k', (options) => createSubmissionFetch('sec_form6k', 'filing', options)),
  sec_form144: disclosures('sec_form144'),
  sec_schedule13d: disclosures('sec_schedule13d'),
  sec_schedule13g: disclosures('sec_schedule13g'),
  sec_nt10k: disclosures('sec_nt10k'),
  sec_nt10q: disclosures('sec_nt10q'),
};

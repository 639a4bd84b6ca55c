/** What is collected from EDGAR, a line a stage: what its feed is asked for, the forms that count, how one filing is read. */
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import type { FilingFetch, FilingFetchOptions } from './fetch/fetch-filing.ts';
import { createForm4Fetch } from './fetch/fetch-form4.ts';
import { createSubmissionFetch } from './fetch/fetch-submission.ts';

export interface SecSource {
  readonly name: SecSourceType;
  /** EDGAR takes it for a prefix: asked for `4` it also lists 424B2, asked for `8-K` also 8-K12B. */
  readonly feedType: string;
  /** Compared whole. */
  readonly forms: ReadonlySet<string>;
  readonly createFetch: (options: FilingFetchOptions) => FilingFetch;
}

const source = (name: SecSourceType, createFetch: SecSource['createFetch']): SecSource => ({
  name,
  feedType: collectedForms[name][0],
  forms: new Set(collectedForms[name]),
  createFetch,
});

export const secSources: Readonly<Record<SecSourceType, SecSource>> = {
  sec_form4: source('sec_form4', createForm4Fetch),
  sec_form8k: source('sec_form8k', (options) => createSubmissionFetch('sec_form8k', options)),
  sec_form6k: source('sec_form6k', (options) => createSubmissionFetch('sec_form6k', options)),
};

import { expect, test } from 'vitest';
import { isToBeAcquired } from '#pipeline/refine/filing/takeover-target.ts';

const opening =
  'On May 3, 2026, Acme Corp (the “Company”) entered into an Agreement and Plan of Merger with Oak Holdings, Inc. (“Oak”) and Pine Merger Sub, Inc.';

test.each([
  `${opening} Merger Sub will merge with and into the Company.`,
  `${opening} The Company will merge with and into Oak.`,
  `${opening} Following the merger the Company will continue as the surviving corporation and a wholly owned subsidiary of Oak.`,
  `${opening} Oak will commence an offer to acquire all of the outstanding shares of common stock of the Company.`,
  `${opening} The Company will file with the SEC a proxy statement on Schedule 14A.`,
])('%s: it is to be acquired', (lead) => expect(isToBeAcquired(lead, 'Acme Corp')).toBe(true));

test.each([
  `${opening} Merger Sub will merge with and into Oak, with Oak surviving as a wholly owned subsidiary of the Company.`,
  `${opening} The Company will file a registration statement on Form S-4 that includes a joint proxy statement.`,
  `As previously announced, ${opening.slice(0, 1).toLowerCase()}${opening.slice(1)} Merger Sub will merge with and into the Company.`,
  'The Company will file a proxy statement for its annual meeting.',
])('%s: it is not, or that is no news', (lead) => expect(isToBeAcquired(lead, 'Acme Corp')).toBe(false));

const agreed = (parties: string): string => `On May 3, 2026, ${parties} entered into an Agreement and Plan of Merger.`;
const merges = 'Merger Sub will merge with and into the Company, with the Company surviving as a wholly owned subsidiary of Parent.';

test.each([
  ['Acme Corp', `${agreed('Acme Corp., Pine Merger Sub, Inc. and Beta, Inc. (“Beta” or the “Company”)')} ${merges}`],
  ['Acme Acquisition Corp', `${agreed('Acme Acquisition Corp. (the “Company”), Pine Merger Sub, Inc. and Beta, Inc.')} ${merges}`],
  [
    'Acme Growth Corp',
    `${agreed('Acme Growth Corp. (the “Company”), a blank check company, Pine Merger Sub, Inc. and Beta, Inc.')} Pine Merger Sub will merge with and into the Company.`,
  ],
  [
    'Acme Corp',
    `${agreed('Acme Corp. (the “Company”), Acme Holdings and Pine Merger Sub')} ${merges} The holding company reorganization needs no vote.`,
  ],
])('%s acquires or is renewed: %s', (company, lead) => expect(isToBeAcquired(lead, company)).toBe(false));

test.each([
  ['GAMBLE PROCTER CO', `${agreed('Oak Holdings, Inc. (“Parent”), Pine Merger Sub, Inc. and Procter and Gamble Company (the “Company”)')} ${merges}`],
  ['NEW NAME CORP', `${agreed('Oak Holdings, Inc. of New York (“Parent”), Pine Merger Sub, Inc. and Former Inc. (the “Company”)')} ${merges}`],
])('%s is acquired: %s', (company, lead) => expect(isToBeAcquired(lead, company)).toBe(true));

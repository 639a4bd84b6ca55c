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
  `${opening} Oak will merge with and into the Company, with the Company as the surviving corporation.`,
  `${opening} The Company will file a registration statement on Form S-4 that includes a joint proxy statement.`,
  `As previously announced, ${opening.slice(0, 1).toLowerCase()}${opening.slice(1)} Merger Sub will merge with and into the Company.`,
  'The Company will file a proxy statement for its annual meeting.',
])('%s: it is not, or that is no news', (lead) => expect(isToBeAcquired(lead, 'Acme Corp')).toBe(false));

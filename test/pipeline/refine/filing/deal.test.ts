/** The target company of a merger or purchase agreement. */
import { expect, test } from 'vitest';
import { dealOf } from '#pipeline/refine/filing/deal.ts';

const merger = 'entered into an Agreement and Plan of Merger';

test.each([
  [merger, 'Under it Acme will acquire all of the outstanding shares of Oak Holdings, Inc. for cash.', 'Acme Corp', ' to acquire Oak Holdings Inc'],
  ['entered into the Merger Agreement', 'Acme agreed to acquire all of Oak’s outstanding shares.', 'Acme Corp', ' to acquire Oak'],
  ['entered into a Share Purchase Agreement', 'Acme will purchase the shares of Oak Ltd.', 'Acme Corp', ' to acquire Oak Ltd'],
  // The company itself is not a target, by any word of its name.
  [merger, 'Pine will acquire Acme for cash.', 'The Old Acme Company', ''],
  // Agreements without a target company.
  ['replaced its Credit Agreement', 'It prepares to acquire Oak Holdings, Inc.', 'Acme Corp', ''],
  // The title names it already.
  ['completed its acquisition of Oak under a Stock Purchase Agreement', 'Acme agreed to acquire Oak.', 'Acme Corp', ''],
])('the target of an agreement: %s: %s', (title, lead, company, deal) => expect(dealOf(title, lead, company)).toBe(deal));

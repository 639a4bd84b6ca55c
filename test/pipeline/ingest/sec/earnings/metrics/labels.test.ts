import { expect, test } from 'vitest';
import { netIncomeKind, revenueRank } from '#pipeline/ingest/sec/earnings/metrics/labels.ts';

test.each([
  ['Net income', 'plain'],
  ['Net result', 'plain'],
  ['Profit for the period', 'plain'],
  ['Net (Loss) Earnings Attributable to Hasbro, Inc.', 'parent'],
  ['Net income (loss) (Group share)', 'parent'],
  ['Net income available to common stockholders', 'common'],
  ['Net income including noncontrolling interests', 'including_nci'],
  ['Net income before noncontrolling interests', 'including_nci'],
])('%s is net income (%s)', (label, kind) => expect(netIncomeKind(label)).toBe(kind));

test.each(['Net income attributable to noncontrolling interests', 'Income before income taxes', 'Loss', 'Net income from discontinued operations'])(
  '%s is not',
  (label) => expect(netIncomeKind(label)).toBeNull(),
);

test.each([
  ['Total revenues', 3],
  ['Net sales', 2],
  ['OPERATING REVENUES', 2],
  ['Turnover', 2],
])('%s is revenue (%s)', (label, rank) => expect(revenueRank(label)).toBe(rank));

test.each(['Revenue growth', 'Royalty revenue'])('%s is not', (label) => expect(revenueRank(label)).toBe(0));

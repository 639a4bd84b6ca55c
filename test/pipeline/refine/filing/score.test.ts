/** The relevance of a filing without a headline, from its words. */
import { describe, expect, test } from 'vitest';
import { scoreFiling } from '#pipeline/refine/filing/score.ts';
import type { SurfacedItem } from '#schemas/filing.ts';

const scored = (primaryItem: SurfacedItem, lead: string): string => {
  const { relevance, content } = scoreFiling({ primaryItem, headline: '', lead, isAmendment: false, hasRead: false });
  return `${relevance} ${content ?? '-'}`;
};

describe('a filing without a headline scores', () => {
  test.each<[SurfacedItem, string, string]>([
    ['8.01', 'Acme Corp announced the execution of a merger agreement with Oak Holdings, Inc.', '10 takeover'],
    ['1.01', 'On May 3, 2012, Acme Corp signed a merger agreement with Oak Holdings, Inc.', '10 takeover'],
    // An agreement made earlier is not news.
    ['8.01', 'In anticipation of the purchase under the Merger Agreement with Oak, Acme replaced its $2 billion Credit Agreement.', '5 credit'],
    ['2.01', 'Acme announced that it had entered into a merger agreement with Oak. Acme completed the merger on May 3, 2012.', '9 completed'],
    [
      '1.01',
      'In connection with the Agreement and Plan of Merger dated May 3, 2012, Acme entered into a Credit Agreement with Pine Bank.',
      '6 credit',
    ],
    ['8.01', 'The Board has determined to suspend the payment of dividends.', '6 dividend'],
    ['8.01', 'Acme Bank received a cease and desist order.', '8 regulator'],
    ['5.02', 'Jane Roe was elected as a director and a member of the Cyber and Risk Committee.', '6 -'],
    ['8.01', 'Acme became aware of a cybersecurity incident at a plant.', '8 investigation'],
  ])('%s: %s', (item, lead, result) => expect(scored(item, lead)).toBe(result));
});

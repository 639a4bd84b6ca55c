import { describe, expect, test } from 'vitest';
import {
  form144,
  saleRow,
  schedule13d,
  schedule13g,
  filerHeader,
  lateNotice,
  type Schedule,
} from '#test/pipeline/ingest/sec/disclosure/documents.ts';
import { directoryOf } from '../form4/fixtures.ts';
import { rawOf, recordOf, rowOf, shown } from './fixtures.ts';

const sale = (rows?: string, rest?: string, form = '144') => rawOf({ form, text: form144(rows, rest) });
const stakeD = (schedule: Schedule = {}) =>
  rawOf({ form: schedule.amends === undefined ? 'SCHEDULE 13D' : 'SCHEDULE 13D/A', text: schedule13d(schedule) });
const stakeG = (schedule: Schedule = {}, form = 'SCHEDULE 13G') => rawOf({ form, text: schedule13g(schedule) });
const late = (notice: Parameters<typeof lateNotice>[0] = {}, form = 'NT 10-K') =>
  rawOf({ form, text: lateNotice(notice), filers: filerHeader, period: '20251231' });

const plan =
  '<ns2:noticeSignature><ns2:planAdoptionDates><ns2:planAdoptionDate>11/15/2025</ns2:planAdoptionDate></ns2:planAdoptionDates></ns2:noticeSignature>';
const before = (percent: string, shares = '1') => [{ name: 'Hill Partners LP', shares, percent, types: [] }];
const withBefore = (raw: ReturnType<typeof stakeD>, percent: string, shares?: string) =>
  raw.facts.about === 'stake' ? { ...raw, facts: { ...raw.facts, before: before(percent, shares) } } : raw;

test('persons who report the same shares hold them together: an exit that names each once', () => {
  const persons = ['Hill Partners LP', 'Hill Capital LLC', 'Hill Capital LLC'].map((name) => ({ name, shares: '200', percent: '2.0' }));
  const { title, summary } = shown(withBefore(stakeD({ persons, amends: '0001000001-26-000001' }), '6.0'));
  expect(title).toContain('fall to 2%');
  expect(summary).toContain('Filed jointly with Hill Capital LLC.');
});

describe('figures that contradict each other', () => {
  const person = (shares: string, percent: string) => ({ persons: [{ name: 'Hill Partners LP', shares, percent }] });
  test('of a first schedule are no crossing', () => {
    expect(shown(stakeD(person('0', '0')))).toMatchObject({ sentiment: 'neutral', score: 7 });
    expect(shown(stakeG(person('4000000', '4.0')))).toMatchObject({ sentiment: 'neutral', score: 3 });
  });

  test('with a box for five percent or less state no percentage', () => {
    const { title, sentiment } = shown(withBefore(stakeG({ ...person('12000000', '12.0'), isUnderFive: true }, 'SCHEDULE 13G/A'), '13.0'));
    expect([title.includes('%'), sentiment]).toEqual([false, 'neutral']);
  });
});

describe('an intended sale', () => {
  test('names seller, shares, value and share of the class', () => {
    const { title, summary, ...rest } = shown(sale());
    expect(title).toBe('Acme Corp (ACME): Jane Quill, director, intends to sell 60,000 shares worth $12 million');
    expect(summary).toBe(
      'Jane Quill, director of Acme Corp (ACME), gave notice of the intended sale of 60,000 shares (Common), 0.02% of the 400,000,000 outstanding, from about March 24, 2026. Market value: $12,000,000.50. The form states no plan under Rule 10b5-1. Broker: Harbor & Lane.',
    );
    expect(rest).toEqual({ score: 5, category: 'insider', sentiment: 'negative', confidence: 'low' });
  });

  test('scores by value and share of the class, and lower under a plan', () => {
    const scoreOf = (value: string, outstanding?: string, rest?: string) =>
      shown(sale(saleRow({ value, ...(outstanding && { outstanding }) }), rest)).score;
    expect([scoreOf('100000'), scoreOf('300000'), scoreOf('12000000')]).toEqual([3, 4, 5]);
    expect(scoreOf('100000', '6000000')).toBe(5);
    expect([scoreOf('100000', undefined, plan), scoreOf('12000000', undefined, plan)]).toEqual([3, 4]);
    expect(shown(sale(saleRow(), plan))).toMatchObject({ sentiment: 'neutral' });
    expect(shown(sale(saleRow(), plan)).title).toContain('under a 10b5-1 plan');
  });

  test.each([
    ['The seller has not adopted any Rule 10b5-1 trading plan.', false],
    ['Sold under Rule 10b5-1 Plan No. 2 of the seller.', true],
    ['Sold under a 10b5-1 plan, which has not been amended.', true],
  ])('%s', (remarks, hasPlan) => {
    expect(shown(sale(saleRow(), `<ns2:remarks>${remarks}</ns2:remarks>`)).title.includes('under a 10b5-1 plan')).toBe(hasPlan);
  });

  test.each([
    ['10', '12000000'],
    ['60000', '200.01'],
  ])('leaves out a value that cannot be right, and does not score on it: %s shares worth $%s', (shares, value) => {
    const row = shown(sale(saleRow({ shares, value })));
    expect(row).toMatchObject({ score: 3, sentiment: 'neutral' });
    expect(row.title).not.toContain('worth');
    expect(row.summary).toContain('cannot be that of these shares');
  });

  test('of more shares than are outstanding states no share of the class', () => {
    const row = shown(sale(saleRow({ outstanding: '100', value: '100000' })));
    expect(row.score).toBe(3);
    expect(row.summary).not.toContain('%');
  });

  test('of several lots adds up; of several classes it gives the value only', () => {
    expect(shown(sale(saleRow() + saleRow())).title).toContain('120,000 shares worth $24 million');
    expect(shown(sale(saleRow() + saleRow({ title: 'Class B' }))).title).toContain('shares of several classes worth $24 million');
  });
});

describe('a stake', () => {
  test('of several persons is one row with the largest aggregate', () => {
    const persons = [
      { name: 'Hill Partners LP', shares: '5500000', percent: '5.5' },
      { name: 'HILL CAPITAL LLC', shares: '6200000', percent: '6.2' },
    ];
    const { title, summary } = shown(stakeD({ persons, item5: 'Based on 100,000,000 shares outstanding.' }));
    expect(title).toBe('Acme Corp (ACME): Hill Capital LLC and others report a stake of 6.2% (Schedule 13D)');
    expect(summary).toBe(
      'Hill Capital LLC beneficially owns 6,200,000 of the Common Stock of Acme Corp (ACME), 6.2% of the class, according to a Schedule 13D on the event of March 20, 2026. Filed jointly with Hill Partners LP. The stated purpose: “For investment.”',
    );
  });

  test('is scored by kind, purpose and exit', () => {
    expect(shown(stakeD())).toMatchObject({ score: 8, category: 'insider', sentiment: 'positive', confidence: 'low' });
    const nominates = stakeD({ purpose: 'The shares are undervalued. On March 20 the Fund nominated three candidates for election as directors.' });
    expect(shown(nominates)).toMatchObject({ score: 9, confidence: 'medium', category: 'insider' });
    expect(shown(nominates).summary).toContain('“On March 20 the Fund nominated three candidates for election as directors.”');
    expect(
      shown(stakeD({ purpose: 'It delivered a non-binding proposal to acquire all outstanding shares that it does not already own.' })),
    ).toMatchObject({
      score: 9,
      category: 'mergers_acquisitions',
    });
    const reserved = 'It has no plans that would result in a change in control. It may seek board representation or a merger.';
    expect(shown(stakeD({ purpose: reserved })).score).toBe(8);
    for (const done of [
      'The Reporting Person acquired the Common Stock upon the closing of the Business Combination.',
      'The Fund tendered all of its shares in the tender offer.',
      'Mr. Hill has board representation under the agreement of 2019.',
    ])
      expect(shown(stakeD({ purpose: done })), done).toMatchObject({ score: 8, category: 'insider', confidence: 'low' });
    const givenUp = 'The Fund withdrew its nomination of directors and terminated the merger agreement.';
    expect(shown(stakeD({ purpose: givenUp })).score).toBe(8);
    const amended = 'Item 4 is hereby amended and supplemented as follows: The Fund sold shares to rebalance its portfolio.';
    expect(shown(stakeD({ purpose: 'Item 4 is hereby amended. The Fund sold shares to rebalance its portfolio.' })).summary).toContain(
      'The stated purpose: “The Fund sold shares to rebalance its portfolio.”',
    );
    expect(shown(stakeD({ purpose: amended })).summary).not.toContain('purpose');
    const exit = { persons: [{ name: 'Hill Partners LP', shares: '0', percent: '0' }] };
    expect(shown(stakeD({ ...exit, amends: '0001000001-26-000003' }))).toMatchObject({ score: 7, sentiment: 'negative' });
    expect([shown(stakeG()).score, shown(stakeG({ persons: [{ name: 'A LP', shares: '12', percent: '12' }] })).score]).toEqual([5, 6]);
    expect(shown(stakeG({ ...exit, isUnderFive: true }, 'SCHEDULE 13G/A'))).toMatchObject({ score: 4, sentiment: 'negative' });
    expect(shown(stakeG({}, 'SCHEDULE 13G/A')).score).toBe(3);
  });

  test('that changes names the percentage before', () => {
    const amended = stakeD({ amends: '0001000001-26-000003' });
    const { title, summary, score } = shown(withBefore(amended, '4.1'));
    expect(title).toBe('Acme Corp (ACME): Hill Partners LP raises its stake to 5.5%, from 4.1% (Schedule 13D/A)');
    expect(summary).toContain('This is amendment 3 of filing 0001000001-26-000003, which reported 4.1%.');
    expect(score).toBe(8);
    const cut = shown(withBefore(amended, '5.9', '5900000'));
    expect(cut).toMatchObject({ score: 7, sentiment: 'negative', title: expect.stringContaining('cuts its stake to 5.5%, from 5.9%') });
    expect(shown(withBefore(amended, '5.50')).title).toContain('keeps its stake of 5.5%');
    // The holder bought while the company issued more, and held still while the company bought its own.
    for (const [percent, shares] of [
      ['5.9', '5000000'],
      ['5.1', '5500000'],
    ] as const) {
      const moved = shown(withBefore(amended, percent, shares));
      expect(moved).toMatchObject({ sentiment: 'neutral', title: expect.stringContaining(`reports a stake of 5.5%, from ${percent}%`) });
    }
    expect(shown(amended).title).toContain('reports a stake of 5.5% (Schedule 13D/A)');
  });

  test('of a group whose persons report shares of their own shows no aggregate and is not an exit', () => {
    const persons = [
      { name: 'Hill Partners LP', shares: '1100000', percent: '1.1' },
      { name: 'Hill Funds LLC', shares: '3300000', percent: '3.3' },
    ];
    const amends = '0001000001-26-000003';
    const partner = 'Mr. Hill owns 100% of the general partner.';
    expect(shown(stakeD({ persons, amends, item5: partner })).title).toContain('fall to 3.3%');
    const six = [persons[0]!, { ...persons[1]!, shares: '6200000', percent: '6.2' }];
    expect(shown(stakeD({ persons: six, item5: partner })).title).toContain('report a stake of 6.2%');
    const row = shown(stakeD({ persons, amends, item5: 'Together they own 7,400,000 shares, or 7.4% of the class.' }));
    expect(row.title).toBe('Acme Corp (ACME): Hill Partners LP and others report a stake of unstated size (Schedule 13D/A)');
    expect(row).toMatchObject({ score: 7, sentiment: 'neutral' });
    expect(shown(stakeD({ persons: [persons[0]!, { ...persons[1]!, percent: '4.0' }], amends })).title).toContain('report a stake of 4%');
    expect(shown(stakeD({ persons, amends })).title).toContain('fall to 3.3%');
  });

  test('without a percentage falls to 5 percent or less where its box says so', () => {
    const bare = schedule13g({ isUnderFive: true }).replace(/<reportingPersonBeneficially.*?<\/classPercent>/, '');
    expect(shown(rawOf({ form: 'SCHEDULE 13G/A', text: bare })).title).toBe(
      'Acme Corp (ACME): Hill Partners LP falls to 5% or less (Schedule 13G/A)',
    );
    expect(shown(rawOf({ form: 'SCHEDULE 13G', text: bare })).title).toContain('reports a stake of unstated size');
  });

  test('does not show or score on a percentage that contradicts its shares', () => {
    const twelve = { persons: [{ name: 'A LP', shares: '1200000', percent: '12' }], item5: 'Based on 100,000,000 shares outstanding.' };
    expect(shown(stakeG(twelve))).toMatchObject({ score: 5, title: 'Acme Corp (ACME): A LP reports a stake of 1,200,000 shares (Schedule 13G)' });
    expect(shown(stakeG(twelve)).summary).toContain('contradicts the shares');
    for (const percent of ['0.06', '106'])
      expect(shown(stakeG({ persons: [{ name: 'A LP', shares: '6000000', percent }] })).title).toContain('6,000,000 shares');
    const fraction = { persons: [{ name: 'Hill Partners LP', shares: '5600000', percent: '0.056' }], amends: '0001000001-26-000003' };
    const amended = shown(withBefore(stakeD(fraction), '5.5', '5500000'));
    expect(amended).toMatchObject({ sentiment: 'neutral', title: expect.stringContaining('reports a stake of 5,600,000 shares') });
  });

  test('shows what is left of it after a merger that issued many shares', () => {
    const shownAfter = (percent: string, item5?: string) => {
      const persons = [{ name: 'Hill Partners LP', shares: '7500000', percent }];
      return shown(withBefore(stakeD({ persons, amends: '0001000001-26-000003', ...(item5 && { item5 }) }), '20.0', '7500000')).title;
    };
    expect(shownAfter('1.9')).toContain('falls to 1.9%, from 20%');
    expect(shownAfter('0.75', 'Based on 1,000,000,000 shares outstanding.')).toContain('falls to 0.75%, from 20%');
    expect(shownAfter('0.75')).toContain('7,500,000 shares');
  });
});

describe('a late report', () => {
  test('names its period, reason and what is expected', () => {
    const { title, summary, ...rest } = shown(late());
    expect(title).toBe('Acme Corp (ACME): Form 10-K for the period ended December 31, 2025 will be late');
    expect(summary).toBe(
      'Acme Corp (ACME) notified the SEC (NT 10-K) that its Form 10-K for the period ended December 31, 2025 will be late. The reason given: “The Company needs more time to complete its review of the financial statements.” It expects to file within the extension of 15 calendar days. It expects no significant change of results from the year before.',
    );
    expect(rest).toEqual({ score: 7, category: 'corporate_actions', sentiment: 'negative', confidence: 'low' });
    expect(shown(late({}, 'NT 10-Q')).score).toBe(6);
  });

  test('scores higher where its reasons question the statements, unless they deny it', () => {
    const weak = 'More time is needed. The Company identified a material weakness in its controls and may restate its results.';
    expect(shown(late({ reasons: weak }))).toMatchObject({ score: 8, confidence: 'medium' });
    expect(shown(late({ reasons: weak })).title).toBe(
      'Acme Corp (ACME): Form 10-K for the period ended December 31, 2025 will be late, naming a restatement, a material weakness',
    );
    for (const reasons of [
      'The delay does not relate to any restatement, going concern doubt or bankruptcy of the Company or its subsidiaries.',
      'It needs time for the disclosures on its Amended and Restated Credit Agreement.',
      'Revenue fell because of lower costs of our investigational product candidate.',
      'The board formed a special committee to evaluate strategic alternatives.',
      'It needs time to complete the evaluation of its ability to continue as a going concern.',
    ])
      expect(shown(late({ reasons })).score, reasons).toBe(7);
    for (const reasons of [
      'The delay does not relate to any material weakness found before; however, a material weakness was found in the year.',
      'The delay is not due to staff but to an investigation.',
      'Its auditor expects to state substantial doubt about its ability to continue as a going concern.',
      'It expects to record an impairment charge of $3 million.',
    ])
      expect(shown(late({ reasons })).score, reasons).toBe(8);
  });

  test('gives the sentence that tells the cause, and takes no change of another thing for one of auditors', () => {
    const reasons =
      'The Company is unable to file in time because of the circumstances described below. The Company needs additional time. As a result of its change in filer status, the Company and its auditors are completing more procedures.';
    const { title, summary, score } = shown(late({ reasons }));
    expect(summary).toContain('The reason given: “The Company needs additional time.”');
    expect([title.includes('naming'), score]).toEqual([false, 7]);
  });

  test('quotes the change that it expects', () => {
    const change = 'Revenue is expected to fall to $12.5 million from $20.1 million in the year before.';
    expect(shown(late({ answer: '☒ Yes ☐ No', change })).summary).toContain(
      `It expects a significant change of results from the year before: “${change}”`,
    );
  });
});

describe('the record', () => {
  test('is a row of its own source without insider and filing blocks, and names the parties', () => {
    const row = rowOf(sale());
    expect(row).toMatchObject({
      type: 'row',
      kind: 'disclosure',
      source: 'sec_form144',
      item: { score_version: 'disclosure-4', insider: null, filing: null },
    });
    expect(row.item.original).toMatchObject({
      source: 'SEC Form 144',
      source_type: 'sec_form144',
      source_domain: 'sec.gov',
      time_published: '2026-03-24T20:30:05.000Z',
    });
    expect(row.item.enrichment.tickers).toEqual(['ACME']);
    expect(row.key_entities.map(({ name, type }) => [name, type])).toEqual([
      ['Acme Corp', 'company'],
      ['Jane Quill', 'person'],
    ]);
    expect([rowOf(stakeD()).item.original.source, rowOf(late({}, 'NT 10-Q/A')).item.original.source]).toEqual([
      'SEC Schedule 13D',
      'SEC Form NT 10-Q',
    ]);
  });

  test('of an issuer without an active symbol is a drop, and of a known filing nothing', () => {
    expect(recordOf(sale(), { directory: directoryOf() })).toMatchObject({
      type: 'drop',
      reason: 'unlisted_issuer',
      source_type: 'sec_form144',
      title: 'Form 144: Acme Corp',
    });
    expect(recordOf(sale(), { claimUid: () => null })).toBeNull();
  });
});

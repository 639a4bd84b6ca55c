import { describe, expect, test } from 'vitest';
import { readDisclosure } from '#pipeline/ingest/sec/disclosure/read-disclosure.ts';
import { percentsIn, statedOutstanding } from '#pipeline/ingest/sec/disclosure/schedule13.ts';
import { answerOf } from '#pipeline/ingest/sec/disclosure/late-notice.ts';
import { RawDisclosure } from '#schemas/raw.ts';
import {
  accession,
  filerHeader,
  form144,
  issuerCik,
  lateNotice,
  listing,
  saleRow,
  schedule13d,
  schedule13g,
  submissionOf,
  type Wrapped,
} from './documents.ts';

function read(wrapped: Wrapped): RawDisclosure {
  const result = readDisclosure(submissionOf(wrapped), listing);
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return RawDisclosure.parse(result.filing);
}
const factsOf = (wrapped: Wrapped) => read(wrapped).facts;
function refusal(wrapped: Wrapped): string {
  const result = readDisclosure(submissionOf(wrapped), listing);
  return result.ok ? 'read' : `${result.reason}: ${result.detail}`;
}

describe('a Form 144', () => {
  test('is read with every figure as filed, whatever the prefixes of its elements', () => {
    const filing = read({ form: '144', text: form144() });
    expect(filing).toMatchObject({
      kind: 'disclosure',
      source: 'sec_form144',
      form: '144',
      accession,
      identity: accession,
      accepted_at: '2026-03-24T20:30:05.000Z',
      filed_on: '2026-03-24',
      issuer: { cik: issuerCik, name: 'ACME CORP' },
    });
    expect(filing.facts).toEqual({
      about: 'sale',
      seller: 'JANE QUILL',
      relations: ['Director'],
      sales: [
        { security: 'Common', shares: '60000', value_usd: '12000000.50', outstanding: '400000000', sale_on: '2026-03-24', broker: 'Harbor & Lane' },
      ],
      plan_adopted_on: [],
      names_plan: false,
    });
  });

  test('states a plan by its day of adoption or in the remarks', () => {
    const adopted =
      '<ns2:noticeSignature><ns2:planAdoptionDates><ns2:planAdoptionDate>11/15/2025</ns2:planAdoptionDate></ns2:planAdoptionDates></ns2:noticeSignature>';
    expect(factsOf({ form: '144', text: form144(saleRow(), adopted) })).toMatchObject({ plan_adopted_on: ['2025-11-15'] });
    const remarks = '<ns2:remarks>Sold under a plan intended to comply with Rule 10b5-1(c).</ns2:remarks>';
    expect(factsOf({ form: '144/A', text: form144(saleRow(), remarks) })).toMatchObject({ names_plan: true });
  });

  test('is refused without shares, with broken figures or XML, and without XML', () => {
    expect(refusal({ form: '144', text: form144('') })).toContain('no securities to be sold');
    expect(refusal({ form: '144', text: form144(saleRow({ shares: '0' })) })).toContain('no number of shares');
    expect(refusal({ form: '144', text: form144(saleRow({ value: 'about 5' })) })).toContain('aggregateMarketValue is not a number');
    expect(refusal({ form: '144', text: form144().replace('</ns2:issuerInfo>', '') })).toContain('malformed');
    expect(refusal({ form: '144', text: '<html><body>Form 144, paper</body></html>' })).toContain('unknown_format');
  });
});

describe('a Schedule 13D or 13G', () => {
  test('is read with all its persons, its purpose and the filing that it amends', () => {
    const persons = [
      { name: 'Hill Partners LP', shares: '5500000.00', percent: '5.5' },
      { name: 'Hill &amp; Sons LLC', shares: '6200000', percent: '6.2' },
    ];
    const text = schedule13d({
      persons,
      purpose: 'To nominate directors.',
      item5: 'Based on 100,000,000 shares outstanding.',
      amends: '0001000001-26-000003',
    });
    expect(factsOf({ form: 'SCHEDULE 13D/A', text })).toEqual({
      about: 'stake',
      security: 'Common Stock',
      event_on: '2026-03-20',
      amendment: '3',
      amends: '0001000001-26-000003',
      before: null,
      holders: [
        { name: 'Hill Partners LP', shares: '5500000.00', percent: '5.5', types: ['PN'] },
        { name: 'Hill & Sons LLC', shares: '6200000', percent: '6.2', types: ['PN'] },
      ],
      purpose: 'To nominate directors.',
      item_percents: [],
      outstanding: '100000000',
      is_under_five: false,
    });
  });

  test('of the passive kind is read from the names that its schema gives the same fields', () => {
    const facts = factsOf({ form: 'SCHEDULE 13G', text: schedule13g({ isUnderFive: true }) });
    expect(facts).toMatchObject({
      about: 'stake',
      event_on: '2026-03-20',
      purpose: '',
      is_under_five: true,
      holders: [{ shares: '5500000.00', percent: '5.5' }],
    });
  });

  test('of the passive kind takes from Item 4 what its cover page leaves empty', () => {
    const bare = schedule13g().replace(/<reportingPersonBeneficially.*?<\/classPercent>/, '');
    const item4 = '<item4><amountBeneficiallyOwned>1,250,000</amountBeneficiallyOwned><classPercent>4.9 %</classPercent></item4>';
    const facts = factsOf({ form: 'SCHEDULE 13G/A', text: bare.replace(/<item4>.*?<\/item4>/, item4) });
    expect(facts).toMatchObject({ holders: [{ shares: '1250000', percent: '4.9' }] });
    expect(factsOf({ form: 'SCHEDULE 13G/A', text: bare })).toMatchObject({ holders: [{ shares: null, percent: null }] });
  });

  test('is refused without a person, or with a percentage that is not a number', () => {
    expect(refusal({ form: 'SCHEDULE 13D', text: schedule13d({ persons: [] }) })).toContain('no reporting person');
    const wrong = schedule13g({ persons: [{ name: 'A', shares: '1', percent: 'five' }] });
    expect(refusal({ form: 'SCHEDULE 13G', text: wrong })).toContain('classPercent is not a number');
  });

  test.each([
    ['12.3% of the Common Stock held by the members of the group', ['12.3']],
    ['6.25% of the Class A securities that the Fund LP bought', ['6.25']],
    ['Ms. Lake owns 100% of the general partner, and 51% interest in the LLC', []],
    ['40% of the membership interests in the manager', []],
  ])('states the percentages of the class, not those of its holders: %s', (text, percents) => {
    expect(percentsIn([text])).toEqual(percents);
  });

  test('states the shares outstanding only where one number is stated', () => {
    expect(statedOutstanding(['There were 12,345,678 shares of Common Stock outstanding as of May 1.'])).toBe('12345678');
    expect(statedOutstanding(['5,000,000 shares, based on 100,000,000 shares issued and outstanding'])).toBe('100000000');
    expect(statedOutstanding(['based on 12,345,678 shares outstanding', 'based on 22,345,678 shares outstanding'])).toBeNull();
    expect(statedOutstanding(['The Reporting Person owns 5,000,000 shares.'])).toBeNull();
  });
});

describe('a notice of late filing', () => {
  const wrap = (text: string, form = 'NT 10-K') => ({ form, text, filers: filerHeader, period: '20251231' });

  test('is read with its report, period, reasons and boxes', () => {
    expect(read(wrap(lateNotice()))).toMatchObject({
      source: 'sec_nt10k',
      issuer: { cik: issuerCik, name: 'ACME CORP' },
      facts: {
        about: 'late',
        report: 'Form 10-K',
        period_on: '2025-12-31',
        reasons: 'The Company needs more time to complete its review of the financial statements.',
        is_within_extension: true,
        expects_change: false,
        change: '',
      },
    });
  });

  test('gives the explanation of a change as printed', () => {
    const change = 'Revenue is expected to fall to $12.5 million from $20.1 million in the year before.';
    expect(factsOf(wrap(lateNotice({ answer: '[X] Yes [ ] No', change })))).toMatchObject({ expects_change: true, change });
  });

  test('says nothing where header and text name different periods, or a box is not marked', () => {
    expect(factsOf(wrap(lateNotice({ period: 'September 30, 2025', box: '☐', answer: '☐ Yes ☐ No' }), 'NT 10-Q'))).toMatchObject({
      report: 'Form 10-Q',
      period_on: null,
      is_within_extension: false,
      expects_change: null,
    });
  });

  test('leaves out the cautions, and an explanation where no change is expected', () => {
    const change = 'Cautionary note: forward-looking statements face risks, such as investigations and a material weakness of controls.';
    const reasons =
      'The audit of the statements takes more time than planned.</p><p>Forward-looking statements in this notice face risks, such as an investigation.';
    expect(factsOf(wrap(lateNotice({ reasons, answer: 'Yes ☐ No ☒', change })))).toMatchObject({
      reasons: 'The audit of the statements takes more time than planned.',
      expects_change: false,
      change: '',
    });
  });

  test('reads marks before and after the words, and none that contradict', () => {
    expect(answerOf('Yes ☒ No ☐')).toBe(true);
    expect(answerOf('þ Yes o No')).toBe(true);
    expect(answerOf('Yes [ ] No [X]')).toBe(false);
    expect(answerOf('☒ Yes ☒ No')).toBeNull();
    expect(answerOf('Yes No')).toBeNull();
  });
});

test('another form, another filing and a cut text are refused', () => {
  expect(refusal({ form: 'SC 13D', text: schedule13d() })).toContain('not_collected');
  const other = readDisclosure(submissionOf({ form: '144', text: form144() }), { ...listing, accession: '0001000001-26-000008' });
  expect(other).toMatchObject({ ok: false, reason: 'malformed', isTransient: true });
});

import { describe, expect, test } from 'vitest';
import { eventChangeOf, packEventChange, unpackEventChange } from '#pipeline/refine/form4/known-event.ts';
import { createKnownEvents } from '#pipeline/refine/form4/known-events.ts';
import { holdersOf, partyHash } from '#pipeline/refine/form4/parties.ts';
import { refineForm4 } from '#pipeline/refine/form4/refine.ts';
import { FeedTrade, type FeedRecord } from '#schemas/feed-log.ts';
import type { Form4Owner, Form4Transaction, RawForm4 } from '#schemas/raw.ts';
import { context, form4, owner, trade } from './fixtures.ts';

/** Refines forms one after the other, each with the events of the earlier ones, and returns the records. */
function decide(forms: readonly RawForm4[]): FeedRecord[] {
  const knownEvents = createKnownEvents();
  return forms.flatMap((form) => {
    const made = refineForm4(form, context({ knownEvents }));
    for (const record of made) {
      const note = eventChangeOf(record);
      if (note !== null) knownEvents.apply(unpackEventChange(packEventChange(note))!);
    }
    return made;
  });
}
const kindOf = (record: FeedRecord): string => (record.type === 'trade' && record.trade.joint_with !== undefined ? 'joint' : record.type);
const kinds = (forms: readonly RawForm4[]): string[] => decide(forms).map(kindOf);

const fund = (cik: number, name: string, changes: Partial<Form4Owner> = {}) =>
  owner({ cik: String(cik).padStart(10, '0'), name, is_officer: false, is_ten_percent_owner: true, title: '', ...changes });
const filed = (number: number, owners: Form4Owner[], transactions: Partial<Form4Transaction>[], changes: Partial<RawForm4> = {}): RawForm4 =>
  form4({
    identity: `0001617553-25-00010${number}`,
    accession: `0001617553-25-00010${number}`,
    owners,
    transactions: transactions.map((row) => trade('P', row)),
    ...changes,
  });
const lots = (changes: Partial<Form4Transaction>): Partial<Form4Transaction>[] => [
  { shares: '3109235', price: '1.38', ...changes },
  { shares: '43228', price: '1.38', ...changes },
];

describe('one purchase that several owners report', () => {
  const sharedHolding = 'Reflects securities directly held by Harbor Road Holdings L.L.C. Its managing member is Harbor Road GP L.P.';
  const forms = [
    filed(
      1,
      [fund(1, 'Harbor Road Fund I L.P.'), fund(2, 'Harbor Road Fund II L.P.')],
      lots({ ownership_form: 'indirect', footnotes: [sharedHolding] }),
    ),
    filed(2, [fund(3, 'HARBOR ROAD HOLDINGS LLC')], lots({})),
    filed(3, [fund(4, 'Harbor Road Parallel L.P.'), fund(1, 'Harbor Road Fund I L.P.')], lots({ ownership_form: 'indirect' })),
    filed(
      4,
      [fund(5, 'DOE JANE Q', { is_director: true })],
      lots({ ownership_form: 'indirect', nature_of_ownership: 'By Harbor Road Holdings, L.L.C.' }),
    ),
  ];

  test('is one row, whichever form comes first; the others are trades without article that name it', () => {
    for (const order of [forms, forms.toReversed(), [forms[1]!, forms[3]!, forms[0]!, forms[2]!]]) {
      const records = decide(order);
      expect(records.map(kindOf)).toEqual(['row', 'joint', 'joint', 'joint']);
      const [row, ...others] = records;
      if (row?.type !== 'row') throw new Error('a row was expected');
      expect([row.item.insider?.is_joint_duplicate, row.trade?.joint_with]).toEqual([false, undefined]);
      for (const other of others) expect(FeedTrade.parse(other).trade.joint_with).toBe(row.uid);
    }
  });

  test('is one trade in the replayed past too', () => {
    expect(kinds(forms.map((form) => ({ ...form, is_history: true as const })))).toEqual(['trade', 'joint', 'joint', 'joint']);
  });

  test('is known by a person of whom the other form speaks', () => {
    const director = filed(1, [fund(1, 'RIVERS BRYAN T', { is_director: true })], [{ shares: '7464', price: '5.0451' }]);
    const firm = (footnote: string) =>
      filed(2, [fund(2, 'Rivers Financial, Inc.')], [{ shares: '7464', price: '5.0451', ownership_form: 'indirect', footnotes: [footnote] }]);
    expect(kinds([director, firm('Represents shares held directly by Bryan T. Rivers.')])).toEqual(['row', 'joint']);
    expect(kinds([director, firm('Mr. Rivers controls the reporting person and may be deemed the beneficial owner.')])).toEqual(['row', 'joint']);
    expect(kinds([director, firm('Mr. Waters controls the reporting person and may be deemed the beneficial owner.')])).toEqual(['row', 'row']);
  });

  test('that an amendment of a joint form reports again stays one', () => {
    const again = filed(5, forms[1]!.owners, lots({}), { form: '4/A', original_filed_on: '2025-03-18' });
    expect(kinds([...forms, again])).toEqual(['row', 'joint', 'joint', 'joint', 'joint']);
  });

  test('that each owner amends stays one, whichever amendment comes first', () => {
    const amended = [forms[0]!, forms[1]!].map(({ owners, transactions: [row, ...rows] }, index) =>
      filed(6 + index, owners, [{ ...row, shares: '3200000' }, ...rows], { form: '4/A', original_filed_on: '2025-03-18' }),
    );
    expect(kinds([...forms, ...amended])).toEqual(['row', 'joint', 'joint', 'joint', 'revision', 'joint']);
    expect(kinds([...forms, ...amended.toReversed()])).toEqual(['row', 'joint', 'joint', 'joint', 'joint', 'revision']);
  });
});

describe('two purchases alike', () => {
  test.each<[string, Partial<Form4Transaction>, Partial<Form4Transaction>?]>([
    ['by directors who name nobody', {}],
    ['through plans and trusts of one name', { nature_of_ownership: 'By Family Trust' }],
    ['through one broker', { footnotes: ['Purchased from Example Securities LLC, the broker.'] }],
    ['whose footnotes name the issuer', { footnotes: ['Shares held of Acme Corp.'] }],
    [
      'by relatives of one surname',
      { footnotes: ['Mr. Doe is the sole owner of the account.'] },
      { footnotes: ['Ms. Doe is the sole owner of the account.'] },
    ],
  ])('%s stay two', (_, one, other = one) => {
    const forms = [
      filed(1, [fund(1, 'DOE JOHN')], [{ shares: '512', price: '10.13', ...one }]),
      filed(2, [fund(2, 'DOE MARY')], [{ shares: '512', price: '10.13', ...other }]),
    ];
    expect(kinds(forms)).toEqual(['row', 'row']);
  });

  test('by one owner in two forms, or at another price, day or size, stay two', () => {
    const by = (number: number, changes: Partial<Form4Transaction>, cik = number) =>
      filed(number, [fund(cik, 'Harbor Road Fund L.P.')], [{ shares: '512', price: '10.13', ...changes }]);
    expect(kinds([by(1, {}), by(2, {}, 1)])).toEqual(['row', 'row']);
    for (const changes of [{ price: '10.14' }, { shares: '513' }, { transaction_date: '2025-03-17' }])
      expect(kinds([by(1, {}), by(2, changes)])).toEqual(['row', 'row']);
  });
});

describe('lots at one price', () => {
  const lot = (number: number, shares: string, price: string, footnotes: string[] = []) =>
    filed(number, [fund(number, `DOE ${number} JANE`)], [{ shares, price, footnotes }]);
  const labels = (forms: RawForm4[]) => decide(forms).map((record) => (record.type === 'row' ? record.trade?.label : null));

  test('that two insiders took on one day are no purchases in the market', () => {
    expect(labels([lot(1, '30000', '3'), lot(2, '13000', '3')])).toEqual([null, 'offering']);
    const [, second] = decide([lot(1, '30000', '3'), lot(2, '13000', '3')]);
    expect(second?.type === 'row' && [second.item.insider, second.trade].map((said) => said?.transaction_context)).toEqual(['offering', 'offering']);
    expect(second).toMatchObject({
      item: { enrichment: { ai_trading_insights: { ticker_analysis: [{ impact_analysis: { confidence: 'low' } }] } } },
    });
    expect(JSON.stringify(second)).not.toMatch(/open-market|market price/i);
  });

  test('at an odd price, which the market has, or at another price, are', () => {
    expect(labels([lot(1, '50000', '59.31'), lot(2, '5000', '59.31')])).toEqual([null, null]);
    expect(labels([lot(1, '1017', '3.1234'), lot(2, '992', '3.1234')])).toEqual([null, null]);
    expect(labels([lot(1, '30000', '3'), lot(2, '13000', '3.1')])).toEqual([null, null]);
  });
});

test('a purchase in an offering or by agreement says what it is', () => {
  const said = (footnote: string) => {
    const [record] = decide([filed(1, [owner()], [{ shares: '1000000', price: '10', footnotes: [footnote] }])]);
    return record?.type === 'row' ? record.item : null;
  };
  const offered = said("Purchased in the Issuer's initial public offering.");
  expect(offered?.original.title).toBe(
    'Acme Corp (ACME): Doe Jane Q, Chief Executive Officer, bought 1,000,000 shares for $10 million in an offering',
  );
  expect(offered?.enrichment).toMatchObject({
    relevance_score: 7,
    ai_trading_insights: { ticker_analysis: [{ impact_analysis: { confidence: 'medium' } }] },
  });
  expect(offered?.enrichment.ai_trading_insights.ticker_analysis[0]!.impact_analysis.reasoning).toMatch(
    /^Purchase in an offering of 1,000,000 shares .*The price was set by an offering/,
  );
  const agreed = said('Acquired under a stock purchase agreement with the seller.');
  expect(agreed?.original.summary).toContain('made by private agreement');
  expect(JSON.stringify(agreed)).not.toMatch(/open-market|market price/i);
  expect([offered, agreed].map((item) => item?.insider?.transaction_context)).toEqual(['offering', 'private_purchase']);
});

describe('a name', () => {
  test.each([
    ['SMITH JOHN A', 'John A. Smith'],
    ['Example Fund, L.P.', 'EXAMPLE FUND LP'],
    ["O'BRIEN MARY", 'Mary O’Brien'],
    ['Harbor Road Holdings L.L.C.', 'Harbor Road Holdings, LLC'],
  ])('%s has one hash with %s', (filedName, other) => expect(partyHash(filedName)).toBe(partyHash(other)));

  test('differs from what only says how shares are held', () => {
    const named = (nature_of_ownership: string, ...footnotes: string[]) => holdersOf([{ nature_of_ownership, footnotes }], 'Acme Corp');
    const plans = ["By Spouse's IRA", 'By Children’s Trust', 'By 401(k) Savings Plan', 'By Deferred Compensation Plan', 'By Rabbi Trust', 'By ESOP'];
    for (const nature of [...plans, 'By 401(k) Plan', 'By Family Trust', 'See Footnote', 'By spouse', 'By LLC', 'by Trust', ''])
      expect(named(nature)).toEqual([]);
    expect(named('By Example Ventures IV, L.P.')).toEqual(['Example Ventures IV, L.P.']);
    expect(
      named('', 'The shares are held by Example Ventures IV, L.P. (the "Fund"). Example GP LLC is its general partner, and Acme Corp issued them.'),
    ).toEqual(['Example Ventures IV, L.P.', 'Example GP LLC']);
    expect(
      named('', 'The reporting person undertakes to provide the staff of the Securities and Exchange Commission, upon request, full information.'),
    ).toEqual([]);
  });
});

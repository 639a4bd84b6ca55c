import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noteOf, packNote, unpackNote } from '#pipeline/refine/form4/known-event.ts';
import { createKnownEvents } from '#pipeline/refine/form4/known-events.ts';
import { refineForm4 } from '#pipeline/refine/form4/refine.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { refineWithdrawal } from '#pipeline/refine/operator-withdrawal.ts';
import { digestOf, uidOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import type { StoredItem } from '#schemas/item.ts';
import { RawWithdrawal, type Form4Transaction, type RawForm4 } from '#schemas/raw.ts';
import { createSeen } from '#pipeline/refine/state/seen.ts';
import { context, form4, owner, trade } from './fixtures.ts';

interface Standing {
  readonly trade: InsiderTrade;
  readonly item: StoredItem | null;
}

/** A log in memory with refine in front of it. `standing` is what its readers see: each row or trade by its newest record. */
function createLog() {
  const records: FeedRecord[] = [];
  const seen = createSeen();
  let knownEvents = createKnownEvents();
  let minutes = 0;
  const apply = (record: FeedRecord): void => {
    // Applied through the header that a rebuild reads.
    const note = noteOf(record);
    const packed = note === null ? null : unpackNote(packNote(note));
    if (packed !== null) knownEvents.apply(packed);
  };
  const add = (record: FeedRecord): void => {
    records.push(record);
    if (record.type !== 'gap') seen.add(record.uid, digestOf(record.identity));
    apply(record);
  };
  return {
    take: (raw: RawForm4): FeedRecord[] => {
      minutes += 1;
      const made = refineForm4(
        raw,
        context({
          refinedAt: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
          claimUid: (identity) => {
            const { uid, isKnown } = seen.find(identity);
            return isKnown ? null : uid;
          },
          knownEvents,
        }),
      ).map((record) => FeedRecord.parse(record));
      made.forEach(add);
      return made;
    },
    /** Withdraws a row as an operator does. */
    withdraw: (uid: string): void => {
      const refinedAt = '2026-02-01T00:00:00.000Z';
      const [identity, url, reason] = [`withdrawal:${uid}`, 'https://outlet.example/', 'wrong company'];
      const withdrawal = RawWithdrawal.parse({
        kind: 'withdrawal',
        identity,
        source: 'operator',
        seen_at: refinedAt,
        fetched_at: refinedAt,
        url,
        uid,
        reason,
      });
      add(refineWithdrawal(withdrawal, { refinedAt, claimUid: uidOf })!);
    },
    /** Rebuilds the events from the log, as a restart does. */
    rebuild: (): void => {
      knownEvents = createKnownEvents();
      records.forEach(apply);
    },
    standing: (): Standing[] => {
      const byUid = new Map<string, Standing>();
      for (const record of records) {
        if (record.type === 'row' && record.trade !== undefined) byUid.set(record.uid, { trade: record.trade, item: record.item });
        if (record.type === 'trade') byUid.set(record.uid, { trade: record.trade, item: null });
        if (record.type === 'revision') byUid.set(record.revises, { trade: record.trade!, item: record.item });
      }
      return [...byUid.values()];
    },
    records: () => records,
  };
}

const filed = (day: number, number: number, changes: Partial<RawForm4> = {}): RawForm4 =>
  form4({
    identity: `0001617553-25-0000${number}`,
    accession: `0001617553-25-0000${number}`,
    accepted_at: `2025-03-${day}T20:14:44.000Z`,
    filed_on: `2025-03-${day}`,
    ...changes,
  });
const original = filed(18, 24, { transactions: [trade('S', { shares: '1000', shares_after: '9000' }), trade('P', { shares: '5' })] });
const amendment = (day: number, number: number, changes: Partial<RawForm4> = {}): RawForm4 =>
  filed(day, number, { form: '4/A', original_filed_on: '2025-03-18', ...changes });
const first = amendment(20, 31, { transactions: [trade('S', { shares: '1100', shares_after: '8900' })] });
const second = amendment(25, 32, { transactions: [trade('S', { shares: '1200', shares_after: '8800' })] });

const soldBy = (standing: readonly Standing[]) => standing.filter(({ trade: { side } }) => side === 'sell');

describe('an amendment', () => {
  test('corrects the row in its place: its uid, its time and when it came stay, and what is said of the filing is said of the amendment', () => {
    const log = createLog();
    const [row] = log.take(original);
    const [revision] = log.take(first);
    if (row?.type !== 'row' || revision?.type !== 'revision') throw new Error('no revision');
    expect(revision).toMatchObject({ revises: row.uid, trade: { shares: '1100', accession_number: first.accession, form: '4/A' } });
    const { uid, time_published, created_at, updated_at, summary } = revision.item!.original;
    expect({ uid, time_published, created_at }).toEqual({
      uid: row.uid,
      time_published: row.item.original.time_published,
      created_at: row.item.original.created_at,
    });
    expect(updated_at).toBe('2026-01-01T00:02:00.000Z');
    expect(summary).toContain('Reported in an amended filing (Form 4/A).');
    const { filed_at, accepted_at, accession_number } = revision.item!.insider!;
    expect({ filed_at, accepted_at, accession_number }).toEqual({
      filed_at: updated_at,
      accepted_at: first.accepted_at,
      accession_number: first.accession,
    });
    expect(revision.item!.insider).toMatchObject({ shares: '1100', late_filing: false });
    expect(log.standing()).toHaveLength(2);
  });

  test('that comes before its original is served, and the original is dropped as superseded', () => {
    const log = createLog();
    expect(log.take(first).map(({ type }) => type)).toEqual(['row']);
    expect(log.take(original).map((record) => (record.type === 'drop' ? record.reason : record.type))).toEqual(['superseded', 'row']);
    expect(soldBy(log.standing()).map(({ trade: { shares } }) => shares)).toEqual(['1100']);
  });

  test.each([
    ['on a Saturday', '2025-03-22T15:00:00.000Z', 24],
    ['behind ten in the evening', '2025-03-22T02:30:00.000Z', 24],
    ['just before it', '2025-03-22T01:59:00.000Z', 21],
  ])('finds by its filing date an original that was accepted %s', (_, accepted_at, day) => {
    const log = createLog();
    log.take(filed(day, 41, { accepted_at, transactions: [trade('S', { shares: '1000', shares_after: '9000' })] }));
    const transactions = [trade('S', { shares: '1100', shares_after: '8900' })];
    log.take(amendment(25, 42, { original_filed_on: `2025-03-${day}`, transactions }));
    expect(log.standing().map(({ trade: { shares } }) => shares)).toEqual(['1100']);
  });

  test('of holdings, footnotes or other codes only wipes nothing', () => {
    const log = createLog();
    log.take(original);
    const before = log.standing();
    expect(log.take(amendment(20, 33, { transactions: [] }))).toMatchObject([
      { type: 'drop', reason: 'amendment_without_trade', detail: 'no transactions' },
    ]);
    expect(log.take(amendment(20, 34, { transactions: [trade('M', { acquired_disposed: 'A' })] }))).toMatchObject([
      { reason: 'amendment_without_trade', detail: 'codes M' },
    ]);
    expect(log.standing()).toEqual(before);
  });

  test.each<[string, Partial<Form4Transaction>[], string[]]>([
    ['a sale as shares withheld', [{ code: 'F', shares: '1000', shares_after: '9000' }], ['sell']],
    [
      'a purchase as a grant, the sale as it was',
      [
        { code: 'S', shares: '1000', shares_after: '9000' },
        { code: 'A', acquired_disposed: 'A', shares: '5' },
      ],
      ['buy'],
    ],
    [
      'a sale among many withheld',
      [...Array.from({ length: 45 }, (_, at) => ({ code: 'F', shares: `${at + 1}` })), { code: 'F', shares: '1000' }],
      ['sell'],
    ],
    ['other shares as withheld', [{ code: 'F', shares: '999', shares_after: '9000' }], []],
    [
      'a sale again, and as many withheld',
      [
        { code: 'S', shares: '1000' },
        { code: 'F', shares: '1000' },
      ],
      [],
    ],
  ])('that reports %s withdraws the row that never was', (_, rows, withdrawn) => {
    const log = createLog();
    log.take(original);
    const amends = amendment(20, 36, { transactions: rows.map(({ code = '', ...row }) => trade(code, row)) });
    const records = log.take(amends);
    const sides = records.flatMap((record) => {
      if (record.type !== 'revision' || record.withdrawn === undefined) return [];
      const row = log.records().find((one) => one.type === 'row' && one.uid === record.revises);
      return row?.type === 'row' ? [row.trade?.side] : [];
    });
    expect(sides).toEqual(withdrawn);
    expect(log.take(amends).map(({ type }) => type)).not.toContain('revision');
  });

  test('does not bring back the row that an operator withdrew, also after a restart', () => {
    const log = createLog();
    const [row] = log.take(filed(18, 24, { transactions: [trade('S', { shares: '1000' })] }));
    log.withdraw(row?.type === 'row' ? row.uid : '');
    log.rebuild();
    const details = [first, second].flatMap(log.take).map((record) => record.type === 'drop' && record.detail);
    expect(details).toEqual([first, second].map(() => expect.stringMatching(/^[0-9a-f]{16} was withdrawn$/)));
  });

  test('that repeats what is served changes nothing', () => {
    const log = createLog();
    log.take(original);
    expect(log.take(amendment(20, 35, { transactions: original.transactions })).map((record) => record.type === 'drop' && record.detail)).toEqual([
      'nothing corrected',
      'nothing corrected',
    ]);
  });

  test.each([
    'This amendment is filed to report a sale that was inadvertently omitted from the original Form 4.',
    'This amendment is filed to correct the original Form 4, which omitted the sale of 70 shares at an average price of $11.',
    'The original Form 4 inadvertently omitted the sale of 70 shares, and as a result the number of shares owned following the transaction was misstated.',
    'The original Form 4 inadvertently omitted 70 shares disposed of on March 3, 2025.',
    'Amended to report a sale of 70 shares for a price of $11 that was omitted.',
    'Amended to report an additional 70 shares sold, see footnote (1).',
    'One sale was not included and is reported here with the correct date.',
  ])('that says the original left a trade out is a row beside it, in either order: %s', (remarks) => {
    const added = amendment(20, 36, { remarks, transactions: [trade('S', { shares: '70', price: '11' })] });
    for (const order of [
      [original, added],
      [added, original],
    ]) {
      const log = createLog();
      order.forEach(log.take);
      expect(
        soldBy(log.standing())
          .map(({ trade: { shares } }) => shares)
          .sort(),
      ).toEqual(['1000', '70']);
    }
  });

  test.each([
    ['This amendment is filed to include the purchase price, which was inadvertently omitted from the original Form 4.', {}],
    ['The original Form 4 failed to report the correct number of shares.', {}],
    ['Amended to correct the price per share; the footnote on the range of prices of the sales was omitted.', {}],
    ['Shares held by the spouse are not included in this report.', {}],
    ['', { footnotes_of_holdings: ['Adjusted for a purchase of 5 shares that was inadvertently omitted.'] }],
  ])('that completes a trade corrects its row: %s %j', (remarks, notes: Partial<Form4Transaction>) => {
    const log = createLog();
    log.take(original);
    log.take(
      amendment(20, 44, {
        remarks,
        transactions: [trade('S', { shares: '1100', price: '11', footnotes: notes.footnotes_of_holdings ?? [], ...notes })],
      }),
    );
    expect(soldBy(log.standing()).map(({ trade: { shares } }) => shares)).toEqual(['1100']);
  });

  test('with a trade that the original did not have makes a row of its own', () => {
    const log = createLog();
    log.take(original);
    log.take(amendment(20, 37, { transactions: [trade('D', { shares: '3' })] }));
    expect(log.standing()).toHaveLength(3);
  });

  test.each([
    ['P', 'S', 'sell'],
    ['S', 'D', 'other'],
  ])('that corrects code %s to %s corrects the row, in either order', (wrong, right, side) => {
    const mistaken = filed(18, 46, { transactions: [trade(wrong)] });
    const corrected = amendment(20, 47, { transactions: [trade(right)] });
    for (const order of [
      [mistaken, corrected],
      [corrected, mistaken],
    ]) {
      const log = createLog();
      for (const form of [...order, amendment(25, 48, { transactions: [trade(right, { shares: '1100' })] })]) {
        log.take(form);
        log.rebuild();
      }
      expect(log.standing()).toMatchObject([
        { trade: { transaction_code: right, side, shares: '1100' }, item: { insider: { transaction_code: right, side } } },
      ]);
    }
    const both = createLog();
    both.take(mistaken);
    both.take(amendment(20, 49, { transactions: [trade(wrong), trade(right)] }));
    both.take(amendment(25, 50, { transactions: [trade(right, { shares_after: '9000' })] }));
    expect(both.standing().map((standing) => [standing.trade.transaction_code, standing.trade.shares_after])).toEqual([
      [wrong, null],
      [right, '9000'],
    ]);
  });

  test.each([1, 2])('that corrects how the shares of %i equal trades are held is not a second row', (count) => {
    const log = createLog();
    const trades = (changes: Partial<Form4Transaction>) => Array.from({ length: count }, () => trade('S', { shares: '1000', ...changes }));
    log.take(filed(18, 24, { transactions: trades({}) }));
    log.take(amendment(20, 38, { transactions: trades({ ownership_form: 'indirect', nature_of_ownership: 'By trust' }) }));
    expect(soldBy(log.standing()).map(({ trade: { ownership_form } }) => ownership_form)).toEqual(['indirect']);
  });

  test('that corrects the date is matched by the day its original was filed', () => {
    const log = createLog();
    log.take(original);
    log.take(amendment(20, 39, { transactions: [trade('S', { shares: '1000', transaction_date: '2025-03-12' })] }));
    expect(soldBy(log.standing()).map(({ trade: { first_date } }) => first_date)).toEqual(['2025-03-12']);
  });

  test('that names the day of signing as that of the original corrects its row', () => {
    const log = createLog();
    log.take(original);
    log.take(amendment(20, 45, { original_filed_on: '2025-03-17', transactions: first.transactions }));
    expect(soldBy(log.standing()).map(({ trade: { shares } }) => shares)).toEqual(['1100']);
  });

  test('of another owner, issuer or original corrects nothing here', () => {
    const log = createLog();
    log.take(original);
    log.take(amendment(20, 40, { owners: [owner({ cik: '0000000009', name: 'ROE RICHARD' })], transactions: first.transactions }));
    log.take(
      amendment(20, 41, {
        issuer: { ...original.issuer, cik: '0001617553', symbol: 'ACME' },
        original_filed_on: '2025-03-01',
        transactions: first.transactions,
      }),
    );
    expect(soldBy(log.standing())).toHaveLength(3);
  });

  test('is not late because it comes later; one whose original was late is', () => {
    const late = amendment(20, 42, { original_filed_on: '2025-03-19', transactions: first.transactions });
    const log = createLog();
    log.take(late);
    expect(log.standing()[0]!.trade.late_filing).toBe(true);
    const sentence = 'The original filing was made on March 19, 2025, after the two-business-day deadline.';
    expect(log.standing()[0]).toMatchObject({ item: { original: { summary: expect.stringContaining(sentence) } } });
    const inTime = createLog();
    inTime.take(first);
    expect(inTime.standing()[0]!.trade.late_filing).toBe(false);
  });
});

test('two original filings of one day are two events, however alike', () => {
  const log = createLog();
  log.take(original);
  log.take(filed(18, 25, { transactions: original.transactions }));
  expect(soldBy(log.standing())).toHaveLength(2);
});

test('history: a trade of the past has no article, and its amendment corrects it without making one', () => {
  const log = createLog();
  expect(log.take({ ...original, is_history: true }).map(({ type }) => type)).toEqual(['trade', 'trade']);
  expect(log.take({ ...first, is_history: true })).toMatchObject([{ type: 'revision', item: null, trade: { shares: '1100' } }]);
  expect(log.standing().every(({ item }) => item === null)).toBe(true);
});

describe('whatever the order in which filings come, come again, and the process restarts between them', () => {
  const documents = [original, first, second] as const;
  const steps = fc.array(fc.record({ document: fc.integer({ min: 0, max: 2 }), isRestarted: fc.boolean() }), { maxLength: 12 });

  test('one row of each event remains, as the last accepted filing has it', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }), steps, (order, more) => {
        const log = createLog();
        for (const { document, isRestarted } of [...more.slice(0, 4), ...order.map((next) => ({ document: next, isRestarted: false })), ...more]) {
          if (isRestarted) log.rebuild();
          log.take(documents[document]!);
        }
        const standing = log.standing();
        expect(standing.map(({ trade: { side, shares } }) => `${side} ${shares}`).sort()).toEqual(['buy 5', 'sell 1200']);
        expect(soldBy(standing)[0]!.trade).toMatchObject({ accession_number: second.accession, shares_after: '8800', late_filing: false });
        const identities = log.records().map((record) => (record.type === 'gap' ? '' : record.identity));
        expect(new Set(identities).size).toBe(identities.length);
      }),
      { numRuns: 200 },
    );
  });
});

test('the note of a record reads back as it was written', () => {
  const log = createLog();
  [original, first, second, amendment(26, 43, { transactions: second.transactions })].forEach(log.take);
  const notes = log.records().map(noteOf);
  expect(notes.filter((note) => note !== null).map(({ kind }) => kind)).toEqual(['added', 'added', 'revised', 'revised', 'repeated']);
  for (const note of notes) if (note !== null) expect(unpackNote(packNote(note))).toEqual(note);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventChangeOf, packEventChange, unpackEventChange } from '#pipeline/refine/form4/known-event.ts';
import { createKnownEvents } from '#pipeline/refine/form4/known-events.ts';
import { refineForm4 } from '#pipeline/refine/form4/refine.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { refineWithdrawal } from '#pipeline/refine/operator-withdrawal.ts';
import { digestOf, uidOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { Form4Transaction, RawForm4 } from '#schemas/raw.ts';
import { createSeen } from '#pipeline/refine/state/seen.ts';
import { claimFrom, withdrawalOf } from '../fixtures.ts';
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
    const note = eventChangeOf(record);
    const packed = note === null ? null : unpackEventChange(packEventChange(note));
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
          claimUid: claimFrom(seen),
          knownEvents,
        }),
      ).map((record) => FeedRecord.parse(record));
      made.forEach(add);
      return made;
    },
    /** Withdraws a row as an operator does. */
    withdraw: (uid: string): void => {
      add(refineWithdrawal(withdrawalOf(uid), { refinedAt: '2026-02-01T00:00:00.000Z', claimUid: uidOf })!);
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

const logOf = (...forms: readonly RawForm4[]) => {
  const log = createLog();
  forms.forEach(log.take);
  return log;
};
const soldBy = (standing: readonly Standing[]) => standing.filter(({ trade: { side } }) => side === 'sell');
const sharesSold = ({ standing }: ReturnType<typeof createLog>): string[] => soldBy(standing()).map(({ trade: { shares } }) => shares);

describe('an amendment', () => {
  test('corrects the row in its place: its uid, its time and when it came stay, and what is said of the filing is said of the amendment', () => {
    const log = createLog();
    const [row] = log.take(original);
    const [revision] = log.take(first);
    if (row?.type !== 'row' || revision?.type !== 'revision') throw new Error('no revision');
    const { uid, time_published, created_at } = row.item.original;
    const updated_at = '2026-01-01T00:02:00.000Z';
    const summary = expect.stringContaining('Reported in an amended filing (Form 4/A).') as string;
    const { accepted_at, accession: accession_number } = first;
    expect(revision).toMatchObject({
      revises: uid,
      trade: { shares: '1100', accession_number, form: '4/A' },
      item: {
        original: { uid, time_published, created_at, updated_at, summary },
        insider: { shares: '1100', late_filing: false, filed_at: updated_at, accepted_at, accession_number },
      },
    });
    expect(log.standing()).toHaveLength(2);
  });

  test('that comes before its original is served, and the original is dropped as superseded', () => {
    const log = createLog();
    expect(log.take(first).map(({ type }) => type)).toEqual(['row']);
    expect(log.take(original).map((record) => (record.type === 'drop' ? record.reason : record.type))).toEqual(['superseded', 'row']);
    expect(sharesSold(log)).toEqual(['1100']);
  });

  test.each([
    ['on a Saturday', '2025-03-22T15:00:00.000Z', 24],
    ['after ten in the evening', '2025-03-22T02:30:00.000Z', 24],
    ['just before it', '2025-03-22T01:59:00.000Z', 21],
  ])('finds by its filing date an original that was accepted %s', (_, accepted_at, day) => {
    const mistaken = filed(day, 41, { accepted_at, transactions: [trade('S', { shares: '1000', shares_after: '9000' })] });
    const log = logOf(mistaken, amendment(25, 42, { original_filed_on: `2025-03-${day}`, transactions: first.transactions }));
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

  const held = { shares: '1000', shares_after: '9000' };
  test.each<[string, Form4Transaction[], string[]]>([
    ['a sale as shares withheld', [trade('F', held)], ['sell']],
    ['a purchase as a grant, the sale as it was', [trade('S', held), trade('A', { acquired_disposed: 'A', shares: '5' })], ['buy']],
    ['a sale among many withheld', [...Array.from({ length: 45 }, (_, at) => trade('F', { shares: `${at + 1}` })), trade('F', held)], ['sell']],
    ['other shares as withheld', [trade('F', { ...held, shares: '999' })], []],
    ['a sale again, and as many withheld', [trade('S'), trade('F')], []],
  ])('that reports %s withdraws the row that never was', (_, transactions, withdrawn) => {
    const log = logOf(original);
    const amends = amendment(20, 36, { transactions });
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
    'This amendment is filed to correct the original Form 4, which omitted the sale of 70 shares at an average price of $11.',
    'The original Form 4 inadvertently omitted the sale of 70 shares, and as a result the number of shares owned following the transaction was misstated.',
    'Amended to report an additional 70 shares sold, see footnote (1).',
    'One sale was not included and is reported here with the correct date.',
  ])('that says the original left a trade out is a row beside it, in either order: %s', (remarks) => {
    const added = amendment(20, 36, { remarks, transactions: [trade('S', { shares: '70', price: '11' })] });
    for (const order of [
      [original, added],
      [added, original],
    ]) {
      expect(sharesSold(logOf(...order)).toSorted()).toEqual(['1000', '70']);
    }
  });

  test.each([
    ['This amendment is filed to include the purchase price, which was inadvertently omitted from the original Form 4.', {}],
    ['The original Form 4 failed to report the correct number of shares.', {}],
    ['Amended to correct the price per share; the footnote on the range of prices of the sales was omitted.', {}],
    ['Shares held by the spouse are not included in this report.', {}],
    ['', { footnotes_of_holdings: ['Adjusted for a purchase of 5 shares that was inadvertently omitted.'] }],
  ])('that completes a trade corrects its row: %s %j', (remarks, notes: Partial<Form4Transaction>) => {
    const row = trade('S', { shares: '1100', price: '11', footnotes: notes.footnotes_of_holdings ?? [], ...notes });
    expect(sharesSold(logOf(original, amendment(20, 44, { remarks, transactions: [row] })))).toEqual(['1100']);
  });

  test('with a trade that the original did not have makes a row of its own', () => {
    expect(logOf(original, amendment(20, 37, { transactions: [trade('D', { shares: '3' })] })).standing()).toHaveLength(3);
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
    const both = logOf(
      mistaken,
      amendment(20, 49, { transactions: [trade(wrong), trade(right)] }),
      amendment(25, 50, { transactions: [trade(right, { shares_after: '9000' })] }),
    );
    expect(both.standing().map((standing) => [standing.trade.transaction_code, standing.trade.shares_after])).toEqual([
      [wrong, null],
      [right, '9000'],
    ]);
  });

  test.each([1, 2])('that corrects how the shares of %i equal trades are held is not a second row', (count) => {
    const trades = (changes: Partial<Form4Transaction>) => Array.from({ length: count }, () => trade('S', changes));
    const moved = { ownership_form: 'indirect', nature_of_ownership: 'By trust' } as const;
    const log = logOf(filed(18, 24, { transactions: trades({}) }), amendment(20, 38, { transactions: trades(moved) }));
    expect(soldBy(log.standing()).map(({ trade: { ownership_form } }) => ownership_form)).toEqual(['indirect']);
  });

  test.each<[string, Partial<RawForm4>, Partial<InsiderTrade>]>([
    ['corrects the date', { transactions: [trade('S', { transaction_date: '2025-03-12' })] }, { first_date: '2025-03-12' }],
    ['names the day of signing as that of the original', { original_filed_on: '2025-03-17', transactions: first.transactions }, { shares: '1100' }],
  ])('that %s corrects the row', (_, changes, corrected) => {
    expect(soldBy(logOf(original, amendment(20, 38, changes)).standing())).toMatchObject([{ trade: corrected }]);
  });

  test('of another owner, issuer or original corrects nothing here', () => {
    const [{ issuer }, { transactions }] = [original, first];
    const log = logOf(
      original,
      amendment(20, 40, { owners: [owner({ cik: '0000000009', name: 'ROE RICHARD' })], transactions }),
      amendment(20, 41, { issuer, original_filed_on: '2025-03-01', transactions }),
    );
    expect(soldBy(log.standing())).toHaveLength(3);
  });

  test('is not late because it comes later; one whose original was late is', () => {
    const late = amendment(20, 42, { original_filed_on: '2025-03-19', transactions: first.transactions });
    const summary = expect.stringContaining('The original filing was made on March 19, 2025, after the two-business-day deadline.') as string;
    expect(logOf(late).standing()).toMatchObject([{ trade: { late_filing: true }, item: { original: { summary } } }]);
    expect(logOf(first).standing()).toMatchObject([{ trade: { late_filing: false } }]);
  });
});

test('two original filings of one day are two events, however alike', () => {
  expect(soldBy(logOf(original, filed(18, 25, { transactions: original.transactions })).standing())).toHaveLength(2);
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
  const log = logOf(original, first, second, amendment(26, 43, { transactions: second.transactions }));
  const notes = log.records().map(eventChangeOf);
  expect(notes.filter((note) => note !== null).map(({ kind }) => kind)).toEqual(['added', 'added', 'revised', 'revised', 'repeated']);
  for (const note of notes) if (note !== null) expect(unpackEventChange(packEventChange(note))).toEqual(note);
});

/** A story whose first row is withdrawn is represented by the next row that is left, in the log as in refine's state after a restart. */
import { describe, expect, test } from 'vitest';
import { decide } from '#pipeline/refine/decide.ts';
import { createState, type RefineState } from '#pipeline/refine/state/state.ts';
import { FeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { at, claimFrom, contextOf, rawArticle, withdrawalOf } from '../fixtures.ts';

const reports = [
  'Nvidia beats estimates as data center revenue doubles',
  'Nvidia tops estimates, data center revenue doubles',
  'Nvidia revenue doubles on data center demand, beating estimates by a wide margin',
  'Data center boom: Nvidia revenue doubles and beats estimates of analysts',
].map((title, nth) => rawArticle(title, { url: `https://outlet${nth}.example/1`, outlet_domain: `outlet${nth}.example` }));

/** Decides as the consumer does; `restart` goes on with a state that read the log. */
function newLog() {
  const records: FeedRecord[] = [];
  let state: RefineState = createState();
  const decided = (raw: RawMessage, hours: number): FeedRecord[] =>
    decide(raw, contextOf({ refinedAt: at(hours), claimUid: claimFrom(state.seen), recent: state.recent }));
  const write = (record: FeedRecord): void => {
    records.push(FeedRecord.parse(record));
    state.applyAppended(record, { generation: 0, seq: records.length });
  };
  return {
    decided,
    write,
    take: (raw: RawMessage, hours = 0): FeedRecord[] => {
      const made = decided(raw, hours);
      made.forEach(write);
      return made;
    },
    restart: (from: 'window' | 'log') => {
      const { position, lastRefinedAtMs, recent } = state;
      const events: ReturnType<RefineState['knownEvents']['saved']> = state.knownEvents.saved();
      const before = records.splice(0);
      state =
        from === 'window'
          ? createState({ saved: { position: position(), lastRefinedAtMs: lastRefinedAtMs(), events, window: recent.saved() } })
          : createState();
      if (from === 'window') for (const record of before) if ('identity' in record) state.seen.add(record.uid, '');
      if (from === 'log') for (const record of before) write(record);
      else records.push(...before);
    },
  };
}

const marks = (records: readonly FeedRecord[]): unknown[] =>
  records.map((record) => record.type === 'revision' && [record.revises, record.withdrawn === undefined ? record.is_root : 'withdrawn']);

describe('the root of a story', () => {
  const begun = () => {
    const log = newLog();
    const rows = reports.slice(0, 3).flatMap((raw) => log.take(raw)) as FeedRow[];
    expect(rows.map(({ type, story_id }) => [type, story_id])).toEqual(rows.map(() => ['row', rows[0]!.uid]));
    return { log, uids: rows.map(({ uid }) => uid) as [string, string, string] };
  };

  test.each(['log', 'window', null] as const)(
    'is the next row that is left once it is withdrawn, and later rows join its story; restarted from: %s',
    (from) => {
      const { log, uids: [first, second, third] } = begun(); // prettier-ignore
      expect(marks(log.take(withdrawalOf(first), 1))).toEqual([[second, true], [first, 'withdrawn']]); // prettier-ignore
      if (from !== null) log.restart(from);
      const [late] = log.take(reports[3]!, 2) as FeedRow[];
      expect(late).toMatchObject({ type: 'row', story_id: first });
      if (from !== null) log.restart(from);
      expect(marks(log.take(withdrawalOf(third), 3))).toEqual([[third, 'withdrawn']]);
      expect(marks(log.take(withdrawalOf(second), 4))).toEqual([[late!.uid, true], [second, 'withdrawn']]); // prettier-ignore
      expect(marks(log.take(withdrawalOf(late!.uid), 5))).toEqual([[late!.uid, 'withdrawn']]);
    },
  );

  test('follows the withdrawal by its publisher too', () => {
    const { log, uids: [first, second] } = begun(); // prettier-ignore
    const notice = { ...reports[0]!, is_edit: true as const, title: `WITHDRAWN: ${reports[0]!.title}` };
    expect(marks(log.take(notice, 1))).toEqual([[second, true], [first, 'withdrawn']]); // prettier-ignore
  });

  test.each([null, 'log'] as const)('stays withdrawn by an order, whatever its publisher edits; restarted from: %s', (from) => {
    const { log, uids: [first] } = begun(); // prettier-ignore
    log.take(withdrawalOf(first), 1);
    if (from !== null) log.restart(from);
    const edit = { ...reports[0]!, is_edit: true as const };
    expect(log.take({ ...edit, updated_at: at(2), fetched_at: at(2) }, 2)).toEqual([]);
    expect(log.take({ ...edit, title: `${edit.title}, shares rise`, fetched_at: at(3) }, 3)).toEqual([]);
  });

  test('is written before the withdrawal: a crash between both leaves the withdrawal to the repeated message', () => {
    const { log, uids: [first, second, third] } = begun(); // prettier-ignore
    const order = withdrawalOf(first);
    log.write(log.decided(order, 1)[0]!);
    log.restart('log');
    expect(marks(log.take(order, 1))).toEqual([[first, 'withdrawn']]);
    expect(log.take(order, 2)).toEqual([]);
    expect(marks(log.take(withdrawalOf(second), 3))).toEqual([[third, true], [second, 'withdrawn']]); // prettier-ignore
  });
});

/**
 * Random logs, and queries for pages by time of publication. Rows arrive in another order than they were published, many at one instant;
 * there are backfilled rows, copies that join stories, drops, corrections and gaps.
 */
import fc from 'fast-check';
import type { FeedWindow } from '#api/feed/parameters.ts';
import { everything, facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import { categories, sourceTypes } from '#schemas/vocabulary.ts';
import { dropRecord, rowRecord, withOriginal } from '#test/support/records.ts';
import { insiderTrade, revisionRecord } from '#test/support/trades.ts';
import { form4Row, form8kRow } from './records.ts';

export const hourMs = 3_600_000;
export const startMs = Date.UTC(2026, 10, 1);
const tickers = ['A', 'B', 'C', 'D'] as const;
const outlets = ['a.example', 'b.example', 'c.example'] as const;

const spec = fc.record({
  kind: fc.constantFrom('row', 'row', 'row', 'form4', '8k', 'history', 'member', 'copy', 'drop', 'revision', 'gap'),
  relevance: fc.integer({ min: 1, max: 10 }),
  category: fc.constantFrom(...categories.slice(0, 4)),
  named: fc.subarray([...tickers]),
  isPlan: fc.option(fc.boolean()),
  side: fc.constantFrom('buy', 'sell'),
  /** The earlier record that this one joins or corrects. */
  pick: fc.nat(),
  outlet: fc.constantFrom(...outlets),
  /** Hours from publication to arrival; negative for a row with a future date. */
  lateHours: fc.constantFrom(0, 0, 0, 1, 2, 5, 30, -1),
});
type Spec = typeof spec extends fc.Arbitrary<infer T> ? T : never;

function recordOf({ kind, isPlan, side, pick, outlet, lateHours, named, ...scored }: Spec, before: readonly FeedRecord[]): FeedRecord {
  const createdMs = startMs + before.length * hourMs;
  const identity = `record ${before.length}`;
  const times = { refinedAt: new Date(createdMs).toISOString(), publishedAt: new Date(createdMs - lateHours * hourMs).toISOString() };
  const changes = { ...scored, ...times, tickers: [...named] };
  const rows = before.filter((entry) => entry.type === 'row');
  const chosen = rows[pick % Math.max(1, rows.length)];
  const from = (row: FeedRow): FeedRow => withOriginal(row, { source_domain: outlet });
  if (kind === 'gap') return { type: 'gap', v: 1 };
  if (kind === 'drop' || (kind === 'copy' && chosen === undefined)) return dropRecord(identity);
  if (kind === 'copy') return dropRecord(identity, { reason: 'near_duplicate', story_id: chosen!.story_id, source_domain: outlet });
  if (kind === 'form4') return form4Row(identity, isPlan, changes, side);
  if (kind === '8k') return form8kRow(identity, ['2.02'], changes);
  if (kind === 'history') return { ...from(rowRecord(identity, changes)), is_history: true };
  if (kind === 'member' && chosen !== undefined) return from(rowRecord(identity, { ...changes, storyId: chosen.story_id }));
  if (kind === 'revision' && chosen !== undefined) {
    const revision = revisionRecord(chosen, insiderTrade({ accession_number: `0001234567-26-${String(before.length).padStart(6, '0')}` }), scored);
    Object.assign(revision.item!.enrichment, { tickers: [...named], category: scored.category });
    return revision;
  }
  return from(rowRecord(identity, changes));
}

/** The record at `index` has sequence `index + 1`. */
export const pastLogs: fc.Arbitrary<FeedRecord[]> = fc.array(spec, { minLength: 20, maxLength: 60 }).map((specs) => {
  const records: FeedRecord[] = [];
  for (const one of specs) records.push(recordOf(one, records));
  return records;
});

const subset = <T>(values: readonly T[]): fc.Arbitrary<T[] | null> => fc.option(fc.subarray([...values], { minLength: 1 }), { freq: 2 });
/** Instants around the hours of a log; some are outside it. */
const instants = fc.option(fc.integer({ min: -10, max: 70 }).map((hours) => startMs + hours * hourMs));

export interface Question {
  readonly filter: FeedFilter;
  readonly window: FeedWindow;
  readonly pageSize: number;
  readonly archiveDays: number;
}

export const filters: fc.Arbitrary<FeedFilter> = fc.record({
  tickers: fc.option(fc.oneof(fc.subarray([...tickers], { minLength: 1 }), fc.constantFrom(['NONE'], [])), { freq: 3 }),
  spans: fc.constant(null),
  categories: subset(categories.slice(0, 4)),
  excludeCategories: fc.subarray(categories.slice(0, 4), { maxLength: 2 }),
  minRelevance: fc.constantFrom(1, 1, 4, 8),
  // The kinds of the rows above.
  sourceTypes: subset(sourceTypes.slice(0, 4)),
  item: fc.option(fc.constantFrom('2.02', '5.02'), { freq: 3 }),
  is10b5_1: fc.constantFrom(null, true, false, 'none' as const),
  rootsOnly: fc.boolean(),
});

/** A filter that most rows match, so that half of the queries get full pages. */
const wide = fc
  .record({ rootsOnly: fc.boolean(), tickers: fc.option(fc.subarray([...tickers], { minLength: 1 }), { freq: 2 }) })
  .map(({ rootsOnly, tickers: named }): FeedFilter => ({
    ...everything,
    tickers: named,
    spans: named === null ? null : named.map((ticker, at) => ({ ticker, fromMs: at === 0 ? startMs + 20 * hourMs : null, toMs: null })),
    rootsOnly,
  }));

export const questions: fc.Arbitrary<Question> = fc
  .record({
    filter: fc.oneof(wide, filters),
    window: fc.record({ by: fc.constantFrom('published', 'created'), fromMs: instants, toMs: instants }),
    pageSize: fc.integer({ min: 1, max: 9 }),
    archiveDays: fc.constantFrom(1, 3, 30, 30),
  })
  .filter(({ window: { fromMs, toMs } }) => fromMs === null || toMs === null || fromMs <= toMs);

export interface Standing {
  readonly uid: string;
  readonly publishedAtMs: number;
  readonly createdAtMs: number;
}

/** Returns the rows that are served for the filter after these records, in the order of a page. */
export function standing(records: readonly FeedRecord[], filter: FeedFilter): Standing[] {
  const items = new Map(records.flatMap((one) => (one.type === 'revision' && one.item !== null ? [[one.revises, one.item] as const] : [])));
  return records
    .filter((one) => one.type === 'row')
    .map((row) => ({ ...row, item: items.get(row.uid) ?? row.item }))
    .filter((row) => matches(filter, facetsOf(row)))
    .map(({ uid, item: { original } }) => ({ uid, publishedAtMs: Date.parse(original.time_published), createdAtMs: Date.parse(original.created_at) }))
    .sort((a, b) => b.publishedAtMs - a.publishedAtMs || (a.uid < b.uid ? -1 : 1));
}

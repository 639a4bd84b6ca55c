import { describe, expect, test } from 'vitest';
import { isDue, publisherChannels } from '#pipeline/coverage/coverage-part.ts';
import { coverageReport, type CoverageFacts } from '#pipeline/coverage/report.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { agencies } from '#schemas/calendar.ts';
import { readConfig } from '#schemas/config.ts';
import { CoverageReport, coverageSources } from '#schemas/coverage.ts';
import { plans } from '#schemas/plan.ts';
import { collectedForms } from '#schemas/vocabulary.ts';

const nowMs = Date.parse('2026-05-06T15:00:00.000Z');
const hourMs = 3_600_000;
const empty: CoverageFacts = {
  asOfMs: nowMs,
  generatedAtMs: nowMs,
  rows: [],
  lag: new Map(),
  reads: null,
  reportDates: { rows: 0, firstMs: null, lastMs: null, ingestedMs: null },
  schedules: [],
  reconciliation: null,
  publishers: [],
  plans,
};
const sourceOf = (facts: CoverageFacts, name: string) => coverageReport(facts).sources.find(({ source }) => source === name)!;

const feed = (id: string, pollSeconds: number, ingestedMs: number | null) => ({ id, pollSeconds, ingestedMs, emptySinceMs: null, entries: null });

describe('the report', () => {
  test('has a row a source, in the order of the contract, whatever is known', () => {
    const report = coverageReport(empty);
    expect(CoverageReport.parse(report)).toEqual(report);
    expect(report.sources.map(({ source }) => source)).toEqual([...coverageSources]);
    expect(report.sources.every(({ stale, rows_total }) => stale && rows_total === 0)).toBe(true);
  });

  test('counts what the tables hold, and is stale once nothing has come for too long', () => {
    const row = { source_type: 'publisher', rows: 12, first_published_at_ms: nowMs - 9 * hourMs, last_published_at_ms: nowMs - 2 * hourMs };
    const facts = (ageMs: number): CoverageFacts => ({ ...empty, rows: [{ ...row, last_created_at_ms: nowMs - ageMs }] });
    expect(sourceOf({ ...facts(hourMs), lag: new Map([['publisher', [1, 2, 3]]]) }, 'publisher_news')).toMatchObject({
      rows_total: 12,
      first_row_at: '2026-05-06T06:00:00.000Z',
      last_row_at: '2026-05-06T13:00:00.000Z',
      last_ingested_at: '2026-05-06T14:00:00.000Z',
      stale: false,
      archive_days: { free: 30, basic: 90, pro: 180 },
      lag: { p50_seconds: 1, p95_seconds: 2, p99_seconds: 3 },
      reconciliation: null,
    });
    expect(sourceOf(facts(6 * hourMs), 'publisher_news').stale).toBe(false);
    expect(sourceOf(facts(6 * hourMs + 1), 'publisher_news').stale).toBe(true);
  });

  test('late notices may stay away for a quarter, other filings for a long weekend', () => {
    const dayMs = 24 * hourMs;
    const isStale = (source: 'sec_nt10q' | 'sec_form144', days: number): boolean => {
      const rows = [{ source_type: source, rows: 1, first_published_at_ms: 0, last_published_at_ms: 0, last_created_at_ms: nowMs - days * dayMs }];
      return sourceOf({ ...empty, rows }, source).stale;
    };
    expect([isStale('sec_nt10q', 90), isStale('sec_nt10q', 101)]).toEqual([false, true]);
    expect([isStale('sec_form144', 4), isStale('sec_form144', 5)]).toEqual([false, true]);
  });

  test("says for each of EDGAR's forms how many filings of the last day's index are served", () => {
    const compared = { listed: 9, served: 5, dropped: { issuer_unlisted: 3 }, pending: 0, missing: 1 };
    const families = { sec_form4: { ...compared, missing_accessions: [], looks: 1, next_look_at: null } };
    const day = { day: '2026-05-05', checked_at: '2026-05-06T03:00:00.000Z' };
    const reconciliation = { v: 1, ...day, has_index: true, families, looks: 1, next_look_at: null } as const;
    expect(sourceOf({ ...empty, reconciliation }, 'sec_form4').reconciliation).toEqual({ ...day, ...compared });
    expect(sourceOf({ ...empty, reconciliation }, 'sec_form8k').reconciliation).toBeNull();
    expect(sourceOf({ ...empty, reconciliation: { ...reconciliation, has_index: false } }, 'sec_form4').reconciliation).toBeNull();
  });

  test("says for each publisher's feed when its newest row came, so that a silent feed shows while the others go on", () => {
    const publishers = [
      feed('fed_press', 300, nowMs - hourMs),
      feed('silent_wire', 900, nowMs - 97 * hourMs),
      feed('new_one', 90, null),
      feed('fast_one', 5, nowMs - 2 * hourMs),
    ];
    const { channels } = sourceOf({ ...empty, publishers }, 'publisher_news');
    const lines = channels!.map(({ channel, cadence, stale_after_seconds, stale }) => [channel, cadence, stale_after_seconds, stale]);
    expect(lines).toEqual([
      ['fed_press', 'every 5 minutes', 345_600, false],
      ['silent_wire', 'every 15 minutes', 345_600, true],
      ['new_one', 'every 90 seconds', 103_680, true],
      ['fast_one', 'every 5 seconds', 5_760, true],
    ]);
    expect(channels!.slice(1, 3).map(({ last_ingested_at }) => last_ingested_at)).toEqual(['2026-05-02T14:00:00.000Z', null]);
  });

  test("names each feed that is empty, since when and what it held: its silence is not a publisher's silence", () => {
    const emptied = { emptySinceMs: nowMs - hourMs, entries: 20 };
    const publishers = [
      { ...feed('emptied', 300, nowMs - hourMs), ...emptied },
      { ...feed('never', 300, null), emptySinceMs: nowMs - 2 * hourMs },
      { ...feed('cleared', 300, nowMs), emptySinceMs: nowMs - 599_999, entries: 3 },
      { ...feed('full', 300, nowMs), entries: 3 },
    ];
    const { limits } = sourceOf({ ...empty, publishers }, 'publisher_news');
    expect(limits.slice(sourceOf(empty, 'publisher_news').limits.length)).toEqual([
      'emptied, since 2026-05-06T14:00:00.000Z: the feed is empty; it had 20 entries before',
      'never, since 2026-05-06T13:00:00.000Z: the feed has never had entries',
    ]);
    const many = Array.from({ length: 45 }, (_, at) => ({ ...feed(`feed_${at}`, 300, nowMs), ...emptied }));
    expect(sourceOf({ ...empty, publishers: many }, 'publisher_news').limits.at(-1)).toBe('25 more feeds are empty');
  });

  test('says for each agency when its schedule was last read', () => {
    const bls = { v: 1, agency: 'bls', synced_at: '2026-05-06T04:50:00.000Z', synced_for: null, occurrences: [] } as const;
    const { channels, stale, last_ingested_at } = sourceOf({ ...empty, schedules: [{ ...bls, occurrences: [] }] }, 'economic_calendar');
    expect(channels!.map(({ channel, stale: isStale }) => [channel, isStale])).toEqual(agencies.map((agency) => [agency, agency !== 'bls']));
    expect([stale, last_ingested_at]).toEqual([false, '2026-05-06T04:50:00.000Z']);
  });
});

test('a feed in a language that is not served, or of past articles, is not a channel', () => {
  const of = (id: string, more: Partial<Source> = {}): Source => {
    const domain = `${id}.example`;
    return { id, name: id, url: `https://${domain}/feed`, domain, outlet: id, kind: 'feed', ...more };
  };
  const sources = [
    of('unstated'),
    of('english', { language: 'en' }),
    of('british', { language: 'EN-gb', interval_seconds: 90 }),
    of('german', { language: 'de' }),
    of('english_no_more', { language: 'enm' }),
    of('past', { history: true }),
  ];
  const channels = publisherChannels(sources, readConfig({}));
  expect(channels.map(({ id }) => id)).toEqual(['unstated', 'english', 'british', 'gdelt']);
  expect(channels.slice(2)).toEqual([
    { id: 'british', pollSeconds: 90 },
    { id: 'gdelt', pollSeconds: 900 },
  ]);
  expect(publisherChannels([], readConfig({ GDELT_URL: '' }))).toEqual([]);
});

describe('a report is due', () => {
  const compared = { day: '2026-05-05', checked_at: '2026-05-06T03:00:00.000Z', listed: 9, served: 9, dropped: {}, pending: 0, missing: 0 };
  const report = (at: string, rows: number, channelAt: string | null = at, reconciliation: typeof compared | null = compared): CoverageReport => {
    const made = coverageReport({ ...empty, generatedAtMs: Date.parse(at), publishers: [feed('late', 90, nowMs)] });
    return {
      ...made,
      sources: made.sources.map((source) => ({
        ...source,
        rows_total: rows,
        reconciliation: source.source in collectedForms ? reconciliation : null,
        channels: source.channels?.map((channel) => ({ ...channel, last_ingested_at: channelAt })) ?? null,
      })),
    };
  };
  test.each([
    ['when there is none', null, 0, true],
    ['on a new UTC day', report('2026-05-05T23:59:59.999Z', 1), 0, true],
    ['not again on the same day', report('2026-05-06T00:00:00.000Z', 1), 0, false],
    ['soon after one with a source that has brought nothing', report('2026-05-06T14:59:40.000Z', 0), 0, true],
    ['soon after one with a publisher that has brought nothing', report('2026-05-06T14:59:40.000Z', 1, null), 0, true],
    ["until EDGAR's index of a first day was compared", report('2026-05-06T14:00:00.000Z', 1, undefined, null), 1_000, true],
    ['later after each further one', report('2026-05-06T14:59:40.000Z', 0), 1, false],
    ['hourly in the end', report('2026-05-06T14:00:00.000Z', 0), 1_000, true],
  ] as const)('%s', (_, last, emptyLooks, due) => expect(isDue(last, nowMs, emptyLooks)).toBe(due));
});

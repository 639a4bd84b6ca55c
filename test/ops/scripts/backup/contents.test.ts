/** Every stream, bucket and table has a decision: a new one is in a backup, or left out for a reason. */
import { expect, test } from 'vitest';
import { keptTables } from '#clickhouse/kept-rows.ts';
import { wantedTables } from '#clickhouse/schema/wanted.ts';
import { wantedState } from '#ops/nats/control-plane/wanted.ts';
import { bucketDecisions, streamDecisions, streamOrder, type Decision } from '#ops/scripts/backup/contents.ts';
import { isOlder } from '#ops/scripts/backup/put-back.ts';
import { takenStreams } from '#ops/scripts/backup/take.ts';
import { readConfig } from '#schemas/config.ts';
import { bucketStream } from '#schemas/subjects.ts';

const sorted = (names: readonly string[]): string[] => names.toSorted((one, other) => (one < other ? -1 : 1));
const decisions: [string, Decision][] = [
  ...Object.entries(streamDecisions),
  ...Object.entries(bucketDecisions).map(([bucket, decision]): [string, Decision] => [bucketStream(bucket), decision]),
];

test('every stream and bucket that apply makes is taken or left out for a reason', () => {
  const wanted = wantedState(readConfig({})).streams.map(({ config }) => config.name);
  expect(sorted(decisions.map(([name]) => name))).toEqual(sorted(wanted));
  for (const [name, decision] of decisions) if (!decision.isKept) expect(decision.why.length, name).toBeGreaterThan(20);
  expect(sorted(takenStreams().map(({ stream }) => stream))).toEqual(sorted(decisions.filter(([, { isKept }]) => isKept).map(([name]) => name)));
});

test('durable consumers are taken with the streams that have some', () => {
  const { consumers } = wantedState(readConfig({}));
  expect(takenStreams().flatMap(({ stream, withConsumers }) => (withConsumers ? [stream] : [])).toSorted()).toEqual(consumers.map(({ stream }) => stream).toSorted()); // prettier-ignore
});

test('positions in a stream are taken before the stream', () => {
  const places = takenStreams().map(({ stream }) => stream);
  const isBefore = (first: string, then: string): boolean => places.indexOf(first) < places.indexOf(then);
  for (const [first, then] of [
    ['KV_positions', 'RAW'],
    ['RAW', 'FEED'],
    ['RAW', 'DEAD'],
    ['KV_feed_log', 'DELIVERIES'],
    ['KV_webhook_attempts', 'DELIVERIES'],
    ['DELIVERIES', 'FEED'],
  ] as const)
    expect(isBefore(first, then), `${first} before ${then}`).toBe(true);
  expect(streamOrder.map((name) => (name in bucketDecisions ? bucketStream(name) : name))).toEqual(places.slice(0, streamOrder.length));
});

/** The tables that neither the records of the log fill nor a backup takes row by row, each with a reason. */
const leftOut: Readonly<Record<string, string>> = {
  radar_snapshots: 'snapshots expire within hours and are computed again each minute from the feed tables alone',
  radar_rows: 'as radar_snapshots',
};
const fromRecords = ['feed', 'drops', 'feed_epochs', 'feed_keys', 'feed_uids', 'story_sources', 'insider_trades', 'earnings_reads', 'search_terms'];

test('every table is made from the records, is there row by row, or is left out for a reason', () => {
  expect(sorted([...fromRecords, ...keptTables, ...Object.keys(leftOut)])).toEqual(sorted(wantedTables().map(({ name }) => name)));
});

test.each([
  ['2.9.2', '2.9.10', false],
  ['2.9.10', '2.10.1', true],
  ['2.11.0', '2.10.20', false],
])('a server %s is older than %s: %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});

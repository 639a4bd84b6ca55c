/** The retention of each stream, bucket and table is a setting, or fixed for a reason given here. */
import { expect, test } from 'vitest';
import { tableRetention } from '#clickhouse/schema/retention.ts';
import { wantedTables } from '#clickhouse/schema/wanted.ts';
import { wantedState } from '#ops/nats/control-plane/wanted.ts';
import { readConfig, settings } from '#schemas/config.ts';

const state = 'what stands now, one entry a thing: nothing of it grows old';
const life = 'the life of what an entry is, which the code that makes it knows';

const fixedStreams: Readonly<Record<string, string>> = {
  'bucket accounts': state,
  'bucket identities': state,
  'bucket sessions': life,
  'bucket oauth': life,
  'bucket oauth_short': life,
  'bucket symbols': state,
  'bucket report_dates': state,
  'bucket report_times': 'one entry a company',
  'bucket calendar': state,
  'bucket positions': state,
  'bucket model_spend': 'one entry a day, of which only that of today counts',
  'bucket feed_log': state,
  'bucket webhook_attempts': life,
  'bucket webhook_failures': life,
  'bucket leases': state,
};

const archive = 'the archive: rows stay for ever, whatever the feed log lets go; plans bound how far back each account reads';
const hours = 'snapshots that the longest delay of a plan still asks for';
const fixedTables: Readonly<Record<string, string>> = {
  feed: archive,
  drops: archive,
  feed_epochs: archive,
  feed_keys: archive,
  feed_uids: archive,
  story_sources: archive,
  insider_trades: archive,
  earnings_reads: archive,
  search_terms: archive,
  radar_rows: hours,
  radar_snapshots: hours,
  coverage: 'one report a day',
};

const { streams } = wantedState(readConfig({}));

test('every stream and bucket has a setting for its age or its size, or a reason', () => {
  const isSet = (names: object): boolean => 'max_age' in names || 'max_bytes' in names;
  expect(streams.filter((stream) => !isSet(stream.settings)).map(({ title }) => title)).toEqual(Object.keys(fixedStreams));
});

test('every table has a setting for its age, or a reason', () => {
  const byName = (names: readonly string[]): string[] => names.toSorted((one, other) => (one < other ? -1 : 1));
  expect(byName([...Object.keys(tableRetention), ...Object.keys(fixedTables)])).toEqual(byName(wantedTables().map(({ name }) => name)));
});

test('a table is made with the age that its setting has by default', () => {
  const byDefault = readConfig({});
  for (const { name, statement } of wantedTables()) {
    const days = /TTL \w+\((\w+)\) \+ INTERVAL (\d+) DAY/.exec(statement);
    const wanted = Object.entries(tableRetention).find(([table]) => table === name)?.[1];
    expect(days === null ? null : [days[1], Number(days[2])], name).toEqual(wanted === undefined ? null : [wanted.column, byDefault[wanted.setting]]);
  }
});

test('settings of age and size are those of a stream, a bucket or a table', () => {
  const used = new Set([
    ...streams.flatMap(({ settings: names }) => Object.values(names)),
    ...Object.values(tableRetention).map(({ setting }) => setting),
  ]);
  const named = Object.keys(settings).filter((name) => /_MAX_(?:AGE_DAYS|AGE_HOURS|BYTES)$/.test(name));
  // Refine deletes from RAW by this age, by what it has read.
  expect(named.filter((name) => !used.has(name as never))).toEqual(['RAW_MAX_AGE_HOURS']);
});

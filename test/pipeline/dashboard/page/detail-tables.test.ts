import { expect, test } from 'vitest';
import type { DocumentDetail, SourceDetail } from '#pipeline/dashboard/page/answers.ts';
import { documentHead, documentJson, healthLine, lastDropsTable, lastRowsTable, lifeTable } from '#pipeline/dashboard/page/detail-tables.ts';
import type { Table } from '#pipeline/dashboard/page/table.ts';

const textOf = ({ rows }: Table): string[][] => rows.map((row) => row.map(({ text }) => text));
const at = (second: number): string => `2026-02-03T14:00:${String(second).padStart(2, '0')}.000Z`;
const instants = { published_at: at(0), seen_at: at(10), fetched_at: at(11), refined_at: at(13) };
const row = {
  seq: 7,
  version: 0,
  source: 'wire',
  kind: 'article',
  score_version: 'rules-1',
  instants,
  item: { original: { title: 'Acme rises', url: 'https://wire.example/1' } },
};
const drop = {
  type: 'drop',
  uid: 'b'.repeat(16),
  identity: 'id-b',
  source: 'wire',
  instants,
  reason: 'not_english',
  detail: 'French',
  title: '',
  url: '',
};
const served: DocumentDetail = {
  uid: 'a'.repeat(16),
  row,
  visible: [{ version: 0, visible_at_ms: Date.parse(at(14)) }],
  records: [],
  deliveries: [],
};

test('a life tells every step in the order in which they happened', () => {
  const deliveries = [{ attempted_at_ms: Date.parse(at(20)), attempt: 2, status: 0, error: 'ECONNRESET', duration_ms: 40 }];
  const corrected = { version: 9, visible_at_ms: Date.parse(at(30)) };
  expect(textOf(lifeTable({ ...served, deliveries, visible: [corrected, ...served.visible] }))).toEqual([
    [at(0), 'published, according to the source'],
    [at(10), 'seen by wire'],
    [at(11), 'fetched'],
    [at(13), 'refined: kept as article, scored by rules-1'],
    [at(14), 'visible'],
    [at(20), 'sent to a webhook, attempt 2: ECONNRESET after 40 ms'],
    [at(30), 'visible in the version of record 9'],
  ]);
});

test('a drop names the step and the reason; an unstated publication comes first', () => {
  const record = { ...drop, instants: { ...instants, published_at: null } };
  const life = textOf(lifeTable({ ...served, row: null, visible: [], records: [{ seq: 3, record, step: 'language' }] }));
  expect(life[0]).toEqual(['not stated', 'published, according to the source']);
  expect(life.at(-1)).toEqual([at(13), 'refined: dropped by language, not_english: French (record 3)']);
});

test('a withdrawal names its reason', () => {
  const record = { type: 'revision', source: 'wire', instants, withdrawn: 'it names another company' };
  const life = textOf(lifeTable({ ...served, row: null, visible: [], records: [{ seq: 9, record, step: '' }] }));
  expect(life.at(-1)).toEqual([at(13), 'refined: withdrawn, it names another company (record 9)']);
});

test('records without instants, such as a gap, add nothing', () => {
  expect(textOf(lifeTable({ ...served, row: null, visible: [], records: [{ seq: 3, record: { type: 'gap' }, step: '' }] }))).toEqual([]);
});

test('a document is headed by its title, or its uid where it has none', () => {
  expect(documentHead(served)).toEqual({ title: 'Acme rises', line: `${served.uid} · https://wire.example/1 · record 7 of the feed log` });
  const dropped = { ...served, row: null, records: [{ seq: 3, record: drop, step: '' }] };
  expect(documentHead(dropped)).toEqual({ title: served.uid, line: served.uid });
  expect([JSON.parse(documentJson(served)), JSON.parse(documentJson(dropped))]).toEqual([row, [drop]]);
});

const rows = [
  {
    seq: 7,
    uid: 'a'.repeat(16),
    title: 'Acme rises',
    category: 'earnings',
    relevance: 80,
    published_at_ms: Date.parse(at(0)),
    seen_at_ms: Date.parse(at(10)),
    visible_at_ms: Date.parse(at(14)),
  },
];
const detail: SourceDetail = { source: 'wire', rows, drops: [{ seq: 3, record: drop, step: 'language' }] };

test('the last rows and drops of a source lead to their documents', () => {
  const [shown] = lastRowsTable(detail).rows;
  expect(shown!.map(({ text }) => text)).toEqual(['7', 'Acme rises', 'earnings', '80', '10.0 s', '4.00 s', '2026-02-03 14:00:14']);
  expect(shown![1]!.opens).toEqual({ uid: 'a'.repeat(16) });
  const [dropped] = lastDropsTable(detail).rows;
  expect(dropped!.map(({ text }) => text)).toEqual(['3', 'id-b', 'not_english', 'language', 'French']);
  expect(dropped![1]!.opens).toEqual({ uid: drop.uid });
});

test('a publication that is not stated has no lag', () => {
  expect(textOf(lastRowsTable({ ...detail, rows: [{ ...rows[0]!, published_at_ms: null, title: '' }] }))[0]!.slice(1, 5)).toEqual([
    'a'.repeat(16),
    'earnings',
    '80',
    '–',
  ]);
});

test('the health of a source is told, or that this process does not know it', () => {
  const health = { source: 'wire', last_success_at: at(0), failing_since: null, failures: 0, error: null };
  expect(healthLine(health)).toEqual({ text: `Last answer at ${at(0)}.`, isBad: false });
  expect(healthLine({ ...health, failing_since: at(5), failures: 2, error: 'status 403' })).toEqual({
    text: `Failing since ${at(5)}, 2 times: status 403`,
    isBad: true,
  });
  expect(healthLine(null)).toEqual({ text: 'This process does not know the state of this source.', isBad: false });
});

import { expect, test } from 'vitest';
import type { DocumentDetail, SourceDetail } from '#pipeline/dashboard/page/answers.ts';
import { documentHead, documentJson, healthLine, lastDropsTable, lastRowsTable, lifeTable } from '#pipeline/dashboard/page/detail-tables.ts';
import type { Table } from '#pipeline/dashboard/page/table.ts';

const textOf = ({ rows }: Table): string[][] => rows.map((row) => row.map(({ text }) => text));
const at = (second: number): string => `2026-02-03T14:00:${String(second).padStart(2, '0')}.000Z`;
const instants = { published_at: at(0), seen_at: at(10), fetched_at: at(11), refined_at: at(13) };
const item = { original: { title: 'Acme rises', url: 'https://wire.example/1' } };
const row = { seq: 7, version: 0, source: 'wire', kind: 'article', score_version: 'rules-1', instants, item };
const dropped = { reason: 'not_english', detail: 'French', title: '', url: '' };
const drop = { type: 'drop', uid: 'b'.repeat(16), identity: 'id-b', source: 'wire', instants, ...dropped };
const visibleAt = { version: 0, visible_at_ms: Date.parse(at(14)) };
const served: DocumentDetail = { uid: 'a'.repeat(16), row, visible: [visibleAt], records: [], deliveries: [] };
/** Returns the life of a document that has one record in the log and no row. */
const lifeOf = (seq: number, record: DocumentDetail['records'][number]['record'], step = ''): string[][] =>
  textOf(lifeTable({ ...served, row: null, visible: [], records: [{ seq, record, step }] }));

test('a life lists every step in the order in which they happened', () => {
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
  const life = lifeOf(3, { ...drop, instants: { ...instants, published_at: null } }, 'language');
  expect(life[0]).toEqual(['not stated', 'published, according to the source']);
  expect(life.at(-1)).toEqual([at(13), 'refined: dropped by language, not_english: French (record 3)']);
});

test('a withdrawal names its reason', () => {
  const life = lifeOf(9, { type: 'revision', source: 'wire', instants, withdrawn: 'it names another company' });
  expect(life.at(-1)).toEqual([at(13), 'refined: withdrawn, it names another company (record 9)']);
});

test('records without instants, such as a gap, add nothing', () => {
  expect(lifeOf(3, { type: 'gap' })).toEqual([]);
});

test('a document is headed by its title, or its uid where it has none', () => {
  expect(documentHead(served)).toEqual({ title: 'Acme rises', line: `${served.uid} · https://wire.example/1 · record 7 of the feed log` });
  const unserved = { ...served, row: null, records: [{ seq: 3, record: drop, step: '' }] };
  expect(documentHead(unserved)).toEqual({ title: served.uid, line: served.uid });
  expect([JSON.parse(documentJson(served)), JSON.parse(documentJson(unserved))]).toEqual([row, [drop]]);
});

const times = { published_at_ms: Date.parse(at(0)), seen_at_ms: Date.parse(at(10)), visible_at_ms: Date.parse(at(14)) };
const rows = [{ seq: 7, uid: 'a'.repeat(16), title: 'Acme rises', category: 'earnings', relevance: 80, ...times }];
const detail: SourceDetail = { source: 'wire', rows, drops: [{ seq: 3, record: drop, step: 'language' }] };

test('the last rows and drops of a source lead to their documents', () => {
  const [shown] = lastRowsTable(detail).rows;
  expect(shown!.map(({ text }) => text)).toEqual(['7', 'Acme rises', 'earnings', '80', '10.0 s', '4.00 s', '2026-02-03 14:00:14']);
  expect(shown![1]!.opens).toEqual({ uid: 'a'.repeat(16) });
  const [ofDrop] = lastDropsTable(detail).rows;
  expect(ofDrop!.map(({ text }) => text)).toEqual(['3', 'id-b', 'not_english', 'language', 'French']);
  expect(ofDrop![1]!.opens).toEqual({ uid: drop.uid });
});

test('a publication that is not stated has no lag', () => {
  const [shown] = textOf(lastRowsTable({ ...detail, rows: [{ ...rows[0]!, published_at_ms: null, title: '' }] }));
  expect(shown!.slice(1, 5)).toEqual(['a'.repeat(16), 'earnings', '80', '–']);
});

test('the health of a source is shown, or that this process does not know it', () => {
  const health = { source: 'wire', last_success_at: at(0), failing_since: null, failures: 0, error: null };
  expect(healthLine(health)).toEqual({ text: `Last answer at ${at(0)}.`, isBad: false });
  const failing = { ...health, failing_since: at(5), failures: 2, error: 'status 403' };
  expect(healthLine(failing)).toEqual({ text: `Failing since ${at(5)}, 2 times: status 403`, isBad: true });
  expect(healthLine(null)).toEqual({ text: 'This process does not know the state of this source.', isBad: false });
});

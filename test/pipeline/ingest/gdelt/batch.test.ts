import { describe, expect, test } from 'vitest';
import { gapBetween, nameOfBatch, readLastUpdate, timeOfBatch } from '#pipeline/ingest/gdelt/batch.ts';

const md5 = '297a16b493de7cf6ca809a7cc31d0b93';
const line = (kind: string, batch = '20260610033000', sum = md5): string => `150383 ${sum} http://data.gdeltproject.org/gdeltv2/${batch}.${kind}.zip`;

describe('lastupdate.txt', () => {
  test('names the newest batch of the Global Knowledge Graph among its neighbours', () => {
    const text = `${line('export.CSV')}\n${line('mentions.CSV')}\n${line('gkg.csv')}\n`;
    expect(readLastUpdate(text)).toEqual({ batch: '20260610033000', md5 });
    expect(readLastUpdate(text.replaceAll('\n', '\r\n'))).toMatchObject({ batch: '20260610033000' });
  });

  test.each([
    '',
    line('export.CSV'),
    line('gkg.csv', '20260610033001'),
    line('gkg.csv', '20261310033000'),
    line('gkg.csv', '20260610033000', 'no-checksum'),
    `${'x'.repeat(1_000_000)}\n${line('gkg.csv')}`,
  ])('without one is not a batch: %#', (text) => expect(readLastUpdate(text)).toBeNull());
});

test('a batch is a quarter of an hour', () => {
  const at = Date.UTC(2026, 5, 10, 3, 30);
  expect(timeOfBatch('20260610033000')).toBe(at);
  expect(nameOfBatch(at)).toBe('20260610033000');
  for (const name of ['20260610033100', '20260230000000', '2026061003300', 'yesterday', '']) expect(timeOfBatch(name)).toBeNull();
});

test('a gap past the bound is counted, and its position is the batch before the first that is read', () => {
  expect(gapBetween('20260609033000', '20260610033000', 2)).toEqual({
    batches: ['20260610031500', '20260610033000'],
    missed: 94,
    skippedTo: '20260610030000',
  });
});

test('a last batch that lies days ahead was a mistake of the source, and the stream goes on with the newest one', () => {
  expect(gapBetween('20990101000000', '20260610033000', 24)).toMatchObject({ batches: ['20260610033000'], missed: 0 });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { readLastUpdate } from '#pipeline/ingest/gdelt/batch.ts';
import { unzipOne } from '#pipeline/ingest/gdelt/unzip.ts';
import { dataDir } from '#test/support/data.ts';
import { ask } from './client.ts';

let upstream: Upstream;
beforeAll(async () => (upstream = await startUpstream({ port: 0, rate: 0, burst: 400, seed: 3 })));
afterAll(() => upstream.stop());

test('lastupdate.txt names three archives with the size and checksum that they have', async () => {
  const { text } = await ask(`${upstream.url}/gdeltv2/lastupdate.txt`);
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => /\.(export\.CSV|mentions\.CSV|gkg\.csv)\.zip$/.exec(line)?.[1])).toEqual(['export.CSV', 'mentions.CSV', 'gkg.csv']);
  for (const line of lines) {
    const [bytes, md5, url = ''] = line.split(' ');
    const { body } = await ask(url);
    expect([String(body.length), createHash('md5').update(body).digest('hex')]).toEqual([bytes, md5]);
  }
  expect(readLastUpdate(text)).not.toBeNull();
});

test('the batches of six hours hold the articles of the burst, 27 columns a row, English ones only', async () => {
  const newest = Math.floor(Date.now() / 900_000) * 900_000;
  let rows = 0;
  for (let back = 0; back < 25; back += 1) {
    const name = new Date(newest - back * 900_000).toISOString().replace(/\.\d{3}Z$|[-:T]/g, '');
    const zip = unzipOne((await ask(`${upstream.url}/gdeltv2/${name}.gkg.csv.zip`)).body, 10_000_000);
    if (!zip.ok) throw new Error(zip.detail);
    for (const row of zip.body.toString('utf8').split('\n').slice(0, -1)) {
      rows += 1;
      expect(row.split('\t')).toHaveLength(27);
      expect(row.split('\t')[1]).toBe(name);
    }
  }
  expect(rows).toBeGreaterThan(100);
});

test('there is no batch of the future, of no quarter of an hour, or of long ago', async () => {
  for (const name of ['20990101000000', '20260610033001', '20150218230000', '99999999999999']) {
    expect((await ask(`${upstream.url}/gdeltv2/${name}.gkg.csv.zip`)).status).toBe(404);
  }
});

describe.skipIf(dataDir('gdelt') === null)('of a folder', () => {
  test('the recorded batches are served under their names, the newest announced', async () => {
    const folder = await startUpstream({ port: 0, upstream: `${dataDir('gdelt')}/..` });
    try {
      expect(readLastUpdate((await ask(`${folder.url}/gdeltv2/lastupdate.txt`)).text)?.batch).toBe('20260610033000');
      const zip = unzipOne((await ask(`${folder.url}/gdeltv2/20150218230000.gkg.csv.zip`)).body, 10_000_000);
      expect(zip).toMatchObject({ ok: true, name: '20150218230000.gkg.csv' });
    } finally {
      await folder.stop();
    }
  });
});

describe('the search feed', () => {
  test('finds articles by ticker and by words, newest first, and is an empty feed where there are none', async () => {
    const found = await ask(`${upstream.url}/search?q=AAPL`);
    expect(found.status).toBe(200);
    expect(found.headers.get('content-type')).toContain('rss');
    const nothing = await ask(`${upstream.url}/search?q=${encodeURIComponent('no such words at all')}`);
    expect(nothing.text).toContain('<channel>');
    expect(nothing.text).not.toContain('<item>');
    expect((await ask(`${upstream.url}/search?q=a`)).text).toContain('<item>');
  });

  test('is none without a question', async () => expect((await ask(`${upstream.url}/search?q=`)).status).toBe(404));
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderContent } from '#ops/lab/upstream/folder/content.ts';
import { datedFiles } from '#ops/lab/upstream/folder/dated.ts';

const dayMs = 60_000;
const files = ['a.2025-03-15.txt', 'a.2025-09-05.txt', 'b.2025-07.txt', 'c.txt'].map((name) => ({ name, path: `/${name}` }));

describe('dated files', () => {
  const nameAt = (pattern: RegExp, day: number): string | undefined => datedFiles(files, dayMs, 1_000).at(pattern, 1_000 + day * dayMs)?.name;

  test.each([
    ['the first day is that of the oldest version', /^a\./, 0, 'a.2025-03-15.txt'],
    ['a day on which another file changed leaves it', /^a\./, 1, 'a.2025-03-15.txt'],
    ['it changes on its own date', /^a\./, 2, 'a.2025-09-05.txt'],
    ['the last version stays', /^a\./, 500, 'a.2025-09-05.txt'],
    ['before its first version there is that one', /^b\./, 0, 'b.2025-07.txt'],
    ['without a date it never changes', /^c\./, 2, 'c.txt'],
  ])('%s', (_, pattern, day, name) => expect(nameAt(pattern, day)).toBe(name));

  test('without days every file stands as it did last', () => {
    expect(datedFiles(files, 0, 0).at(/^a\./, 0)?.name).toBe('a.2025-09-05.txt');
    expect(datedFiles(files, dayMs, 0).at(/^x/, 0)).toBeUndefined();
    expect(datedFiles([], dayMs, 0).at(/^x/, 0)).toBeUndefined();
  });
});

describe('a folder with dated symbol lists', () => {
  let dir: string;
  const list = (...tickers: string[]): string =>
    JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data: tickers.map((ticker, i) => [i + 1, `${ticker} Inc.`, ticker, 'NYSE']) });
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'tickerwire-dated-'));
    mkdirSync(join(dir, 'symbols'));
    writeFileSync(join(dir, 'symbols/company_tickers_exchange.2025-03.json'), list('OLDX', 'STAY'));
    writeFileSync(join(dir, 'symbols/company_tickers_exchange.2025-09.json'), list('NEWX', 'STAY'));
    writeFileSync(join(dir, 'symbols/nasdaqlisted.2025-09-05.txt'), 'Symbol|as of September\r\n');
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test.each([
    ['/files/company_tickers_exchange.json', 'OLDX', 'NEWX'],
    ['/files/company_tickers.json', 'OLDX', 'NEWX'],
    ['/dynamic/symdir/otherlisted.txt', 'OLDX', 'NEWX'],
  ])('serves %s of the day', (path, before, after) => {
    const content = folderContent(dir, 'http://upstream.example', dayMs);
    const at = (now: number): string => {
      const { body } = content.file(path, new URLSearchParams(), now) ?? {};
      return Buffer.isBuffer(body) ? body.toString() : '';
    };
    const now = Date.now();
    expect(at(now)).toContain(before);
    expect(at(now)).not.toContain(after);
    expect(at(now + 3 * dayMs)).toContain(after);
    expect(at(now + 3 * dayMs)).not.toContain(before);
  });
});

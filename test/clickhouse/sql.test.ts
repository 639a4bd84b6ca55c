import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadQuery } from '#clickhouse/sql.ts';

const names = readdirSync(new URL('../../clickhouse/queries/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.sql'))
  .map((path) => path.slice(0, -'.sql'.length));

test('every query is one statement: the embedded host would run a second one', () => {
  expect(names.length).toBeGreaterThan(0);
  const bare = (text: string): string => text.replace(/'(?:[^'\\]|\\.)*'|--.*$/gm, '');
  expect(names.filter((name) => bare(loadQuery(name).text).includes(';'))).toEqual([]);
});

import { expect, test } from 'vitest';
import { freshFor } from '#pipeline/ingest/freshness.ts';

const date = 'Mon, 01 Jun 2026 12:00:00 GMT';

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'cache-control': 'max-age=300' }, 300_000],
  [{ 'cache-control': 'public, s-maxage=600, Max-Age="120"' }, 120_000],
  [{ 'cache-control': 'max-age=300', age: '100' }, 200_000],
  [{ 'cache-control': 'max-age=300', age: '900' }, 0],
  [{ 'cache-control': 'max-age=300, no-cache' }, 0],
  [{ 'cache-control': 'no-store' }, 0],
  [{ 'cache-control': 'private', date, expires: 'Mon, 01 Jun 2026 12:05:00 GMT' }, 300_000],
  [{ 'cache-control': 'max-age=60', date, expires: 'Mon, 01 Jun 2026 12:05:00 GMT' }, 60_000],
  [{ date, expires: '0' }, 0],
  [{ date, expires: '-1' }, 0],
  [{ date, expires: 'never' }, 0],
  [{ date, expires: 'Mon, 01 Jun 2020 12:05:00 GMT' }, 0],
  [{ expires: 'Mon, 01 Jun 2026 12:05:00 GMT' }, undefined],
  [{ 'cache-control': 'max-age=-5' }, undefined],
  [{ 'cache-control': 'max-age=99999999999999' }, undefined],
])('%j', (headers, ms) => expect(freshFor(headers).freshForMs).toBe(ms));

import { expect, test } from 'vitest';
import { createAnnouncer, troubleWords } from '#ops/up/troubles.ts';

const since = '2026-01-02T03:04:05.000Z';
const source = (name: string, error: string | null) => ({ source: name, failing_since: error === null ? null : since, error });
const dead = {
  pipeline: { sources: [source('cnbc', 'ENOTFOUND'), source('sec_form4', 'status 403'), source('fed', 'ENOTFOUND'), source('bls', null)] },
  degraded: {
    'pipeline source cnbc': `failing since ${since}: ENOTFOUND`,
    'pipeline source sec_form4': `failing since ${since}: status 403`,
    'pipeline symbols': 'no symbol list yet; articles with a ticker can be served only after the first list was read',
    'pipeline USER_AGENT': 'is the default',
    'api redis': 'not connected',
  },
};
const well = { pipeline: { sources: [source('cnbc', null)] }, degraded: {} };

test('the status line says how many sources fail and why, and what else is wrong', () => {
  expect(troubleWords(dead)).toEqual([
    '3 of 4 sources are failing (ENOTFOUND, status 403)',
    'no symbol list',
    'USER_AGENT is the default',
    'api redis degraded',
  ]);
  expect(troubleWords(well)).toEqual([]);
  expect(troubleWords({ pipeline: null, degraded: {} })).toEqual([]);
});

test('a trouble that stays is told of in full, once, sources of one reason together', () => {
  let nowMs = 0;
  const announce = createAnnouncer(() => nowMs);
  // Troubles that are gone at the next look, as while a service starts, are not reported.
  expect(announce(dead)).toEqual([]);
  expect(announce(dead)).toEqual([
    'symbols: no symbol list yet; articles with a ticker can be served only after the first list was read',
    'USER_AGENT: is the default',
    'api redis: not connected',
    `2 sources have been failing since ${since}: ENOTFOUND (cnbc, fed)`,
    `a source has been failing since ${since}: status 403 (sec_form4)`,
  ]);
  expect(announce(dead)).toEqual([]);
  expect(announce(well)).toEqual(['symbols: well again', 'USER_AGENT: well again', 'api redis: well again']);
  expect(announce(well)).toEqual([]);
  nowMs = 300_000;
  announce(dead);
  expect(announce(dead)).toEqual([]);
  nowMs = 700_000;
  expect(announce(dead)).toHaveLength(5);
});

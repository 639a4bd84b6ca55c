import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { compareDay } from '#pipeline/ingest/sec/listing/compare-day.ts';
import { createSecMetrics } from '#pipeline/ingest/sec/edgar-metrics.ts';
import { isPollDue, pollFeed } from '#pipeline/ingest/sec/poll-latest.ts';
import { freshProgress } from '#pipeline/ingest/sec/filing-progress.ts';
import { secSources } from '#pipeline/ingest/sec/edgar-sources.ts';
import { defaults, type SecStageWork } from '#pipeline/ingest/sec/stage-context.ts';
import type { PoliteFetch } from '#pipeline/ingest/stage.ts';
import { testLog } from '#test/support/log.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';

const minuteMs = 60_000;

/** Returns a stage whose feed is empty, on a clock that a test sets. */
function workAt(instant: string): { readonly work: SecStageWork; readonly goTo: (instant: string) => void; readonly set: (leapMs: number) => void } {
  let nowMs = Date.parse(instant);
  let steadyMs = nowMs;
  const body = Buffer.from('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>');
  const work: SecStageWork = {
    deps: {
      fetch: async () => ({ outcome: 'ok', url: '', contentType: null, body, etag: null, lastModified: null, fetchedAt: instant }),
      parse: parseInProcess,
      publish: async (message) => message,
      positions: { get: async () => null, set: async () => undefined, change: async () => undefined },
      now: () => new Date(nowMs),
      steadyMs: () => steadyMs,
      log: testLog,
      signal: new AbortController().signal,
    },
    source: secSources.sec_form4,
    settings: { ...defaults, baseUrl: 'http://edgar', pollMs: 5 * minuteMs, pollOffHoursMs: 30 * minuteMs },
    progress: freshProgress('2025-03-16'),
    timers: { nextPollAtMs: 0, cadenceMs: 0, pollFailures: 0, nextIndexAtMs: 0, indexFailures: 0, coolUntilMs: 0, refusals: 0, outages: 0 },
    metrics: createSecMetrics(new Registry()),
  };
  const goTo = (later: string): void => {
    steadyMs += Date.parse(later) - nowMs;
    nowMs = Date.parse(later);
  };
  return { work, goTo, set: (leapMs) => (nowMs += leapMs) };
}

test('days that were gone through by a clock that stood a year ahead are compared again once it is right', async () => {
  const { work, goTo } = workAt('2025-03-17T16:00:00.000Z');
  const asked: string[] = [];
  const fetch: PoliteFetch = async ({ url }) => {
    asked.push(url);
    return { outcome: 'failed', cause: 'status', status: 404, retryAfterMs: null, detail: 'status 404' };
  };
  const indexed: SecStageWork = { ...work, deps: { ...work.deps, fetch } };
  work.progress.coveredThrough = '2026-03-13';
  await compareDay(indexed);
  expect(asked.at(-1)).toContain('20250310');
  expect(work.progress.coveredThrough < '2025-03-17').toBe(true);
  goTo('2025-03-17T16:00:01.000Z');
  const { coveredThrough } = work.progress;
  await compareDay(indexed);
  expect(work.progress.coveredThrough).toBe(coveredThrough);
});

describe('cadence', () => {
  test('is five minutes, give or take a tenth, while EDGAR accepts filings', async () => {
    const { work, goTo } = workAt('2025-03-17T16:00:00.000Z');
    expect(isPollDue(work)).toBe(true);
    await pollFeed(work);
    goTo('2025-03-17T16:04:29.000Z');
    expect(isPollDue(work)).toBe(false);
    goTo('2025-03-17T16:05:30.000Z');
    expect(isPollDue(work)).toBe(true);
  });

  test.each(['2025-03-17T06:00:00.000Z', '2025-03-16T16:00:00.000Z', '2025-12-25T16:00:00.000Z'])(
    'is half an hour at night, on weekends and on holidays: %s',
    async (instant) => {
      const { work, goTo } = workAt(instant);
      await pollFeed(work);
      goTo(new Date(Date.parse(instant) + 26 * minuteMs).toISOString());
      expect(isPollDue(work)).toBe(false);
      goTo(new Date(Date.parse(instant) + 33 * minuteMs).toISOString());
      expect(isPollDue(work)).toBe(true);
    },
  );

  test('gives filings their time: a walk that took longer than the cadence is not followed by the next at once', async () => {
    const { work, goTo } = workAt('2025-03-17T16:00:00.000Z');
    const fetch: PoliteFetch = async (request) => {
      goTo('2025-03-17T16:10:00.000Z');
      return work.deps.fetch(request);
    };
    const slow: SecStageWork = { ...work, deps: { ...work.deps, fetch } };
    await pollFeed(slow);
    expect(isPollDue(work)).toBe(false);
    goTo('2025-03-17T16:29:59.000Z');
    expect(isPollDue(work)).toBe(false);
    goTo('2025-03-17T16:30:00.000Z');
    expect(isPollDue(work)).toBe(true);
  });

  test.each([
    ['a minute back', -minuteMs],
    ['an hour back', -60 * minuteMs],
    ['a year back', -364 * 24 * 60 * minuteMs],
    ['an hour ahead', 60 * minuteMs],
    ['a year ahead', 364 * 24 * 60 * minuteMs],
  ])('does not hang on a clock that is set %s', async (_, leapMs) => {
    // The leap leads to the same hour of a business day, so that the cadence stays the same.
    const { work, goTo, set } = workAt('2025-03-17T16:00:00.000Z');
    await pollFeed(work);
    set(leapMs);
    expect(isPollDue(work)).toBe(false);
    goTo(new Date(work.deps.now().getTime() + 6 * minuteMs).toISOString());
    expect(isPollDue(work)).toBe(true);
  });

  test('a wait that began at night ends when EDGAR opens', async () => {
    const { work, goTo } = workAt('2025-03-17T09:55:00.000Z');
    await pollFeed(work);
    goTo('2025-03-17T09:59:59.000Z');
    expect(isPollDue(work)).toBe(false);
    goTo('2025-03-17T10:00:00.000Z');
    expect(isPollDue(work)).toBe(true);
  });
});

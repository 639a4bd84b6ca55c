import { describe, expect, test } from 'vitest';
import { articlesOf, createArchive, tickerOfNow, type PastArticle } from '#ops/lab/upstream/generate/history.ts';
import { outlets } from '#ops/lab/upstream/generate/outlets.ts';
import { Source } from '#pipeline/ingest/publishers/catalogue.ts';

const dayMs = 86_400_000;
const endAt = Date.parse('2026-11-19T22:00:00.000Z');
const span = { days: 40, endAt };
const past = articlesOf(3, span);
const daysBefore = ({ publishedAt }: PastArticle): number => Math.floor((endAt - publishedAt) / dayMs);

describe('the generated history', () => {
  test('is the same for a seed and span, of forty days, in order, each article once', () => {
    expect(articlesOf(3, span)).toEqual(past);
    expect(articlesOf(4, span)[0]).not.toEqual(past[0]);
    expect(past.map(({ publishedAt }) => publishedAt)).toEqual(past.map(({ publishedAt }) => publishedAt).toSorted((a, b) => a - b));
    expect(new Set(past.map(({ article }) => article.slug)).size).toBe(past.length);
    expect(new Set(past.map(daysBefore))).toEqual(new Set(Array.from({ length: 40 }, (_, day) => day)));
    expect(past.every(({ publishedAt }) => publishedAt < endAt)).toBe(true);
  });

  test('has weekdays, a day that was busy for the whole market, and companies whose day stands out', () => {
    const perDay = Map.groupBy(past, daysBefore);
    const isWeekend = (day: number): boolean => [0, 6].includes(new Date(endAt - day * dayMs - dayMs / 2).getUTCDay());
    const counts = [...perDay].map(([day, articles]) => ({ day, count: articles.length }));
    const mean = (some: typeof counts): number => some.reduce((total, { count }) => total + count, 0) / some.length;
    const weekdays = counts.filter(({ day }) => !isWeekend(day) && day !== 8);
    expect(mean(weekdays)).toBeGreaterThan(2 * mean(counts.filter(({ day }) => isWeekend(day))));
    expect(perDay.get(8)!.length).toBeGreaterThan(2 * mean(weekdays));
    const ofNow = past.filter(({ article }) => article.tickers.includes(tickerOfNow()));
    expect(ofNow.filter((one) => daysBefore(one) === 0).length).toBeGreaterThan(20);
    expect(ofNow.filter((one) => daysBefore(one) > 0).length).toBeLessThan(4 * 39);
  });
});

describe('its feeds', () => {
  const archive = createArchive(3, span, 'http://127.0.0.1:1');

  test('are sources of the past that a catalogue takes, and hold every article once', () => {
    const sources = archive.catalogue().map((entry) => Source.parse(entry));
    expect(sources.every(({ history }) => history === true)).toBe(true);
    const urls = sources.flatMap(({ url }) => {
      const { body } = archive.feed(new URL(url).pathname.slice('/feeds/'.length))!;
      return (JSON.parse(Buffer.from(body as Buffer).toString()) as { items: { url: string }[] }).items.map((item) => item.url);
    });
    expect(new Set(urls).size).toBe(past.length);
    expect(urls).toHaveLength(past.length);
    expect(sources).toHaveLength(outlets.filter(({ language }) => language === 'en').length);
  });

  test('are none without a span, and none for a path of no outlet', () => {
    expect(createArchive(3, { days: 0, endAt }, '').catalogue()).toEqual([]);
    expect(archive.feed('archive/nobody.json')).toBeNull();
  });
});

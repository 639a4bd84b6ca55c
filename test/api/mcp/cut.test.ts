/** Shortens long answers of tools that do not return pages of articles: parts are left out, the rest is unchanged. */
import { expect, test } from 'vitest';
import { calendarExample } from '#api/calendar/list.ts';
import { fitted } from '#api/mcp/fit.ts';
import type { ToolResult } from '#api/mcp/tool.ts';
import { articleFound } from '#api/mcp/tools/article.ts';
import { calendarFound } from '#api/mcp/tools/calendar.ts';
import { radarFound } from '#api/mcp/tools/radar.ts';
import { radarExample } from '#api/radar/example.ts';
import { RadarPage } from '#api/radar/snapshot.ts';
import { CalendarOccurrence } from '#schemas/calendar.ts';
import type { Article } from '#schemas/item.ts';
import { newsContext } from '#schemas/news-context.ts';
import { earningsAnalysis, earningsRow } from '#test/support/trades.ts';

const never = (): Promise<ToolResult> => Promise.reject(new Error('no fewer rows were needed'));
const long = 'Nvidia raises its forecast on data-centre demand '.repeat(4);

test('a page of Radar loses events, then rows, but never its first headlines; fewer rows need a new request, as the cursor is bound to its limit', async () => {
  const page = RadarPage.parse(radarExample);
  const [row] = page.results;
  const evidence = Array.from({ length: 3 }, () => ({ ...row!.evidence[0]!, title: long }));
  const results = Array.from({ length: 40 }, () => ({ ...row!, evidence }));
  const { value } = await fitted(radarFound({ ...page, results, total: 300, next_cursor: 'next' }, never));
  expect(value).toMatchObject({ cut: expect.stringContaining('A lower limit has them all') as string, results: { length: 40 }, next_cursor: 'next' });
  for (const one of value['results'] as object[])
    expect(one).toMatchObject({ ticker: 'NVDA', news_z: 3.34, evidence: [{ uid: row!.evidence_uids[0] }] });
  // An answer of twenty rows, the default, has all headlines and figures.
  const { value: usual } = await fitted(radarFound({ ...page, results: results.slice(0, 20) }, never));
  expect(usual['results']).toHaveLength(20);
  for (const one of usual['results'] as object[]) expect(one).toMatchObject({ news_z: 3.34, sent: row!.sent, evidence: { length: 3 } });
  // A page after a cursor must have all its rows.
  const { value: behind } = await fitted(radarFound({ ...page, results }, null), { tokensMax: 3_000, isPerCopy: true });
  expect(behind).toMatchObject({ results: { length: 40 } });

  const crowded = results.map((one) => ({ ...one, evidence_uids: Array.from({ length: 60 }, (_, i) => i.toString(16).padStart(16, '0')) }));
  const asked: number[] = [];
  const again = (rows: number): Promise<ToolResult> => {
    asked.push(rows);
    return Promise.resolve(radarFound({ ...page, results: crowded.slice(0, rows) }, again));
  };
  const fewer = (await fitted(radarFound({ ...page, results: crowded }, again))).value['results'] as object[];
  expect(fewer.length).toBe(asked.at(-1));
  expect(fewer.length).toBeLessThan(40);
});

test('a shortened calendar names the time of the first omitted release, with which the next window begins', async () => {
  const [first] = calendarExample.results;
  const releases = Array.from({ length: 300 }, (_, day) =>
    CalendarOccurrence.parse({ ...first, scheduled_at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString() }),
  );
  const { value } = await fitted(calendarFound(releases, releases.length));
  const shown = value['results'] as CalendarOccurrence[];
  expect(shown).toEqual(releases.slice(0, shown.length));
  expect(shown.length).toBeGreaterThan(50);
  expect(value['cut']).toBe(
    `Only ${shown.length} of 300 releases fit in max_tokens. Continue with from_date=${releases[shown.length]!.scheduled_at} and the same to_date.`,
  );
});

test('an article with a long earnings read has complete figures, addresses and dates, and says where the rest is', async () => {
  const read = earningsAnalysis();
  const key_metrics = Array.from({ length: 250 }, (_, index) => ({ ...read.key_metrics[0]!, name: `Metric ${index}`, numeric: index }));
  const made = earningsRow('long', earningsAnalysis({ key_metrics, drivers: Array.from({ length: 60 }, () => long), source_text_url: '/api/news/0123456789abcdef/source-text/' }));
  const { original, enrichment } = made.item;
  const url = `https://example.com/${'segment/'.repeat(100)}`;
  const article: Article = {
    ...made.item,
    original: { ...original, summary: long.repeat(40), url },
    enrichment: { ...enrichment, news_context_enhancement: newsContext(made.item, [{ name: 'Acme Inc', type: 'company', description: long }]), evidence: null },
    earnings: made.earnings!,
  };
  const { value } = await fitted(articleFound(article));
  const { key_metrics: shown, source_text_url } = value['earnings'] as NonNullable<Article['earnings']>;
  expect(value).toMatchObject({ uid: original.uid, url, time_published: original.time_published, created_at: original.created_at });
  expect(value['cut']).toContain(`/api/news/${original.uid}/`);
  expect(source_text_url).toBe('/api/news/0123456789abcdef/source-text/');
  expect(shown.length).toBeGreaterThanOrEqual(8);
  for (const [index, metric] of shown.entries()) expect(metric).toEqual({ ...read.key_metrics[0]!, name: `⟦Metric ${index}⟧`, numeric: index });
}); // prettier-ignore

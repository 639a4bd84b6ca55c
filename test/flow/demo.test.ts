import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { StoredItem } from '#schemas/item.ts';
import { setRate } from '../chaos/faults.ts';
import { documentedLines, expectDocumented, linesOf } from './log-lines.ts';
import { runScript } from '#test/ops/scripts/run-script.ts';
import { startDemo } from '#test/support/demo.ts';
import { runProgram } from '#test/support/run-program.ts';
import { unlimitedKey } from '#test/support/unlimited-key.ts';
import { until } from '#test/support/until.ts';

// The test of the log needs this level.
const demo = await startDemo(['--rate', '5', '--seed', '11'], { environment: { LOG_LEVEL: 'debug' } });
afterAll(async () => {
  await demo.stop();
  await demo.remove();
});
const key = await unlimitedKey(demo);

interface Page {
  readonly results: readonly StoredItem[];
  readonly next_cursor: string;
}

async function get<T = Page>(path: string): Promise<T> {
  const { api } = demo.run();
  const response = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const uidsOf = (page: Page): string[] => page.results.map((item) => item.original.uid);

interface Listed {
  readonly symbol: string;
  readonly sector: string;
  readonly country: string;
}
const listSymbols = (query = ''): Promise<{ results: Listed[]; count: number }> => get(`/api/symbols/${query}`);

/** Lines about features that this demo lacks: history, GDELT, webhooks. */
const unwritten = ['gdelt.batch_read', 'radar.made', 'webhook.attempted'];

/** Returns rows of a source type as delta mode serves them, once there are some. */
const rowsOf = (sourceType: string, more = ''): Promise<readonly StoredItem[]> =>
  until(`rows of ${sourceType}`, async () => {
    const { results } = await get(`/api/news/?sort=ingested&page_size=20&min_relevance=1&source_type=${sourceType}${more}`);
    return results.length > 0 && results;
  });

describe('the demo', () => {
  test('prints commands that work unchanged', async () => {
    const commands = await until('the welcome', () => {
      const found = demo.output().match(/^ {2}curl .*$/gm);
      return found?.length === 5 && found;
    });
    for (const line of commands) {
      const answer = JSON.parse((await runProgram('/bin/sh', ['-c', line])).out) as { readonly code?: string };
      // Radar's first snapshot takes a minute or two.
      if (answer.code !== 'radar_unavailable') expect(answer, line).toHaveProperty('results');
    }
  });

  test('writes each wide log line with the documented fields, and without keys', async () => {
    const wanted = documentedLines().filter((name) => !unwritten.includes(name));
    expect(wanted.length).toBeGreaterThan(4);
    const lines = await until('each kind of line', async () => {
      await get('/api/news/?page_size=1');
      const written = linesOf(demo.dir);
      return wanted.every((name) => written.some(({ msg }) => msg === name)) && written;
    });
    expectDocumented(lines);
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  test('serves scored publisher rows and insider rows, newest first and in delta mode, and each by its uid', async () => {
    for (const sourceType of ['publisher', 'sec_form4']) {
      // Newest-first pages are cached for a minute, so the test polls in delta mode for rows.
      await until(
        `rows of ${sourceType}`,
        async () => (await get(`/api/news/?sort=ingested&page_size=20&min_relevance=1&source_type=${sourceType}`)).results.length === 20,
      );
      // The tail answers before the store has the rows. Another page size avoids the cached page.
      let pageSize = 20;
      const results = await until(`stored rows of ${sourceType}`, async () => {
        const page = await get(`/api/news/?page_size=${(pageSize += 1)}&min_relevance=1&source_type=${sourceType}`);
        return page.results.length > 1 && page.results;
      });
      const times = results.map((item) => item.original.time_published);
      expect(times).toEqual([...times].sort().reverse());
    }
    const rows = (await get('/api/news/?page_size=50&min_relevance=1')).results;
    for (const { enrichment, original } of rows) {
      expect(enrichment.relevance_score).toBeGreaterThanOrEqual(1);
      expect(enrichment.ai_trading_insights.ticker_analysis.map(({ ticker }) => ticker)).toEqual(enrichment.tickers);
      expect(Date.parse(original.time_published)).toBeLessThanOrEqual(Date.parse(original.created_at));
    }
    const first = await get('/api/news/?sort=ingested&page_size=5');
    expect(first.results).toHaveLength(5);
    const one = await get<StoredItem>(`/api/news/${rows[0]!.original.uid}/`);
    expect(one.original).toEqual(rows[0]!.original);
  });

  test('serves 8-K and 6-K rows, and an earnings read in the single fetch', async () => {
    for (const sourceType of ['sec_form8k', 'sec_form6k']) {
      const rows = await rowsOf(sourceType, '&category=earnings');
      const one = await get<{ readonly earnings: { readonly key_metrics: readonly unknown[] } }>(`/api/news/${rows[0]!.original.uid}/`);
      expect(one.earnings.key_metrics.length).toBeGreaterThan(2);
    }
  });

  test('serves an intended sale and a stake, each by its source type and by its uid', async () => {
    for (const [sourceType, title] of [
      ['sec_form144', /^.+ \([A-Z-]+\): .+ intends to sell [\d,]+ shares worth \$/],
      ['sec_schedule13d', /^.+ \([A-Z-]+\): .+ \(Schedule 13D(?:\/A)?\)$/],
    ] as const) {
      const rows = await rowsOf(sourceType);
      for (const { original } of rows) expect(original).toMatchObject({ source_type: sourceType, title: expect.stringMatching(title) as string });
      const { original } = await get<StoredItem>(`/api/news/${rows[0]!.original.uid}/`);
      expect(original).toEqual(rows[0]!.original);
    }
  });

  test('serves scheduled macro releases of the next seven days', async () => {
    const { results } = await until('the calendar', async () => {
      const list = await get<{ results: { uid: string; phase: string }[] }>('/api/calendar/');
      return list.results.length > 0 ? list : null;
    });
    expect(results.every(({ uid }) => uid.startsWith('US-'))).toBe(true);
    // The time of a release may pass between the requests.
    expect(results.some(({ phase }) => phase === 'upcoming')).toBe(true);
  });

  test('serves stories of several publishers, each with its own domain', async () => {
    let pageSize = 20;
    const stories = await until('a story of two publishers', async () => {
      const { results } = await get(`/api/news/?collapse=story&min_relevance=1&source_type=publisher&page_size=${20 + (pageSize++ % 30)}`);
      const shared = results.filter(({ sources_count }) => (sources_count ?? 0) >= 2);
      return shared.length > 0 && shared;
    });
    for (const { original, sources, sources_count, story_id } of stories) {
      expect(story_id).toBe(original.uid);
      expect(new Set(sources).size).toBe(Math.min(10, sources_count ?? 0));
      for (const domain of sources ?? []) expect(domain).toMatch(/^[a-z]+\.example$/);
      expect(new URL(original.url).hostname).toBe(`www.${original.source_domain}`);
    }
    // The tests below need few more documents.
    await setRate(demo, 2);
  });

  test('lists and searches companies with their details, funds, foreign shares and coins', async () => {
    await until('all sources', async () => {
      const { results } = await listSymbols();
      return (
        results.some(({ symbol }) => symbol === 'ZFDA') &&
        results.some(({ country }) => country === 'HK') &&
        results.some(({ sector }) => sector !== '')
      );
    });
    const { results, count } = await listSymbols();
    expect(count).toBe(results.length);
    expect(results.some(({ symbol }) => symbol === 'BTC-USD')).toBe(true);
    const one = results.find(({ sector }) => sector !== '')!;
    expect((await listSymbols(`?search=${one.symbol}`)).results[0]!.symbol).toBe(one.symbol);
    expect((await get<{ peers: object[] }>(`/api/symbols/${one.symbol}/peers/`)).peers.length).toBeGreaterThan(0);
  });

  test('counts the sentiment of a week for a company in the news', async () => {
    const total = await until('a company with a reading', async () => {
      const news = await get<{ results: { enrichment: { tickers: string[] } }[] }>('/api/news/?sort=ingested&source_type=publisher&page_size=20');
      for (const ticker of new Set(news.results.flatMap(({ enrichment }) => enrichment.tickers))) {
        const summary = await get<{ total: number; daily: object[] }>(`/api/symbols/${encodeURIComponent(ticker)}/sentiment-summary/`);
        if (summary.total > 0) return summary.daily.length;
      }
      return null;
    });
    expect(total).toBe(7);
  });

  test('serves a rename: the former ticker names the new one, and the new one the former', async () => {
    const slots = Array.from({ length: 8 }, (_, slot) => `ZZQ${String.fromCharCode(65 + slot)}`);
    const renamed = await until('a rename', async () => {
      for (const ticker of slots) {
        const found = await get<{ renamed_to: string }>(`/api/symbols/${ticker}/`).catch(() => null);
        if (found !== null && found.renamed_to !== '') return { ticker, to: found.renamed_to };
      }
      return null;
    });
    const { former_tickers } = await get<{ former_tickers: string[] }>(`/api/symbols/${renamed.to}/`);
    expect(former_tickers).toContain(renamed.ticker);
  });

  /** Returns the row once it has this headline, or `withdrawn` once its publisher withdrew it. */
  async function withTitle({ uid, title }: StoredItem['original']): Promise<StoredItem | 'withdrawn' | null> {
    const row = await get<StoredItem>(`/api/news/${uid}/`).catch(() => 'withdrawn' as const);
    return row === 'withdrawn' || row.original.title === title ? row : null;
  }

  test('serves the article as npm run inspect shows it for the address of the feed', async () => {
    const sourcesFile = join(demo.dir, 'sources.json');
    const sources = JSON.parse(readFileSync(sourcesFile, 'utf8')) as { id: string; url: string; outlet: string }[];
    const { url, outlet } = sources.find(({ id }) => id === 'meridian_wire')!;
    const fetched = { feed: url, symbols: `${demo.run().upstream}/files/company_tickers_exchange.json` };
    const headers = { 'user-agent': 'tickerwire-test/1.0 (someone@tickerwire.example)' };
    for (const [name, from] of Object.entries(fetched)) writeFileSync(join(demo.dir, name), await (await fetch(from, { headers })).bytes());
    const words = ['--url', url, '--symbols', join(demo.dir, 'symbols')];
    const { out } = await runScript('ops/scripts/inspect.ts', [join(demo.dir, 'feed'), ...words], { SOURCES_FILE: sourcesFile });
    const { rows } = JSON.parse(out) as { rows: StoredItem[] };
    let compared = 0;
    for (const { original, enrichment } of rows) {
      // If another feed had the news first, this article is a near-duplicate.
      const first = await get<StoredItem>(`/api/news/${original.uid}/`).catch(() => null);
      if (first === null) continue;
      // The service serves an edit of the feed some seconds later.
      const isEdited = first.original.title !== original.title;
      const served = isEdited ? await until('the edit', () => withTitle(original)) : first;
      if (served === 'withdrawn') continue;
      compared += 1;
      const { title, summary, source, source_domain, url: link } = original;
      expect(served.original).toMatchObject({ title, summary, source, source_domain, url: link });
      expect(original.source).toBe(outlet);
      const { relevance_score, category, tickers } = enrichment;
      expect(served.enrichment).toMatchObject({ relevance_score, category, tickers });
    }
    expect(compared).toBeGreaterThan(5);
  });

  test('continues after Ctrl-C with the same keys, rows and cursor', async () => {
    const before = demo.run();
    const list = '/api/news/?sort=ingested&page_size=20&min_relevance=1';
    const behind = (page: Page): Promise<Page> => get(`${list}&cursor=${encodeURIComponent(page.next_cursor)}`);
    const head = await get(list);
    const served = await until('rows behind the cursor', async () => {
      const page = await behind(head);
      return page.results.length > 2 && page;
    });
    await demo.restart();
    expect(demo.run().keys).toEqual(before.keys);
    const again = await behind(head);
    expect(uidsOf(again).slice(0, served.results.length)).toEqual(uidsOf(served));
    await until('rows of after the start', async () => (await behind(again)).results.length > 0);
  });

  test('has lag by source and stage, drops by reason and the readiness of every part on its operations port', async () => {
    const { ops } = demo.run();
    // ClickHouse may be too busy for a query right after the start; the metrics say so.
    const metrics = await until('ClickHouse to answer for the metrics', async () => {
      const text = await (await fetch(`${ops}/metrics`)).text();
      return /^tickerwire_store_answers\{[^}]*\} 1$/m.test(text) && text;
    });
    expect(metrics).toMatch(/^tickerwire_rows\{[^}]*source_type="sec_form4"/m);
    expect(metrics).toMatch(/^tickerwire_drops\{[^}]*reason="no_verified_ticker"/m);
    expect(metrics).toMatch(/^tickerwire_lag_seconds\{[^}]*stage="fetched_to_refined"/m);
    expect(metrics).toMatch(/^tickerwire_stream_messages\{[^}]*stream="DEAD"[^}]*\} 0$/m);
    expect(metrics).toMatch(/^tickerwire_lag_seconds\{[^}]*percentile="95"/m);
    // promtool (Debian's package prometheus) checks the conventions of names, units and labels in the metrics of all parts.
    const lint = spawnSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
    if (lint.error === undefined) expect(lint.stdout + lint.stderr).toBe('');
    await until('every part to be ready', async () => (await fetch(`${ops}/ready`)).status === 200);
    // The port answers 503 while a part is busy for some seconds, as on a slow machine.
    const page = async (path: string): Promise<string> => (await fetch(`${ops}${path}`)).text();
    await until('the dashboard', async () => (await page('/dashboard')).includes('<title>Operations</title>'));
    await until('figures of the dashboard', async () => (await page('/dashboard/data?window=day')).includes('"source":"sec_form4"'));
  });
});

import { records, polls } from '#ops/bench/http.ts';
import { createTail } from '#api/feed/tail.ts';
import { createCursors } from '#schemas/cursor.ts';
import { createPageCache } from '#api/cache/page-cache.ts';
import { newsList, newsQuery, readNews } from '#api/feed/list.ts';
import { createSymbolDirectory } from '#api/symbols/directory.ts';
import { plans } from '#schemas/plan.ts';
import { parseQueryString } from '#api/request/query-string.ts';
const recs = records(Date.now());
const tail = createTail(128e6); recs.forEach((r, i) => tail.add(i + 1, r));
console.log(tail.size());
const cursors = createCursors('of this run only');
const shared = { get: async () => null, set: () => undefined };
const cache = createPageCache({ bytesMax: 64e6, shared, nowMs: Date.now });
const deps: any = { ask: async () => { throw new Error('ask'); }, tail, isFollowing: () => true, cache, cursors, pricingUrl: '', nowMs: Date.now, symbols: createSymbolDirectory(), plans };
const caller: any = { account: { id: 'x' }, plan: plans.pro };
const paths = polls(recs.length).map((p) => p.slice(p.indexOf('?') + 1));
let bytes = 0, rows = 0;
for (let r = 0; r < (process.argv[2] ? 20 : 4); r++) {
  const t = process.cpuUsage(); const n = 50000;
  for (let i = r * n; i < (r + 1) * n; i++) { const a: any = newsList.answer(paths[i % 200000]!, {}, caller, deps); bytes += a.content.identityBytes; rows += a.rowsCount; }
  { const u = process.cpuUsage(t); console.log('answer', (u.user + u.system) / n, 'us', bytes / n / (r + 1), rows / n / (r + 1)); }
}
if (process.argv[2]) process.exit(0);
const shape: any = newsQuery.shape;
const allowed = { names: new Set([...Object.keys(shape)]), aliases: {} as Record<string, string> };
const time = (name: string, f: (i: number) => unknown, n = 100000) => { for (let i = 0; i < 20000; i++) f(i); const t = process.cpuUsage(); for (let i = 0; i < n; i++) f(i); const u = process.cpuUsage(t); console.log(name, ((u.user + u.system) / n).toFixed(2), 'us'); };
time('parseQueryString', (i) => parseQueryString(paths[i]!, allowed));
const parsed = paths.slice(0, 100000).map((p) => newsQuery.parse(parseQueryString(p, allowed)));
time('zod parse', (i) => newsQuery.safeParse(parseQueryString(paths[i]!, allowed)));
time('readNews', (i) => readNews(parsed[i]!));
const reads = parsed.map((p) => readNews(p));
time('cursor read', (i) => cursors.read('delta', reads[i]!.binding, reads[i]!.cursor!));
const pos = reads.map((r) => (cursors.read('delta', r.binding, r.cursor!) as any).position);
time('after', (i) => tail.after(reads[i]!.filter, pos[i], 20));
time('Buffer 14k', () => Buffer.allocUnsafe(14000));
const { renderPage } = await import('#api/feed/page.ts');
const pages = reads.slice(0, 20000).map((r, i) => tail.after(r.filter, pos[i], 20));
time('render', (i) => renderPage({ rows: pages[i % 20000]!.rows, nextCursor: 'AQE3Xb263-p4vGfg6DFATQAAAAAAAKZGS1QLqqZ4wQXYKr4q8dw', symbolNote: null }));
time('cursor write', (i) => cursors.write('delta', reads[i]!.binding, pos[i]));
const { readDelta } = await import('#api/feed/delta.ts');
const reqs = reads.slice(0, 20000).map((r) => ({ ...r, caller, symbolNote: null }));
time('readDelta', (i) => readDelta(reqs[i % 20000] as any, deps));
const q = await import('#api/route.ts');
time('answer', (i) => newsList.answer(paths[100000 + i]!, {}, caller, deps), 90000);
const set = new Set<string>(); time('concat key', (i) => { const r = reqs[i % 20000]!; const key = `delta|${r.endpoint}|${r.filterText}|${r.filter.tickers?.join() ?? ''}|${r.cursor}|${r.pageSize}|`; if (set.size > 5000) set.clear(); set.add(key); });

/** Serves the operators' dashboard on the operations port: the page, its figures, and details of a source or a document. */
import { lagOverTime, lastOfSource, lifeOfDocument } from '#clickhouse/dashboard.ts';
import { dropCounts, lag } from '#clickhouse/feed-counts.ts';
import { rowByUid } from '#clickhouse/feed-pages.ts';
import type { Store } from '#clickhouse/store.ts';
import { LRUCache } from 'lru-cache';
import type { OpsPage } from '#ops/process/ops-server.ts';
import { servePage } from '#ops/process/page-files.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import { Uid } from '#schemas/primitives.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { DropReason, RawKind } from '#schemas/vocabulary.ts';
import type { DocumentDetail, Figures, SourceDetail } from './page/answers.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** For each window its length, that of one plotted point, and how long an answer is cached, which limits the queries to ClickHouse. */
const windows = {
  hour: { spanMs: 60 * minuteMs, stepSeconds: 60, cachedMs: 4_000 },
  day: { spanMs: dayMs, stepSeconds: 900, cachedMs: 30_000 },
  month: { spanMs: 30 * dayMs, stepSeconds: 21_600, cachedMs: 300_000 },
} as const;
type Window = keyof typeof windows;
const isWindow = (name: string): name is Window => Object.hasOwn(windows, name);

/** Milliseconds; shorter than the timeout of ops/up/ops.ts, which requests the pages of several processes. */
const answerWithinMs = 2_500;
const lastOfSourceMax = 20;
const sourceNameMax = 200;

interface DashboardDeps {
  readonly store: Store;
  /** Returns the refine step that drops documents of this kind for this reason; '' when this process does not know it. */
  readonly stepOf: (kind: RawKind, reason: DropReason) => string;
  readonly nowMs: () => number;
}

type Answer = Awaited<ReturnType<OpsPage>>;

const json = (status: number, value: object): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
  headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
});
const refuse = (detail: string): Answer => json(400, { detail });

export function createDashboard({ store, stepOf, nowMs }: DashboardDeps): Readonly<Record<string, OpsPage>> {
  async function read(window: Window): Promise<Figures> {
    const { spanMs, stepSeconds } = windows[window];
    const atMs = nowMs();
    const sinceMs = atMs - spanMs;
    const [sources, overTime, drops] = await Promise.all([lag(store, sinceMs), lagOverTime(store, sinceMs, stepSeconds), dropCounts(store, sinceMs)]);
    return {
      at: new Date(atMs).toISOString(),
      since: new Date(sinceMs).toISOString(),
      window,
      step_seconds: stepSeconds,
      sources,
      over_time: overTime,
      drops,
    };
  }

  /** A query that outlasts its caller's timeout continues, and serves the next request. */
  const cache = new LRUCache<Window, Figures>({ max: Object.keys(windows).length, fetchMethod: read });

  const withStep = <T extends object>(entry: T & { readonly record: object }) => {
    const { kind, reason } = entry.record as { readonly kind?: RawKind; readonly reason?: DropReason };
    return { ...entry, step: kind !== undefined && reason !== undefined ? stepOf(kind, reason) : '' };
  };

  /** Answers 503 with the reason when ClickHouse does not answer, which the page then shows. */
  const answering =
    (page: (params: URLSearchParams) => Promise<Answer>): OpsPage =>
    async (query) => {
      try {
        return await withTimeout(answerWithinMs, page(new URLSearchParams(query)));
      } catch (error) {
        return json(503, { detail: `ClickHouse does not answer: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown'}` });
      }
    };

  return {
    ...servePage('/dashboard', new URL('page/', import.meta.url), {
      'uplot.js': 'uplot/dist/uPlot.iife.min.js',
      'uplot.css': 'uplot/dist/uPlot.min.css',
    }),
    '/dashboard/data': answering(async (params) => {
      const window = params.get('window') ?? 'hour';
      if (!isWindow(window)) return refuse(`window must be one of ${Object.keys(windows).join(', ')}`);
      return json(200, await cache.forceFetch(window, { ttl: windows[window].cachedMs }));
    }),
    '/dashboard/source': answering(async (params) => {
      const source = params.get('source') ?? '';
      if (source === '' || source.length > sourceNameMax) return refuse(`source must be the name of a source, 1 to ${sourceNameMax} characters`);
      const { rows, drops } = await lastOfSource(store, source, lastOfSourceMax);
      return json(200, { source, rows, drops: drops.map(withStep) } satisfies SourceDetail);
    }),
    '/dashboard/document': answering(async (params) => {
      const uid = params.get('uid') ?? '';
      if (!Uid.safeParse(uid).success) return refuse('uid must be 16 hexadecimal digits');
      const [row, life] = await Promise.all([rowByUid(store, uid), lifeOfDocument(store, uid)]);
      if (row === null && life.records.length === 0) return json(404, { detail: `the feed log has no document ${uid}` });
      return json(200, {
        uid,
        row: row && { seq: row.seq, version: row.version, item: JSON.parse(row.doc) as StoredItem, ...row.detail },
        visible: life.visible,
        records: life.records.map(withStep),
        deliveries: life.deliveries,
      } satisfies DocumentDetail);
    }),
  };
}

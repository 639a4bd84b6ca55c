/**
 * Serves the operators' dashboard on the operations port: the page, its figures, and details of a source or a document. The page also reads
 * `/status`, `/ready` and `/metrics` of the same port. It loads nothing from elsewhere.
 */
import { lagOverTime, lastOfSource, lifeOfDocument } from '#clickhouse/dashboard.ts';
import { dropCounts, lag } from '#clickhouse/feed-counts.ts';
import { rowByUid } from '#clickhouse/feed-pages.ts';
import type { Store } from '#clickhouse/store.ts';
import type { OpsPage } from '#ops/process/ops-server.ts';
import { servePage } from '#ops/process/page-files.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import { Uid } from '#schemas/primitives.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { DropReason, RawKind } from '#schemas/vocabulary.ts';
import type { DocumentDetail, Figures, SourceDetail } from './page/answers.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Per window: its length, that of one plotted point, and how long an answer is cached, which bounds queries of the store. */
const windows = {
  hour: { spanMs: 60 * minuteMs, stepSeconds: 60, keptMs: 4_000 },
  day: { spanMs: dayMs, stepSeconds: 900, keptMs: 30_000 },
  month: { spanMs: 30 * dayMs, stepSeconds: 21_600, keptMs: 300_000 },
} as const;
type Window = keyof typeof windows;
const isWindow = (name: string): name is Window => Object.hasOwn(windows, name);

/** Milliseconds; shorter than the wait of ops/up/ops.ts, which gathers the ports of several processes. */
const answerWithinMs = 2_500;
const lastOfSourceMax = 20;
const sourceNameMax = 200;

/** Returns the refine step that drops a document of this kind for this reason; '' where this process does not know it. */
export type StepOf = (kind: RawKind, reason: DropReason) => string;

export interface DashboardDeps {
  readonly store: Store;
  readonly stepOf: StepOf;
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

interface QueryResult {
  readonly figures: Promise<Figures>;
  /** Monotonic milliseconds when the read finished; null while it runs. */
  readAtMs: number | null;
}

/** Returns the pages of the dashboard by path, with caches of their figures. */
export function createDashboard({ store, stepOf, nowMs }: DashboardDeps): Readonly<Record<string, OpsPage>> {
  const cache = new Map<Window, QueryResult>();

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

  /** A read that takes longer than its caller waits continues, and serves the next request. */
  function figuresOf(window: Window): Promise<Figures> {
    const kept = cache.get(window);
    if (kept !== undefined && (kept.readAtMs === null || performance.now() - kept.readAtMs < windows[window].keptMs)) return kept.figures;
    const result: QueryResult = { figures: read(window), readAtMs: null };
    cache.set(window, result);
    result.figures.then(
      () => (result.readAtMs = performance.now()),
      () => cache.delete(window),
    );
    return result.figures;
  }

  const withStep = <T extends object>(entry: T & { readonly record: object }) => {
    const { kind, reason } = entry.record as { readonly kind?: RawKind; readonly reason?: DropReason };
    return { ...entry, step: kind !== undefined && reason !== undefined ? stepOf(kind, reason) : '' };
  };

  /** A store that is unreachable yields a 503 with its reason, so that the page does not look broken. */
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
      return json(200, await figuresOf(window));
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

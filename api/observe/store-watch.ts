/** Polls whether the store answers, for readiness and the lag of the tail; requests do not depend on it. */
import { newestRowSequence } from '#clickhouse/feed.ts';
import type { Store } from '#clickhouse/store.ts';
import { watchHealth, type HealthWatch } from '#ops/process/health-watch.ts';

export const watchStore = (store: Store): HealthWatch => watchHealth(() => newestRowSequence(store));

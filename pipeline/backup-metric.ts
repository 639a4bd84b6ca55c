/** Exposes the time of the last backup as a gauge, which is read from NATS on each scrape. */
import type { Registry } from 'prom-client';
import { lastBackup } from '#ops/feed-log/last-backup.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets } from '#schemas/subjects.ts';
import { metricFactory } from './metric-factory.ts';

export function addBackupMetric(registry: Registry, bus: Bus): void {
  metricFactory(registry).collected(
    'tickerwire_last_backup_seconds',
    'End of the last backup in Unix seconds; 0: there is no backup',
    [],
    async (gauge) => {
      const backup = await openBucket(bus, buckets.feedLog).then(lastBackup).catch(() => undefined); // prettier-ignore
      // While NATS is unreachable the gauge keeps its last value.
      if (backup !== undefined) gauge.set(backup === null ? 0 : Date.parse(backup.ended_at) / 1_000);
    },
  );
}

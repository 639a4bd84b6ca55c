/** Exposes the age of the last backup as a gauge, read from NATS on each scrape. */
import { Gauge, type Registry } from 'prom-client';
import { lastBackup } from '#ops/feed-log/last-backup.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets } from '#schemas/subjects.ts';

export function addBackupMetric(registry: Registry, bus: Bus): void {
  new Gauge({
    name: 'tickerwire_last_backup_seconds',
    help: 'End of the last backup in Unix seconds; 0: there is no backup',
    registers: [registry],
    async collect() {
      const backup = await openBucket(bus, buckets.feedLog).then(lastBackup).catch(() => undefined); // prettier-ignore
      // While NATS is unreachable the gauge keeps its last value.
      if (backup !== undefined) this.set(backup === null ? 0 : Date.parse(backup.ended_at) / 1_000);
    },
  });
}

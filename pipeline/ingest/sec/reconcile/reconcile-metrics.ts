/** Exposes the last reconciled day as gauges. */
import { Gauge, type Registry } from 'prom-client';
import type { DayReconciliation } from '#schemas/reconciliation.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';

export type ReconcileMetrics = (result: DayReconciliation) => void;

export function createReconcileMetrics(registry: Registry): ReconcileMetrics {
  const registers = [registry];
  const filings = new Gauge({
    name: 'tickerwire_reconciled_filings',
    help: 'Filings in the index of the last reconciled day, by outcome',
    labelNames: ['source', 'outcome', 'reason'],
    registers,
  });
  const day = new Gauge({ name: 'tickerwire_reconciled_day_seconds', help: 'The last reconciled day, as 00:00 UTC in Unix seconds', registers });
  return (result) => {
    if (!result.has_index) return;
    filings.reset();
    for (const [source, counts] of Object.entries(result.families) as [SecSourceType, NonNullable<DayReconciliation['families'][SecSourceType]>][]) {
      filings.set({ source, outcome: 'served', reason: '' }, counts.served);
      filings.set({ source, outcome: 'pending', reason: '' }, counts.pending);
      filings.set({ source, outcome: 'missing', reason: '' }, counts.missing);
      for (const [reason, count] of Object.entries(counts.dropped)) filings.set({ source, outcome: 'dropped', reason }, count);
    }
    day.set(Date.parse(`${result.day}T00:00:00.000Z`) / 1_000);
  };
}

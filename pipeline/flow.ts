/**
 * The flow as tables: the stages that bring documents into RAW, the parts that carry them on, the consumers of the feed log.
 * A process loads what it runs. The settings INGEST_STAGES and PIPELINE_PARTS name entries of these tables, readiness and
 * metrics tell by them, and `npm run flow` prints them with their lanes. A source, a part or a consumer is a file and a line here;
 * a step is a file and a line in the table of its lane.
 */
import { ConfigError, type Config } from '#schemas/config.ts';
import type { DropReason, RawKind } from '#schemas/vocabulary.ts';
import type { StageLane } from './lane.ts';
import type { Part } from './part.ts';

interface Entry<T> {
  readonly name: string;
  readonly load: () => Promise<T>;
}

// prettier-ignore
export const stages: readonly Entry<StageLane>[] = [
  { name: 'symbols',        load: async () => (await import('./ingest/symbols/symbols-lane.ts')).symbolsLane },
  { name: 'publishers',     load: async () => (await import('./ingest/publishers/publishers-lane.ts')).publishersLane },
  { name: 'gdelt',          load: async () => (await import('./ingest/gdelt/gdelt-lane.ts')).gdeltLane },
  { name: 'search',         load: async () => (await import('./ingest/tickers/rotation-lane.ts')).searchLane },
  { name: 'sec_form4',      load: async () => (await import('./ingest/sec/edgar-lane.ts')).form4Lane },
  { name: 'sec_form8k',     load: async () => (await import('./ingest/sec/edgar-lane.ts')).form8kLane },
  { name: 'sec_form6k',     load: async () => (await import('./ingest/sec/edgar-lane.ts')).form6kLane },
  { name: 'earnings_dates', load: async () => (await import('./ingest/earnings-dates/earnings-dates-lane.ts')).earningsDatesLane },
  { name: 'calendar',       load: async () => (await import('./ingest/calendar/calendar-lane.ts')).calendarLane },
];

/** Stages that no setting names: each runs where one of those runs that it is for. */
// prettier-ignore
export const companions: readonly (Entry<StageLane> & { readonly of: (stage: string) => boolean })[] = [
  { name: 'reconcile',      of: (stage) => stage.startsWith('sec_'), load: async () => (await import('./ingest/sec/reconcile/reconcile-lane.ts')).reconcileLane },
];

/** Consumers of the feed log. */
// prettier-ignore
export const consumers: readonly Entry<Part>[] = [
  { name: 'write',          load: async () => (await import('./write/part.ts')).writePart },
  { name: 'match',          load: async () => (await import('./webhooks/match-part.ts')).matchPart },
];

// prettier-ignore
export const parts: readonly Entry<Part>[] = [
  { name: 'ingest',         load: async () => (await import('./ingest/start.ts')).ingestPart },
  { name: 'refine',         load: async () => (await import('./refine/part.ts')).refinePart },
  { name: 'coverage',       load: async () => (await import('./coverage/part.ts')).coveragePart },
  { name: 'radar',          load: async () => (await import('./radar/part.ts')).radarPart },
  { name: 'deliver',        load: async () => (await import('./webhooks/deliver-part.ts')).deliverPart },
  { name: 'notify',         load: async () => (await import('./webhooks/notify-part.ts')).notifyPart },
  ...consumers,
];

export const namesOf = (table: readonly Entry<unknown>[]): string[] => table.map(({ name }) => name);

/** What these settings say that a process runs; throws a ConfigError that names what the tables do not hold. */
export function chosen(config: Pick<Config, 'INGEST_STAGES' | 'PIPELINE_PARTS'>): {
  readonly parts: readonly Entry<Part>[];
  readonly stages: readonly Entry<StageLane>[];
} {
  const running = named('INGEST_STAGES', config.INGEST_STAGES, stages);
  return {
    parts: named('PIPELINE_PARTS', config.PIPELINE_PARTS, parts),
    stages: [...running, ...companions.filter((companion) => running.some(({ name }) => companion.of(name)))],
  };
}

/** None named is all. */
function named<T>(setting: keyof Config, names: readonly string[], table: readonly Entry<T>[]): readonly Entry<T>[] {
  if (names.length === 0) return table;
  return names.map((name) => {
    const entry = table.find((one) => one.name === name);
    if (entry === undefined) throw new ConfigError(`configuration: ${setting}: there is no ${name}; there are ${namesOf(table).join(', ')}`);
    return entry;
  });
}

/** Names the step that drops a kind of document with a reason, for metrics. */
export async function loadStepOf(): Promise<(kind: RawKind, reason: DropReason) => string> {
  const { stepsOfKind } = await import('./refine/part.ts');
  return (kind, reason) => stepsOfKind[kind].find(({ drops = [] }) => drops.includes(reason))?.name ?? '';
}

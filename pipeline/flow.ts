/**
 * Lists the dataflow as tables: the stages that fetch documents into RAW, the parts that process them, and the consumers of the feed log.
 * INGEST_STAGES, PIPELINE_PARTS, readiness, metrics and `npm run flow` use the same names. A new source, part or consumer is a file and a
 * line here; a new step is a file and a line in the table of its lane.
 */
import { ConfigError, type Config } from '#schemas/config.ts';
import { disclosureSources, type DropReason, type RawKind } from '#schemas/vocabulary.ts';
import type { StageEntry } from './lane.ts';
import type { PipelinePart } from './part.ts';

export interface Entry<T> {
  readonly name: string;
  readonly load: () => Promise<T>;
}

// prettier-ignore
export const stages: readonly Entry<StageEntry>[] = [
  { name: 'symbols',        load: async () => (await import('./ingest/symbols/symbols-stage.ts')).symbolsLane },
  { name: 'publishers',     load: async () => (await import('./ingest/publishers/publishers-stage.ts')).publishersLane },
  { name: 'gdelt',          load: async () => (await import('./ingest/gdelt/gdelt-stage.ts')).gdeltLane },
  { name: 'search',         load: async () => (await import('./ingest/search/search-stage.ts')).searchLane },
  { name: 'sec_form4',      load: async () => (await import('./ingest/sec/edgar-stage.ts')).form4Lane },
  { name: 'sec_form8k',     load: async () => (await import('./ingest/sec/edgar-stage.ts')).form8kLane },
  { name: 'sec_form6k',     load: async () => (await import('./ingest/sec/edgar-stage.ts')).form6kLane },
  ...disclosureSources.map((name) => ({ name, load: async () => (await import('./ingest/sec/edgar-stage.ts')).disclosureLane(name) })),
  { name: 'earnings_dates', load: async () => (await import('./ingest/earnings-dates/earnings-dates-stage.ts')).earningsDatesLane },
  { name: 'calendar',       load: async () => (await import('./ingest/calendar/calendar-stage.ts')).calendarLane },
];

/** Stages that INGEST_STAGES cannot name: each runs in every process that runs a stage for which `of` returns true. */
// prettier-ignore
export const companions: readonly (Entry<StageEntry> & { readonly of: (stage: string) => boolean })[] = [
  { name: 'reconcile',      of: (stage) => stage.startsWith('sec_'), load: async () => (await import('./ingest/sec/reconcile/reconcile-stage.ts')).reconcileLane },
];

// prettier-ignore
export const consumers: readonly Entry<PipelinePart>[] = [
  { name: 'write',          load: async () => (await import('./write/writer.ts')).writePart },
  { name: 'match',          load: async () => (await import('./webhooks/match-part.ts')).matchPart },
];

// prettier-ignore
export const parts: readonly Entry<PipelinePart>[] = [
  { name: 'ingest',         load: async () => (await import('./ingest/start.ts')).ingestPart },
  { name: 'refine',         load: async () => (await import('./refine/refine-part.ts')).refinePart },
  { name: 'coverage',       load: async () => (await import('./coverage/coverage-part.ts')).coveragePart },
  { name: 'radar',          load: async () => (await import('./radar/radar-part.ts')).radarPart },
  { name: 'deliver',        load: async () => (await import('./webhooks/deliver-part.ts')).deliverPart },
  { name: 'notify',         load: async () => (await import('./webhooks/notices.ts')).notifyPart },
  ...consumers,
];

export const namesOf = (table: readonly Entry<unknown>[]): string[] => table.map(({ name }) => name);

/** Returns the parts and stages that the settings select. Throws a ConfigError for a name that is not in the tables. */
export function chosen(config: Pick<Config, 'INGEST_STAGES' | 'PIPELINE_PARTS'>): {
  readonly parts: readonly Entry<PipelinePart>[];
  readonly stages: readonly Entry<StageEntry>[];
} {
  const running = named('INGEST_STAGES', config.INGEST_STAGES, stages);
  return {
    parts: named('PIPELINE_PARTS', config.PIPELINE_PARTS, parts),
    stages: [...running, ...companions.filter((companion) => running.some(({ name }) => companion.of(name)))],
  };
}

/** Returns the named entries; all of them when no name is given. */
function named<T>(setting: keyof Config, names: readonly string[], table: readonly Entry<T>[]): readonly Entry<T>[] {
  if (names.length === 0) return table;
  return names.map((name) => {
    const entry = table.find((one) => one.name === name);
    if (entry === undefined) throw new ConfigError(`configuration: ${setting}: ${name} does not exist; use ${namesOf(table).join(', ')}`);
    return entry;
  });
}

/** Returns a function that names the step which drops a kind of document for a reason, for metrics; empty when no step does. */
export async function loadStepOf(): Promise<(kind: RawKind, reason: DropReason) => string> {
  const { stepsOfKind } = await import('./refine/refine-part.ts');
  return (kind, reason) => stepsOfKind[kind].find(({ drops = [] }) => drops.includes(reason))?.name ?? '';
}

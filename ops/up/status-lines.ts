/** Formats `/status` for the operator's terminal: a status line that begins with the troubles, and one line for each trouble. */
import { z } from 'zod';
import { durationText } from '../process/amounts.ts';
import type { Status } from './ops.ts';

const Sources = z.object({
  sources: z.array(z.object({ source: z.string(), failing_since: z.string().nullable(), error: z.string().nullable() })),
});

const sourcesOf = ({ pipeline }: Pick<Status, 'pipeline'>) => {
  const sources = Sources.safeParse(pipeline).data?.sources ?? [];
  const failing = sources.flatMap(({ source, failing_since: since, error }) =>
    since === null ? [] : [{ source, since, error: error ?? 'no answer' }],
  );
  return { all: sources.length, failing };
};

/** Returns true for names like `pipeline source cnbc`. Failing sources are reported together. */
const isSource = (name: string): boolean => /^\w+ sources?\b/.test(name);

export function troubleWords(status: Pick<Status, 'pipeline' | 'degraded'>): string[] {
  const { all, failing } = sourcesOf(status);
  const errors = [...new Set(failing.map(({ error }) => error))];
  const others = Object.keys(status.degraded).filter((name) => !isSource(name));
  return [
    ...(failing.length === 0
      ? []
      : [`${failing.length} of ${all} sources are failing (${errors.slice(0, 2).join(', ')}${errors.length > 2 ? ', …' : ''})`]),
    ...others.map((name) => shortNames[name] ?? `${name} degraded`),
  ];
}

const shortNames: Readonly<Record<string, string>> = {
  'pipeline symbols': 'no symbol list',
  'pipeline USER_AGENT': 'USER_AGENT is the default',
};

const shownName = (name: string): string => name.replace(/^pipeline /, '');

/** A trouble that comes and goes is reported again after this time at the earliest. */
const againAfterMs = 600_000;
const namedMax = 8;

/**
 * Returns a function that receives each status. It returns a line for each trouble that two statuses in a row have and that was not reported
 * recently, and a line when a reported trouble other than a source's has ended.
 */
export function createAnnouncer(nowMs: () => number = () => performance.now()): (status: Pick<Status, 'pipeline' | 'degraded'>) => string[] {
  const reportedAtMs = new Map<string, number>();
  const lasting = new Set<string>();
  let seenBefore = new Set<string>();
  let seenNow = new Set<string>();
  const isNew = (key: string): boolean => {
    seenNow.add(key);
    const reportedAt = reportedAtMs.get(key);
    if (!seenBefore.has(key) || (reportedAt !== undefined && nowMs() - reportedAt < againAfterMs)) return false;
    reportedAtMs.set(key, nowMs());
    return true;
  };
  return (status) => {
    [seenBefore, seenNow] = [seenNow, new Set()];
    const failing = sourcesOf(status).failing.filter(({ source, error }) => isNew(`${source}: ${error}`));
    const byError = Map.groupBy(failing, ({ error }) => error);
    const others = Object.entries(status.degraded).filter(([name, text]) => !isSource(name) && isNew(`${name}: ${text}`));
    for (const [name] of others) lasting.add(name);
    const over = [...lasting].filter((name) => !(name in status.degraded));
    for (const name of over) lasting.delete(name);
    return [
      ...over.map((name) => `${shownName(name)}: works again`),
      ...others.map(([name, text]) => `${shownName(name)}: ${text}`),
      ...[...byError].map(([error, sources]) => {
        const since = sources.map((source) => source.since).sort()[0];
        const names = sources.map(({ source }) => source);
        const named = `${names.slice(0, namedMax).join(', ')}${names.length > namedMax ? ` and ${names.length - namedMax} more` : ''}`;
        return `${names.length === 1 ? 'a source has' : `${names.length} sources have`} been failing since ${since}: ${error} (${named})`;
      }),
    ];
  };
}

const SourceLag = z.object({ rows: z.number(), seen_to_visible: z.object({ p50_seconds: z.number().nullable() }) });

/** The fields of the pipeline's `/status` that are shown. Null when their store is unreachable. */
const Figures = z.object({
  documents_read: z.number().nullable(),
  rows: z.array(z.object({ rows: z.number() })).nullable(),
  drops: z.array(z.object({ drops: z.number() })).nullable(),
  lag: z.array(SourceLag).nullable(),
});

const grouped = new Intl.NumberFormat('en-US');

export function figuresLine(status: Status): string {
  const { pipeline, parts, restarts, ready } = status;
  const figures = Figures.safeParse(pipeline).data;
  const waiting = Object.entries(parts).flatMap(([name, part]) => (part.state === 'ready' ? [] : [name]));
  return [
    // Troubles come first, because the line is cut to the terminal's width.
    ...troubleWords(status),
    `documents ${shown(figures?.documents_read)}`,
    `rows ${shown(figures?.rows?.reduce((sum, { rows }) => sum + rows, 0))}`,
    `drops ${shown(figures?.drops?.reduce((sum, { drops }) => sum + drops, 0))}`,
    `lag p50 ${usualLag(figures?.lag ?? [])}`,
    `restarts ${grouped.format(restarts)}`,
    ...(ready || waiting.length === 0 ? [] : [`waiting for ${waiting.join(', ')}`]),
  ].join(' · ');
}

const shown = (value: number | null | undefined): string => (value === null || value === undefined ? '-' : grouped.format(value));

/** Returns the median over sources, weighted by rows, of the time from a document's listing until the API shows it. */
function usualLag(lags: readonly z.infer<typeof SourceLag>[]): string {
  const known = lags
    .flatMap(({ rows, seen_to_visible: { p50_seconds: p50 } }) => (p50 === null ? [] : [{ rows, p50 }]))
    .sort((a, b) => a.p50 - b.p50);
  const half = known.reduce((sum, { rows }) => sum + rows, 0) / 2;
  let below = 0;
  for (const { rows, p50 } of known) {
    below += rows;
    if (below >= half) return durationText(p50 * 1_000);
  }
  return '-';
}

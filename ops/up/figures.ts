/** Formats the status line of `npm start` and `npm run demo` from `/status`. */
import { z } from 'zod';
import type { Status } from './ops.ts';
import { troubleWords } from './troubles.ts';

const SourceLag = z.object({ rows: z.number(), seen_to_visible: z.object({ p50_seconds: z.number().nullable() }) });

/** The fields of the pipeline's `/status` that are shown; null: their store is unreachable. */
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
    `lag p50 ${seconds(figures?.lag ?? [])}`,
    `restarts ${grouped.format(restarts)}`,
    ...(ready || waiting.length === 0 ? [] : [`waiting for ${waiting.join(', ')}`]),
  ].join(' · ');
}

const shown = (value: number | null | undefined): string => (value === null || value === undefined ? '-' : grouped.format(value));

/** Returns the time from the listing that named a document to the API: the median over sources, weighted by their rows. */
function seconds(lags: readonly z.infer<typeof SourceLag>[]): string {
  const known = lags
    .flatMap(({ rows, seen_to_visible: { p50_seconds: p50 } }) => (p50 === null ? [] : [{ rows, p50 }]))
    .sort((a, b) => a.p50 - b.p50);
  const half = known.reduce((sum, { rows }) => sum + rows, 0) / 2;
  let below = 0;
  for (const { rows, p50 } of known) {
    below += rows;
    if (below >= half) return `${p50.toFixed(p50 < 10 ? 1 : 0)} s`;
  }
  return '-';
}

/** The tables of sources with their health and their lag by stage: failing sources first, then the slowest. */
import type { Percentile, SourceHealth, SourceLag, Stage } from './answers.ts';
import { count, elapsed, seconds } from './format.ts';
import { link, number, text, type Cell, type Table } from './table.ts';

const stages: readonly (readonly [stage: Stage, head: string])[] = [
  ['published_to_seen', 'published→seen'],
  ['seen_to_fetched', 'seen→fetched'],
  ['fetched_to_refined', 'fetched→refined'],
  ['refined_to_visible', 'refined→visible'],
  ['seen_to_visible', 'seen→visible'],
];
const heads = [text('Source'), text('State'), number('rows'), ...stages.map(([, head]) => number(head))];

interface SourceFigures {
  readonly name: string;
  readonly health: SourceHealth | null;
  readonly lag: SourceLag | null;
}

/** Returns the sources that fail or have rows in the window, and the others. `lags` is null when ClickHouse does not answer. */
export function sourceTables(options: {
  readonly lags: readonly SourceLag[] | null;
  readonly states: readonly SourceHealth[];
  readonly percentile: Percentile;
  readonly nowMs: number;
}): { readonly active: Table; readonly quiet: Table } {
  const { lags, states, percentile, nowMs } = options;
  const names = new Set([...states.map(({ source }) => source), ...(lags ?? []).map(({ source }) => source)]);
  const sources = [...names]
    .map((name): SourceFigures => ({
      name,
      health: states.find(({ source }) => source === name) ?? null,
      lag: lags?.find(({ source }) => source === name) ?? null,
    }))
    .sort((a, b) => compare(a, b, percentile));
  const rowOf = (source: SourceFigures): Cell[] => sourceRow(source, percentile, nowMs);
  return {
    active: {
      heads,
      rows: sources.filter((source) => !isQuiet(source)).map(rowOf),
      none: lags === null ? 'ClickHouse does not answer' : 'no new rows in this window',
    },
    quiet: { heads, rows: sources.filter(isQuiet).map(rowOf), none: '' },
  };
}

const isFailing = ({ health }: SourceFigures): boolean => health !== null && health.failing_since !== null;
const isQuiet = (source: SourceFigures): boolean => source.lag === null && !isFailing(source);

function compare(a: SourceFigures, b: SourceFigures, percentile: Percentile): number {
  const lagOf = ({ lag }: SourceFigures): number => lag?.seen_to_visible[percentile] ?? -1;
  return Number(isFailing(b)) - Number(isFailing(a)) || lagOf(b) - lagOf(a) || (a.name < b.name ? -1 : 1);
}

/** Returns the cells of a source. The state is next to the name, where a phone shows it without scrolling. */
const sourceRow = ({ name, health, lag }: SourceFigures, percentile: Percentile, nowMs: number): Cell[] => [
  link(name, { source: name }),
  health === null ? text('') : text(healthText(health, nowMs), health.failing_since !== null),
  number(count(lag?.rows ?? 0)),
  ...stages.map(([stage]) => number(seconds(lag?.[stage][percentile]))),
];

function healthText({ failing_since, error, last_success_at }: SourceHealth, nowMs: number): string {
  if (failing_since !== null) return `failing for ${elapsed(failing_since, nowMs)}: ${error ?? ''}`;
  return last_success_at === null ? 'no answer yet' : `answered ${elapsed(last_success_at, nowMs)} ago`;
}

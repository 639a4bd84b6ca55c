/** Formats the outcome of a replay: tables for people, or the same figures as JSON for `--json`. */
import { table } from '../table.ts';
import type { ReplayFacts, TimeRange } from './replay-log.ts';
import { skipReasons, type SkipReason } from './rescore.ts';
import type { ReplayOutcome, SourceCounts } from './tally.ts';

export interface Report {
  readonly range: TimeRange;
  /** Version of the replayed enricher. */
  readonly enricher: string;
  readonly facts: ReplayFacts;
  readonly outcome: ReplayOutcome;
}

export const reportJson = ({ range, enricher, facts, outcome }: Report): string => JSON.stringify({ ...range, enricher, ...facts, ...outcome });

const basisText = { document: 'whole document', row: 'headline, summary' } as const;

/** Counted columns, in the order of the table. */
const columns: readonly (readonly [title: string, value: (counts: SourceCounts) => number])[] = [
  ['replayed', ({ replayed }) => replayed],
  ['changed', ({ changed }) => changed],
  ['relevance', ({ relevance_moved }) => relevance_moved],
  ['band up', ({ band_up }) => band_up],
  ['down', ({ band_down }) => band_down],
  ['over 4', ({ floor_up }) => floor_up],
  ['under 4', ({ floor_down }) => floor_down],
  ['category', ({ category_changed }) => category_changed],
  ['tickers', ({ tickers_changed }) => tickers_changed],
  ['sentiment', ({ sentiment_changed }) => sentiment_changed],
  ['flipped', ({ sentiment_flipped }) => sentiment_flipped],
  ['to drop', ({ row_to_drop }) => row_to_drop],
  ['to row', ({ drop_to_row }) => drop_to_row],
];

export function reportText({ range, enricher, facts, outcome }: Report): string {
  const { sources, skipped } = outcome;
  const rows = sources.map((counts) => [counts.source, basisText[counts.basis], ...columns.map(([, value]) => String(value(counts)))]);
  const total = ['all', '', ...columns.map(([, value]) => String(sources.reduce((sum, counts) => sum + value(counts), 0)))];
  const isAnyOfRow = sources.some(({ basis }) => basis === 'row');
  const sections = [
    `${facts.records} records of ${range.from} to ${range.to}, scored with ${enricher}`,
    rows.length === 0
      ? 'nothing to replay'
      : table(['source', 'scored from', ...columns.map(([title]) => title)], rows.length > 1 ? [...rows, total] : rows),
    isAnyOfRow
      ? `Rows scored from headline and summary lack the rest of the text (RAW has documents since ${facts.documents_since ?? 'never'}): some of their changes come from that loss.`
      : '',
    movesText('relevance bands (unchanged ones included)', outcome.bands),
    movesText('categories', outcome.categories),
    movesText('sentiments of a ticker', outcome.sentiments),
    movesText('served and dropped', outcome.drops),
    versionsText(outcome.versions),
    modelText(facts.model),
    skippedText(skipped),
    facts.log_since !== null && facts.log_since > range.from ? `The feed log begins at ${facts.log_since}: older records are not replayed.` : '',
    examplesText(outcome.examples),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const movesMost = 25;

function movesText(title: string, moves: Readonly<Record<string, number>>): string {
  const entries = Object.entries(moves);
  if (entries.length === 0) return '';
  const shown = entries.slice(0, movesMost).map(([move, count]) => [move, String(count)]);
  const left = entries.length - shown.length;
  return `${table([title, 'count'], shown)}${left > 0 ? `\n... and ${left} more, in --json` : ''}`;
}

const versionsText = (versions: ReplayOutcome['versions']): string =>
  Object.keys(versions).length === 0
    ? ''
    : table(
        ['rows were scored by', 'rows', 'would change'],
        Object.entries(versions).map(([version, { rows, changed }]) => [version, String(rows), String(changed)]),
      );

function modelText(model: ReplayFacts['model']): string {
  if (model === null) return '';
  const { kept, asked, failed, settled_built_in, not_asked } = model;
  return (
    `The model: ${kept} stored answers, ${asked} new questions, ${failed} without an answer, ${settled_built_in} left to the built-in enricher; ` +
    `${not_asked} not sent to it (--ask N) and scored by the built-in enricher`
  );
}

function skippedText(skipped: ReplayOutcome['skipped']): string {
  const entries = Object.entries(skipped) as [SkipReason, number][];
  return entries.length === 0
    ? ''
    : table(
        ['not replayed', 'records'],
        entries.map(([reason, count]) => [skipReasons[reason], String(count)]),
      );
}

const titleLengthMax = 90;

const examplesText = (examples: ReplayOutcome['examples']): string =>
  examples.length === 0
    ? ''
    : `those that move most:\n${examples
        .map(({ uid, source, title, before, after }) => `  ${uid} ${source}: ${title.slice(0, titleLengthMax)}\n    ${before}\n    ${after}`)
        .join('\n')}`;

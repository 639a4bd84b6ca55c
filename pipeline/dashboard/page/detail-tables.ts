/** The details of a source and the history of a document, as texts and tables. */
import type { DocumentDetail, LoggedRecord, RecordEntry, SourceDetail, SourceHealth } from './answers.ts';
import { dateAndTime, seconds } from './format.ts';
import { link, number, text, type Table } from './table.ts';

export function healthLine(health: SourceHealth | null): { readonly text: string; readonly isBad: boolean } {
  if (health === null) return { text: 'This process does not know the state of this source.', isBad: false };
  const { failing_since: since, failures, error, last_success_at: success } = health;
  return since === null
    ? { text: `Last answer at ${success ?? '–'}.`, isBad: false }
    : { text: `Failing since ${since}, ${failures} times: ${error ?? ''}`, isBad: true };
}

export const lastRowsTable = ({ rows }: SourceDetail): Table => ({
  heads: [number('seq'), text('Title'), text('Category'), number('score'), number('published→seen'), number('seen→visible'), number('Visible since')],
  rows: rows.map((row) => [
    number(String(row.seq)),
    link(row.title || row.uid, { uid: row.uid }),
    text(row.category),
    number(String(row.relevance)),
    number(seconds(row.published_at_ms === null ? null : (row.seen_at_ms - row.published_at_ms) / 1_000)),
    number(seconds((row.visible_at_ms - row.seen_at_ms) / 1_000)),
    number(dateAndTime(row.visible_at_ms)),
  ]),
  none: 'none',
});

export const lastDropsTable = ({ drops }: SourceDetail): Table => ({
  heads: [number('seq'), text('Title'), text('Reason'), text('Step'), text('Detail')],
  rows: drops.map(({ seq, step, record }) => [
    number(String(seq)),
    recordLink(record),
    text(record.reason ?? ''),
    text(step),
    text(record.detail ?? ''),
  ]),
  none: 'none',
});

const recordLink = ({ uid = '', identity = '', title = '' }: LoggedRecord) => (uid === '' ? text(title) : link(title || identity, { uid }));

/** Returns the history of a document, oldest event first. */
export function lifeTable({ row, visible, records, deliveries }: DocumentDetail): Table {
  const events = [
    ...(row === null ? [] : stepsTo(row, `refined: kept as ${row.kind}, scored by ${row.item.score_version ?? row.score_version}`)),
    ...visible.map(({ version, visible_at_ms: at }) => eventAt(at, version === 0 ? 'visible' : `visible in the version of record ${version}`)),
    ...records.flatMap((entry) => stepsTo(entry.record, refinedText(entry))),
    ...deliveries.map(({ attempted_at_ms: at, attempt, status, error, duration_ms: took }) =>
      eventAt(at, `sent to a webhook, attempt ${attempt}: ${status === 0 ? error : `answered ${status}`} after ${seconds(took / 1_000)}`),
    ),
  ];
  events.sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
  return { heads: [number('When'), text('What')], rows: events.map(({ at, what }) => [number(at ?? 'not stated'), text(what)]), none: '' };
}

interface LifeEvent {
  /** Null when the source does not state the instant. */
  readonly at: string | null;
  readonly what: string;
}

const eventAt = (ms: number, what: string): LifeEvent => ({ at: new Date(ms).toISOString(), what });

function stepsTo({ instants, source }: Pick<LoggedRecord, 'instants' | 'source'>, outcome: string): LifeEvent[] {
  if (instants === undefined) return [];
  return [
    { at: instants.published_at, what: 'published, according to the source' },
    { at: instants.seen_at, what: `seen by ${source ?? ''}` },
    { at: instants.fetched_at, what: 'fetched' },
    { at: instants.refined_at, what: outcome },
  ];
}

function refinedText({ seq, record: { type, reason, detail, withdrawn }, step }: RecordEntry): string {
  const dropped = `dropped${step === '' ? '' : ` by ${step}`}, ${reason ?? ''}: ${detail ?? ''}`;
  const what = type === 'drop' ? dropped : withdrawn === undefined ? type : `withdrawn, ${withdrawn}`;
  return `refined: ${what} (record ${seq})`;
}

/** Returns the title of a document, and the line below it: uid, address and sequence in the log. */
export function documentHead({ uid, row, records }: DocumentDetail): { readonly title: string; readonly line: string } {
  const { title, url } = row?.item.original ?? records[0]?.record ?? {};
  return { title: title || uid, line: [uid, url, row === null ? '' : `record ${row.seq} of the feed log`].filter(Boolean).join(' · ') };
}

export const documentJson = ({ row, records }: DocumentDetail): string => JSON.stringify(row ?? records.map(({ record }) => record), null, 2);

/** `npm run flow`: prints the dataflow as one table: each lane, what it reads, its steps in order, what it writes. */
import { articleSteps } from '#pipeline/refine/article.ts';
import type { Config } from '#schemas/config.ts';
import { buckets, consumers, deadSubject, rawSubject, streams } from '#schemas/subjects.ts';
import { runWords, type CommandLine } from './command-line.ts';
import { table } from './table.ts';

interface Lane {
  readonly name: string;
  readonly reads: string;
  readonly steps: readonly string[];
  readonly writes: string;
}

const raw = (...kinds: Parameters<typeof rawSubject>[0][]): string => `${streams.raw} ${kinds.map(rawSubject).join(', ')}`;

const ingest: Readonly<Record<Config['INGEST_STAGES'][number], Omit<Lane, 'name'>>> = {
  symbols: {
    reads: "the SEC's, the exchanges' and vendors' lists",
    steps: ['fetch', 'read lists', 'find who holds what', 'write what changed'],
    writes: `KV ${buckets.symbols}`,
  },
  publishers: { reads: 'feeds of SOURCES_FILE', steps: ['fetch when changed', 'parse feed', 'publish once'], writes: raw('article', 'refusal') },
  sec_form4: {
    reads: "EDGAR's latest filings, daily index",
    steps: ['walk back to watermark', 'fetch filing', 'read form', 'publish once'],
    writes: raw('form4', 'refusal'),
  },
  sec_form8k: {
    reads: "EDGAR's latest filings, daily index",
    steps: ['walk back to watermark', 'stream submission', 'read items', 'find release', 'read earnings', 'publish once'],
    writes: raw('filing', 'refusal'),
  },
  sec_form6k: {
    reads: "EDGAR's latest filings, daily index",
    steps: ['walk back to watermark', 'stream submission', 'find release', 'read earnings', 'publish once'],
    writes: raw('filing', 'refusal'),
  },
  earnings_dates: {
    reads: 'EARNINGS_DATES_URL, daily at 05:30 UTC',
    steps: ['choose tickers', 'fetch dates', 'compare'],
    writes: `KV ${buckets.reportDates}`,
  },
};

export const lanes: readonly Lane[] = [
  ...Object.entries(ingest).map(([name, lane]) => ({ name: `ingest ${name}`, ...lane })),
  {
    name: 'ingest reconcile',
    reads: "EDGAR's daily index at 22:15 Eastern; ClickHouse",
    steps: ['fetch index', 'compare', 'hand over what is missing'],
    writes: `KV ${buckets.reconciliations}`,
  },
  {
    name: 'backfill (npm run)',
    reads: "EDGAR's daily indexes; ClickHouse",
    steps: ['fetch index', 'leave out what is held', 'fetch filing', 'publish as history'],
    writes: raw('form4', 'filing', 'refusal'),
  },
  {
    name: 'refine ask ahead',
    reads: `${streams.raw} (consumer ${consumers.refine}); ENRICHER_URL, where a model is configured`,
    steps: ['normalise', 'language', 'blocklist', 'tickers', 'ask', 'check', 'settle once'],
    writes: `KV ${buckets.modelAnswers}, ${buckets.modelSpend}`,
  },
  {
    name: 'refine article',
    reads: `${streams.raw} (consumer ${consumers.refine})`,
    steps: articleSteps.map(({ name }) => name),
    writes: `${streams.feed} feed.<category> | feed.drop; ${streams.dead} ${deadSubject('refine')}`,
  },
  {
    name: 'refine form4',
    reads: `${streams.raw} (consumer ${consumers.refine})`,
    steps: ['issuer', 'events', 'score', 'text'],
    writes: `${streams.feed} feed.insider | feed.drop`,
  },
  {
    name: 'refine filing',
    reads: `${streams.raw} (consumer ${consumers.refine})`,
    steps: ['issuer', 'surface', 'category', 'score', 'text'],
    writes: `${streams.feed} feed.<category> | feed.drop`,
  },
  { name: 'refine refusal', reads: `${streams.raw} (consumer ${consumers.refine})`, steps: ['count'], writes: `${streams.feed} feed.drop` },
  { name: 'write', reads: `${streams.feed} from the table's last sequence on`, steps: ['batch', 'insert in order'], writes: 'ClickHouse' },
  { name: 'api', reads: `ClickHouse; ${streams.feed} (its newest rows)`, steps: ['key', 'quota', 'cache', 'page'], writes: 'answers' },
];

const commandLine = { name: 'flow', words: [], options: {} } as const satisfies CommandLine<Record<string, never>>;

const flowText = (): string =>
  table(
    ['lane', 'reads', 'steps', 'writes'],
    lanes.map(({ name, reads, steps, writes }) => [name, reads, steps.join(' ▸ '), writes]),
  );

if (import.meta.main) await runWords(commandLine, () => void process.stdout.write(`${flowText()}\n`));

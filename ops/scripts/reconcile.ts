/** `npm run reconcile -- --date DATE`: compares a day of EDGAR's index with what a running service has stored. */
import pino from 'pino';
import { storedFilings } from '#clickhouse/stored-filings.ts';
import { createParsePool } from '#pipeline/ingest/parse/pool.ts';
import { createPositions } from '#pipeline/ingest/positions-bucket.ts';
import { withBackgroundFetch } from '#pipeline/ingest/sec/access/background-fetch.ts';
import { reconcileDay, type LookOutcome } from '#pipeline/ingest/sec/reconcile/reconcile-day.ts';
import { StoppedError } from '../process/retry.ts';
import type { Config } from '#schemas/config.ts';
import type { DayReconciliation } from '#schemas/reconciliation.ts';
import { buckets } from '#schemas/subjects.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import type { Bus } from '../nats/nats.ts';
import { openBucket } from '../nats/streams.ts';
import { dateOption } from './backfill/request.ts';
import { dataDirOption, jsonOption, nextCommand, runWords, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { CommandError, serviceConfig, withBus, withStore } from './service-config.ts';
import { table } from './table.ts';

const commandLine = {
  name: 'reconcile',
  words: [],
  options: {
    date: { value: 'DATE', isRequired: true, help: 'day of filing at EDGAR, YYYY-MM-DD' },
    'data-dir': dataDirOption,
    json: jsonOption,
  },
  about: `
Prints, for each kind of filing in EDGAR's index of that day, how many are served, dropped (with the reasons), known but not fetched
yet, and missing. If the service ran on that day, it then fetches the missing ones; npm run backfill loads those of earlier days.
The service also does this by itself every evening.`,
} as const satisfies CommandLine<OptionTable>;

/** Enough for one index and the store's queries. A refusal by EDGAR is reported and not waited for. */
const deadlineMs = 120_000;
const storeLimits = { requestTimeoutMs: 30_000, maxConnections: 2 };

const formsMissing = (families: DayReconciliation['families']): string =>
  (Object.keys(collectedForms) as SecSourceType[])
    .filter((family) => (families[family]?.missing ?? 0) > 0)
    .map((family) => collectedForms[family][0])
    .join(',');

function outcomeText({ day, families }: DayReconciliation, handedOver: number, dataDir: string | undefined): string {
  const rows = Object.entries(families).map(([family, { listed, served, dropped, pending, missing }]) => {
    const drops = Object.entries(dropped).sort(([, a], [, b]) => b - a);
    const total = drops.reduce((sum, [, count]) => sum + count, 0);
    return [family, ...[listed, served, total, pending, missing].map(String), drops.map(([reason, count]) => `${reason} ${count}`).join(', ')];
  });
  const missing = Object.values(families).reduce((sum, counts) => sum + counts.missing, 0);
  const advice =
    handedOver > 0
      ? `\n${handedOver} missing filings were handed to the live stages`
      : missing > 0
        ? `\nthis service was not running on that day: ${nextCommand('backfill', ['--from', day, '--to', day, '--forms', formsMissing(families)], dataDir)} brings them`
        : '';
  return `${table(['kind', 'listed', 'served', 'dropped', 'pending', 'missing', 'reasons'], rows)}${advice}\n`;
}

async function look(day: string, config: Config, bus: Bus): Promise<LookOutcome> {
  const log = pino({ level: 'silent' });
  const signal = AbortSignal.timeout(deadlineMs);
  const pool = createParsePool({ log });
  try {
    const [positions, results] = await Promise.all([openBucket(bus, buckets.positions), openBucket(bus, buckets.reconciliations)]);
    const now = (): Date => new Date();
    return await withStore(config, storeLimits, (store) =>
      withBackgroundFetch(config, { log, now, signal }, (fetch) =>
        reconcileDay(day, {
          fetch,
          parse: pool.parse,
          baseUrl: config.EDGAR_URL,
          families: Object.keys(collectedForms) as SecSourceType[],
          knownFilings: (family, accessions) => storedFilings(store, family, accessions),
          positions: createPositions(positions, { log, signal }),
          results,
          now,
        }),
      ),
    );
  } finally {
    await pool.close();
  }
}

async function main({ values }: ReadWords<typeof commandLine.options>): Promise<void> {
  const day = dateOption(values.date, 'date', new Date());
  const config = serviceConfig(values['data-dir']);
  await withBus(config, 'tickerwire-reconcile', async (bus) => {
    const outcome = await look(day, config, bus).catch((error: unknown) => {
      throw error instanceof StoppedError ? new CommandError(`no result within ${deadlineMs / 1_000} s: check that Redis answers`) : error;
    });
    if (outcome.kind === 'trouble') throw new CommandError(`EDGAR refuses the index of ${day}: ${outcome.trouble.detail}`);
    const { result, handedOver } = outcome;
    if (values.json) return void process.stdout.write(`${JSON.stringify({ ...result, handed_over: handedOver })}\n`);
    process.stdout.write(
      result.has_index ? outcomeText(result, handedOver, values['data-dir']) : `EDGAR has no index for ${day}, or has not published it yet\n`,
    );
  });
}

await runWords(commandLine, main);

/** `npm run reconcile -- --date DATE`: a day of EDGAR's index against what a running service holds of it. */
import { parseArgs } from 'node:util';
import pino from 'pino';
import { filingsHeld } from '#clickhouse/filings-held.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import { createPositions } from '#pipeline/ingest/position.ts';
import { withGuestFetch } from '#pipeline/ingest/sec/guest-fetch.ts';
import { lookAtDay, type LookOutcome } from '#pipeline/ingest/sec/reconcile/look.ts';
import { StoppedError } from '#pipeline/retry.ts';
import { ConfigError, type Config } from '#schemas/config.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import type { DayReconciliation } from '#schemas/reconciliation.ts';
import { buckets } from '#schemas/subjects.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import type { Bus } from '../runtime/nats.ts';
import { openBucket } from '../runtime/streams.ts';
import { dateOption } from './backfill/request.ts';
import { CommandError, runCommand, serviceConfig, withBus } from './service-config.ts';
import { table } from './table.ts';

const usage = `npm run reconcile -- --date DATE [--data-dir DIR] [--json]

Compares EDGAR's daily index with what a running service holds: for each kind of filing, how many are served, dropped and why,
known and not fetched yet, missing. Missing filings of days that the service has been running on are fetched again by its live
stages; those of older days are for npm run backfill. The service does the same by itself every evening.

  --date DATE      the day, YYYY-MM-DD, as EDGAR dates filings
  --data-dir DIR   the service that npm run demo or npm start runs on this folder
                   (default: NATS_URL, or else the service that runs on its usual folder)
  --json           the outcome as JSON
`;

/** Enough for an index and the questions to the store; EDGAR in trouble is told, not waited for. */
const deadlineMs = 120_000;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        date: { type: 'string' },
        'data-dir': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      strict: true,
    }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}\n\n${usage}`);
  }
}

function outcomeText({ day, families }: DayReconciliation, handedOver: number): string {
  const rows = Object.entries(families).map(([family, { listed, served, dropped, pending, missing }]) => {
    const drops = Object.entries(dropped).sort(([, a], [, b]) => b - a);
    const total = drops.reduce((sum, [, count]) => sum + count, 0);
    return [family, ...[listed, served, total, pending, missing].map(String), drops.map(([reason, count]) => `${reason} ${count}`).join(', ')];
  });
  const missing = Object.values(families).reduce((sum, counts) => sum + counts.missing, 0);
  const advice =
    handedOver > 0
      ? `\n${handedOver} missing filings are handed to the live stages`
      : missing > 0
        ? `\nthis service was not running on that day: npm run backfill -- --from ${day} --to ${day} --forms 4,8-K,6-K brings them`
        : '';
  return `${table(['kind', 'listed', 'served', 'dropped', 'pending', 'missing', 'reasons'], rows)}${advice}\n`;
}

async function look(day: string, config: Config, bus: Bus): Promise<LookOutcome> {
  const log = pino({ level: 'silent' });
  const signal = AbortSignal.timeout(deadlineMs);
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: 30_000, maxConnections: 2 });
  try {
    if (!(await store.ping().catch(() => false))) throw new CommandError(`no ClickHouse answers at ${config.CLICKHOUSE_URL}`);
    const [positions, results] = await Promise.all([openBucket(bus, buckets.positions), openBucket(bus, buckets.reconciliations)]);
    const now = (): Date => new Date();
    return await withGuestFetch(config, { log, now, signal }, (fetch) =>
      lookAtDay(day, {
        fetch,
        baseUrl: config.EDGAR_URL,
        families: Object.keys(collectedForms) as SecSourceType[],
        held: (family, accessions) => filingsHeld(store, family, accessions),
        positions: createPositions(positions, { log, signal }),
        results,
        now,
      }),
    );
  } finally {
    await store.close();
  }
}

async function main(): Promise<void> {
  const values = parse(process.argv.slice(2));
  if (values.help) return void process.stdout.write(usage);
  const day = dateOption(values.date, 'date', easternDate(new Date().toISOString()));
  const config = serviceConfig(values['data-dir']);
  await withBus(config, 'tickerwire-reconcile', async (bus) => {
    const outcome = await look(day, config, bus).catch((error: unknown) => {
      throw error instanceof StoppedError ? new CommandError(`no outcome within ${deadlineMs / 1_000} s: is Redis at hand?`) : error;
    });
    if (outcome.kind === 'trouble') throw new CommandError(`EDGAR does not give the index of ${day}: ${outcome.trouble.detail}`);
    const { result, handedOver } = outcome;
    if (values.json) return void process.stdout.write(`${JSON.stringify({ ...result, handed_over: handedOver })}\n`);
    process.stdout.write(result.has_index ? outcomeText(result, handedOver) : `EDGAR has no index of ${day}, or none yet\n`);
  });
}

await runCommand(main, (error) => error instanceof ConfigError);

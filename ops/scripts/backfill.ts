/** `npm run backfill -- …`: loads past filings into a running service, found as the other commands find it. */
import pino from 'pino';
import { openStore, shownAddress, storeAddress } from '#clickhouse/store.ts';
import { backfill, dryRun, type BackfillGround } from '#pipeline/ingest/sec/backfill/start.ts';
import type { BackfillSummary } from '#pipeline/ingest/sec/backfill/run.ts';
import { StoppedError } from '../process/retry.ts';
import { ConfigError, type Config } from '#schemas/config.ts';
import { createScreen, type ProgressScreen } from './backfill/progress-line.ts';
import { commandLine, readRequest, type BackfillRequest } from './backfill/request.ts';
import { usageOf } from './command-line.ts';
import { CommandError, runCommand, serviceConfig, withBus } from './service-config.ts';

const silent: ProgressScreen = { show: () => undefined, say: () => undefined, end: () => undefined };

const storeOf = (config: Config) => openStore({ ...storeAddress(config), requestTimeoutMs: 30_000, maxConnections: 2 });

/** Time to stop, for the filing that is being fetched. */
const stopWithinMs = 10_000;

function outcomeText({ counts, withoutIndex, daysTotal }: BackfillSummary): string {
  const without = withoutIndex.length === 0 ? '' : `\nEDGAR has no index of ${withoutIndex.join(', ')}`;
  return (
    `${counts.days} of ${daysTotal} days: ${counts.listed} filings listed, ${counts.published} published, ${counts.refused} refused, ` +
    `${counts.held} already stored or left to a live stage${without}\n`
  );
}

async function replay({ plan, isJson }: BackfillRequest, ground: BackfillGround, screen: ProgressScreen): Promise<void> {
  const summary = await backfill(plan, ground, { onProgress: screen.show, onWait: screen.say });
  screen.end();
  process.stdout.write(isJson ? `${JSON.stringify(summary)}\n` : outcomeText(summary));
  if (summary.daysTotal > 0 && summary.withoutIndex.length === summary.daysTotal)
    throw new CommandError(`EDGAR at ${ground.config.EDGAR_URL} has no index for any of these days: check EDGAR_URL`);
  if (summary.unpublished !== null)
    throw new CommandError(`EDGAR has not published the index of ${summary.unpublished} yet; run the same command later to continue there`);
}

async function count({ plan, isJson }: BackfillRequest, ground: BackfillGround, screen: ProgressScreen): Promise<void> {
  const days: { day: string; listed: number | null; lacking: number | null }[] = [];
  await dryRun(plan, ground, screen.say, (found) => {
    days.push({ lacking: null, ...found });
    if (isJson) return;
    process.stdout.write(found.listed === null ? `${found.day}  no index\n` : `${found.day}  ${found.listed} listed, ${found.lacking} lacking\n`);
  });
  const total = (of: 'listed' | 'lacking'): number => days.reduce((sum, day) => sum + (day[of] ?? 0), 0);
  process.stdout.write(isJson ? `${JSON.stringify({ days })}\n` : `${days.length} days: ${total('listed')} listed, ${total('lacking')} lacking\n`);
}

async function main(stopping: AbortSignal): Promise<void> {
  const request = readRequest(process.argv.slice(2), new Date());
  if (request === null) return void process.stdout.write(usageOf(commandLine));
  const config = serviceConfig(request.dataDir);
  const screen = request.isQuiet ? silent : createScreen((text) => process.stderr.write(text), process.stderr.isTTY);
  await withBus(config, 'tickerwire-backfill', async (bus) => {
    const store = storeOf(config);
    const ground: BackfillGround = { bus, store, config, log: pino({ level: 'silent' }), now: () => new Date(), signal: stopping };
    try {
      if (!(await store.ping().catch(() => false))) throw new CommandError(`no ClickHouse answers at ${shownAddress(config.CLICKHOUSE_URL)}`);
      await (request.isDryRun ? count : replay)(request, ground, screen);
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error;
      screen.end();
      throw new CommandError('stopped; run the same command to continue');
    } finally {
      await store.close();
    }
  });
}

await runCommand(main, (error) => error instanceof ConfigError, stopWithinMs);

/** `npm run backfill -- …`: loads past filings into a running service, found as the other commands find it. */
import pino from 'pino';
import { backfill, dryRun, type BackfillGround } from '#pipeline/ingest/sec/backfill/start.ts';
import type { BackfillProgress, BackfillSummary } from '#pipeline/ingest/sec/backfill/run.ts';
import { StoppedError } from '../process/retry.ts';
import { progressLines } from './backfill/progress-line.ts';
import { commandLine, readRequest, type BackfillRequest } from './backfill/request.ts';
import { usageOf } from './command-line.ts';
import { createProgressLine, type ProgressLine } from './progress.ts';
import { CommandError, runCommand, serviceConfig, withBus, withStore } from './service-config.ts';

const storeLimits = { requestTimeoutMs: 30_000, maxConnections: 2 };
/** Time to stop, for the filing that is being fetched. */
const stopWithinMs = 10_000;

function outcomeText({ counts, withoutIndex, daysTotal }: BackfillSummary): string {
  const without = withoutIndex.length === 0 ? '' : `\nEDGAR has no index of ${withoutIndex.join(', ')}`;
  return (
    `${counts.days} of ${daysTotal} days: ${counts.listed} filings listed, ${counts.published} published, ${counts.refused} refused, ` +
    `${counts.held} already stored or left to a live stage${without}\n`
  );
}

async function replay({ plan, isJson }: BackfillRequest, ground: BackfillGround, screen: ProgressLine): Promise<void> {
  const lineOf = progressLines();
  let day = '';
  const onProgress = (progress: BackfillProgress): void => {
    screen.show(lineOf(progress), progress.day !== day);
    ({ day } = progress);
  };
  const summary = await backfill(plan, ground, { onProgress, onWait: screen.say });
  screen.end();
  process.stdout.write(isJson ? `${JSON.stringify(summary)}\n` : outcomeText(summary));
  if (summary.daysTotal > 0 && summary.withoutIndex.length === summary.daysTotal)
    throw new CommandError(`EDGAR at ${ground.config.EDGAR_URL} has no index for any of these days: check EDGAR_URL`);
  if (summary.unpublished !== null)
    throw new CommandError(`EDGAR has not published the index of ${summary.unpublished} yet; run the same command later to continue there`);
}

async function count({ plan, isJson }: BackfillRequest, ground: BackfillGround, screen: ProgressLine): Promise<void> {
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
  const screen = createProgressLine({ isQuiet: request.isQuiet });
  await withBus(config, 'tickerwire-backfill', (bus) =>
    withStore(config, storeLimits, async (store) => {
      const ground: BackfillGround = { bus, store, config, log: pino({ level: 'silent' }), now: () => new Date(), signal: stopping };
      try {
        await (request.isDryRun ? count : replay)(request, ground, screen);
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
        screen.end();
        throw new CommandError('stopped; run the same command to continue');
      }
    }),
  );
}

await runCommand(main, stopWithinMs);
